/** Irregular word forms that stemmers miss, and the compiler of the rules in data files. */
import data from './data/irregular-forms.json' with { type: 'json' };

/** The replacement for the matches of a pattern in a word. */
interface Rule<Replacement> {
  pattern: RegExp;
  replacement: Replacement;
}

/** Compiles the rules of a data file, which has examples. Returns a Map, because a language may be "constructor". */
export function compileRules<Replacement>(
  rules: Record<string, { pattern: string; replacement: Replacement }[]>,
): Map<string, Rule<Replacement>[]> {
  return new Map(
    Object.entries(rules).map(([language, languageRules]) => [
      language,
      languageRules.map((rule) => ({ replacement: rule.replacement, pattern: compilePattern(rule) })),
    ]),
  );
}

export function compilePattern({ pattern }: { pattern: string }): RegExp {
  return new RegExp(pattern, 'u');
}

/** Singulars of frequent plurals, by language; Finnish maps singulars to plurals, from which other forms derive. */
const singulars = new Map(
  Object.entries(data.singulars).map(([code, pairs]) => [code, new Map(Object.entries(pairs))]),
);
/** Rules for words in lower case, before stemming. Some rules are for words that end compounds. */
const formRules = compileRules(data.formRules);
/** Rules for normalized stems. */
const stemRules = compileRules(data.stemRules);
/** Shorter stems are too ambiguous for a rule. */
const MIN_STEM_LENGTH = 3;
/** By language: letters that are also typed as two, such as `oe` for `ø`. */
const digraphsByLanguage = new Map(Object.entries(data.letters));

/** The form to stem instead of a word in lower case: the singular if the stemmer would miss it. */
export function regularForm(word: string, language: string): string {
  const restored = withLetters(word, language);
  const irregular = singulars.get(language);
  return (
    irregular?.get(word) ?? irregular?.get(restored) ?? applyFirstMatch(formRules.get(language), restored)
  );
}

/** Maps a normalized stem to the stem of the word's other inflections. */
export function regularStem(stem: string, language: string): string {
  return stem.length < MIN_STEM_LENGTH ? stem : applyFirstMatch(stemRules.get(language), stem);
}

function applyFirstMatch(rules: Rule<string>[] | undefined, word: string): string {
  const rule = rules?.find(({ pattern }) => pattern.test(word));
  return rule ? word.replace(rule.pattern, rule.replacement) : word;
}

/** Restores the special letters of a word typed without them. */
function withLetters(word: string, language: string): string {
  if (language === 'de') return restoreUmlauts(word);
  const digraphs = digraphsByLanguage.get(language) ?? [];
  return digraphs.reduce((text, [digraph, letter]) => text.replaceAll(digraph!, letter!), word);
}

/** Restores German umlauts typed as two vowels; `neue`, `Frauen`, `Quelle` and `Statue` have none. */
export function restoreUmlauts(word: string): string {
  if (!/[aou]e|æ/.test(word)) return word;
  return word
    .replaceAll('æ', 'ae')
    .replaceAll('ae', 'ä')
    .replaceAll('oe', 'ö')
    .replace(/(?<![aeq])ue(?!n?s?$)/g, 'ü');
}
