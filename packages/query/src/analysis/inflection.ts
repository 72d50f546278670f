/**
 * Inflection test: whether words with the same stem are forms of one word.
 *
 * Stemmers also conflate derived words: `university` and `universal`, `organ` and `organization`, `Lehre` and
 * `Lehrer`. This improves recall in texts, but the words name different concepts. English and German words are checked by their
 * endings; in other languages the stem decides.
 */
import { regularForm, restoreUmlauts } from './irregular-forms.ts';
import { lowercaseNfkc, normalize } from './normalizer.ts';

/** `name` (as written, because capitals mark German nouns) and `word` must have the same stem in the language `code`. */
export function areInflections(name: string, word: string, code: string): boolean {
  if (code !== 'en' && code !== 'de') return true;
  const regular = (text: string) => normalize(regularForm(lowercaseNfkc(text), code));
  const [regularName, regularWord] = [regular(name), regular(word)];
  if (regularName === regularWord) return true;
  if (code === 'en') return haveCommonBase(regularName, regularWord);
  const spelled = (form: string) => normalize(restoreUmlauts(lowercaseNfkc(form)));
  const [spelledName, spelledWord] = [spelled(name), spelled(word)];
  if (areFormsOfNoun(spelledName, spelledWord)) return true;
  return !nounInEr.test(name) && areFormsOfAdjective(spelledName, spelledWord);
}

/** For two English words. */
function haveCommonBase(a: string, b: string): boolean {
  const bases = englishBases(a);
  return englishBases(b).some((base) => bases.includes(base));
}

/** Endings and their replacements; each matching ending gives a candidate. */
const englishPlurals: [RegExp, string][] = [
  [/(?<=..)(?<!s)s$/, ''],
  [/(?<=s|x|z|ch|sh|o)es$/, ''],
  [/(?<=..)ies$/, 'y'],
];
const englishVerbs: [RegExp, string][] = [
  [/(?<=..)(?:ing|ed)$/, ''],
  [/(?<=..)(?:ing|ed)$/, 'e'],
  [/(?<=..)([bdgklmnprt])\1(?:ing|ed)$/, '$1'],
  [/(?<=..)ied$/, 'y'],
  [/(?<=.)ying$/, 'ie'],
];

/** The word and the possible bases of a plural or verb form: `hoping` has the base `hope`, but `orange` not `orang`. */
function englishBases(word: string): string[] {
  const singulars = [word, ...withoutEndings(word, englishPlurals)];
  return [...singulars, ...singulars.flatMap((singular) => withoutEndings(singular, englishVerbs))];
}

function withoutEndings(word: string, endings: [RegExp, string][]): string[] {
  return endings.filter(([ending]) => ending.test(word)).map((rule) => word.replace(...rule));
}

/** Tag, Tages, Tage, Tagen; Frau, Frauen; Ergebnis, Ergebnisse; Auto, Autos. */
const regularEndings = ['', 's', 'es', 'e', 'en', 'n', 'ses', 'se', 'sen'];
/** Haus, Hauses, Häuser, Häusern: a closed class. Käufer is not a plural of Kauf. */
const pluralsInEr =
  /(?:kind|bild|feld|geld|lied|glied|kleid|geist|leib|weib|schild|rind|nest|brett|licht|gesicht|geschlecht|schwert|haus|land|buch|wald|wort|volk|rad|bad|blatt|dach|dorf|fach|fass|glas|grab|gras|gut|holz|horn|huhn|kalb|kraut|lamm|loch|mann|maul|rand|schloss|strauch|tal|tuch|amt|band|wurm|gott|tum|haupt|korn|gehalt|pfand|mal|(?:^|r|n)ei)$/;
/** Giftig, giftiger; arktische, arktischer. But Fischer is not a form of fisch(e), nor Gesellschafter of Gesellschaft. */
const adjectives = /...(?:(?<!f)isch|lich|ig|bar|sam|(?<!sc)haft|los)$/;
const adjectiveEndings = ['', 'e', 'em', 'en', 'er', 'es'];
/** Nouns in -er: Gläubiger is not a form of gläubig. */
const nounInEr = /^\p{Lu}.*er[ns]?$/u;
/** The longest endings are `ses` and `sen`. */
const MAX_ENDING_LENGTH = 3;
const endingsWithEr = ['', 's', 'es', 'er', 'ern'];

function areFormsOfNoun(a: string, b: string): boolean {
  const isFormOf = (base: string, endings: string[]) =>
    areAmong(regularEndings, endings) || (pluralsInEr.test(base) && areAmong(endingsWithEr, endings));
  return haveBase(a, b, isFormOf);
}

function areFormsOfAdjective(a: string, b: string): boolean {
  return haveBase(a, b, (base, endings) => adjectives.test(base) && areAmong(adjectiveEndings, endings));
}

function areAmong(allowed: readonly string[], endings: readonly string[]): boolean {
  return endings.every((ending) => allowed.includes(ending));
}

/** True if the words have a common prefix of at least two letters, with matching endings. */
function haveBase(a: string, b: string, areEndings: (base: string, endings: string[]) => boolean): boolean {
  const shorter = Math.min(a.length, b.length);
  for (let length = shorter; length >= Math.max(2, shorter - MAX_ENDING_LENGTH); length--) {
    const base = a.slice(0, length);
    if (b.startsWith(base) && areEndings(base, [a.slice(length), b.slice(length)])) return true;
  }
  return false;
}
