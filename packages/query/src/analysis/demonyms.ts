/**
 * Demonyms: place names for adjectives (`afrikanisch`: Afrika, `South American`: South America).
 *
 * Stemmers do not relate these words, because the endings also form other words. Callers must check that a name exists.
 */
import data from './data/demonyms.json' with { type: 'json' };
import { compileRules, restoreUmlauts } from './irregular-forms.ts';
import { lowercaseNfkc, normalize } from './normalizer.ts';

/** Exceptions: `Roman` is not derived from Roma, `median` not from media. */
const exceptions = new Set(data.exceptions);

/** Endings of adjectives and of names. Lookbehinds exclude other words: `africano`, but not `ventana`; `indisch`, not `biologisch`. */
const rules = compileRules(data.rules);

/** Not an adjective's ending: without the tilde, the Spanish `montaña` would look like an adjective. */
const enyeEnding = /ñ[ao]s?$/iu;

/** Arabic attaches the article to the adjective, but not to the place name. */
const article = /^ال(?=\p{Script=Arabic}{3})/u;

/** Normalized candidates for the place name; most candidates are not words. */
export function placeNames(word: string, language: string): string[] {
  if (enyeEnding.test(word.normalize('NFC'))) return [];
  const spelled = language === 'de' ? restoreUmlauts(lowercaseNfkc(word)) : word;
  const normalized = normalize(spelled).replace(article, '');
  const names = (rules.get(language) ?? [])
    .filter(({ pattern }) => pattern.test(normalized))
    .flatMap(({ pattern, replacement }) => replacement.map((name) => normalized.replace(pattern, name)));
  return [...new Set(names)].filter((name) => !exceptions.has(name));
}
