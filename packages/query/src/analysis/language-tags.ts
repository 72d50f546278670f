/** Language tags: canonical BCP 47 tags for tags, ISO 639-2 codes and names of languages. */
import { getOrInsertBounded } from '../collections/get-or-insert.ts';

/**
 * The canonical BCP 47 tag of a tag in any case (`en_US`), an ISO 639-2 B or T code (`ger`, `deu`), or a name in
 * English or in the language itself (`German`, `Deutsch`). Undefined for anything else, and for codes such as `und`
 * and `mul`.
 */
export function canonicalLanguageTag(given: string | null | undefined): string | undefined {
  if (!given) return undefined;
  if (given.length > MAX_TAG_LENGTH) return undefined;
  // Tags come from documents, so the cache is limited.
  return (
    getOrInsertBounded(cachedTags, MAX_CACHED_TAGS, given, () => tagOf(given) ?? tagOfName(given) ?? null) ??
    undefined
  );
}

const cachedTags = new Map<string, string | null>();
const MAX_CACHED_TAGS = 1000;
const MAX_TAG_LENGTH = 100;

/** Codes for undetermined, several or no language. */
const noLanguage = new Set(['und', 'mul', 'zxx', 'mis', 'root']);

/** Lazy: creating it takes milliseconds. */
let english: Intl.DisplayNames | undefined;

function tagOf(given: string): string | undefined {
  try {
    const [tag] = Intl.getCanonicalLocales(given.trim().replaceAll('_', '-'));
    const [code] = tag!.split('-', 1);
    english ??= namesIn('en');
    return noLanguage.has(code!) || english.of(code!) === undefined ? undefined : tag;
  } catch {
    // Not a well-formed tag.
    return undefined;
  }
}

function tagOfName(given: string): string | undefined {
  names ??= namesOfLanguages();
  const name = plain(given);
  // Forms in library catalogs: `Greek, Modern (1453-)`, `Spanish; Castilian`, `eng;ger`.
  const first = name.split(/[,;/|(]/, 1)[0]!.trimEnd();
  return names.get(name) ?? (first === name ? undefined : (tagOf(first) ?? names.get(first)));
}

/** Names that Intl does not know. */
const otherNames: [name: string, code: string][] = [
  ['castilian', 'es'],
  ['farsi', 'fa'],
  ['flemish', 'nl'],
  ['mandarin', 'zh'],
];

let names: Map<string, string> | undefined;

/** Names of the languages with a two-letter code, in English and in the language itself. */
function namesOfLanguages(): Map<string, string> {
  const codeByName = new Map(otherNames);
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  english ??= namesIn('en');
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = english.of(code);
    const [tag] = Intl.getCanonicalLocales(code);
    if (name === undefined || tag !== code) continue;
    const own = Intl.DisplayNames.supportedLocalesOf(code).length > 0 ? namesIn(code).of(code) : undefined;
    for (const spelled of [name, own])
      if (spelled && !codeByName.has(plain(spelled))) codeByName.set(plain(spelled), code);
  }
  return codeByName;
}

function namesIn(locale: string): Intl.DisplayNames {
  return new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' });
}

function plain(name: string): string {
  return name.normalize('NFC').trim().toLowerCase();
}

/** Primary language of a tag: `pt` of `pt-BR`. */
export function baseLanguage(tag: string): string {
  return tag.split('-', 1)[0]!;
}
