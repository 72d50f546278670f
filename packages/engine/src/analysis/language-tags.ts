/** Languages as people and libraries write them, as the tags that everything else goes by. */

/**
 * The BCP 47 tag of a language, in the customary spelling: of a tag in any case (`en_US`), a code of ISO 639-2, B or T
 * (`ger`, `deu`), or a name in English or in the language itself (`German`, `Deutsch`). Undefined for what is none, and
 * for codes that say that there is none or that there are several (`und`, `mul`).
 */
export function canonicalLanguageTag(given: string | null | undefined): string | undefined {
  if (!given) return undefined;
  if (known.has(given)) return known.get(given);
  const tag = given.length > longestGiven ? undefined : (tagOf(given) ?? tagOfName(given));
  // They come from documents: what they say is not kept for ever.
  if (known.size >= mostKnown) known.clear();
  known.set(given, tag);
  return tag;
}

const known = new Map<string, string | undefined>();
const mostKnown = 1000;
const longestGiven = 100;

/** Said of texts; none is a language. */
const noLanguage = new Set(['und', 'mul', 'zxx', 'mis', 'root']);

/** Made when first needed: that takes milliseconds. */
let english: Intl.DisplayNames | undefined;

function tagOf(given: string): string | undefined {
  try {
    const [tag] = Intl.getCanonicalLocales(given.trim().replaceAll('_', '-'));
    const [code] = tag!.split('-', 1);
    english ??= namesIn('en');
    return noLanguage.has(code!) || english.of(code!) === undefined ? undefined : tag;
  } catch {
    // Not made as tags are.
    return undefined;
  }
}

function tagOfName(given: string): string | undefined {
  names ??= namesOfLanguages();
  const name = plain(given);
  // As catalogues have them: `Greek, Modern (1453-)`, `Spanish; Castilian`, `eng;ger`.
  const first = name.split(/[,;/|(]/, 1)[0]!.trimEnd();
  return names.get(name) ?? (first === name ? undefined : (tagOf(first) ?? names.get(first)));
}

/** Names in use that Intl has not. */
const otherNames: [name: string, code: string][] = [
  ['castilian', 'es'],
  ['farsi', 'fa'],
  ['flemish', 'nl'],
  ['mandarin', 'zh'],
];

let names: Map<string, string> | undefined;

/** Of the languages with a code of two letters, in English and by their own names. */
function namesOfLanguages(): Map<string, string> {
  const found = new Map(otherNames);
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  english ??= namesIn('en');
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = english.of(code);
    const [tag] = Intl.getCanonicalLocales(code);
    if (name === undefined || tag !== code) continue;
    const own = Intl.DisplayNames.supportedLocalesOf(code).length > 0 ? namesIn(code).of(code) : undefined;
    for (const each of [name, own]) if (each && !found.has(plain(each))) found.set(plain(each), code);
  }
  return found;
}

function namesIn(locale: string): Intl.DisplayNames {
  return new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' });
}

function plain(name: string): string {
  return name.normalize('NFC').trim().toLowerCase();
}
