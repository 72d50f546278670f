/**
 * Whether words of one stem are forms of one word. Stems also join what is derived: `university` and `universal`, `organ`
 * and `organization`, `Lehre` and `Lehrer`. That helps who looks for a word in texts; as the name of a thing, one is not
 * the other. English and German are told by their endings, of other languages the stem is all that is looked at.
 */

import { regularForm, restoreUmlauts } from './irregular-forms.ts';
import { lowercaseNfkc, normalizeSpelling } from './normalizer.ts';

/**
 * `name` and `word` have the same stem in the language of this code. The word may be folded; a German name tells by its
 * capital letter that it is a noun.
 */
export function areInflections(name: string, word: string, code: string): boolean {
  if (code !== 'en' && code !== 'de') return true;
  const regular = (word: string) => normalizeSpelling(regularForm(lowercaseNfkc(word), code));
  const [first, second] = [regular(name), regular(word)];
  if (first === second) return true;
  if (code === 'en') return haveOneBase(first, second);
  const spelled = (each: string) => normalizeSpelling(restoreUmlauts(lowercaseNfkc(each)));
  const [one, other] = [spelled(name), spelled(word)];
  return isOneNoun(one, other) || (!isNounInEr.test(name) && isOneAdjective(one, other));
}

function haveOneBase(one: string, other: string): boolean {
  const bases = englishBases(one);
  return englishBases(other).some((base) => bases.includes(base));
}

/** What endings may stand in place of; each that fits is a possibility. */
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

/**
 * The word, and what it may be a plural or a form of a verb of. Only such an ending takes an e away: `hoping` is of `hope`,
 * but `orange` of no `orang`.
 */
function englishBases(word: string): string[] {
  const singulars = [word, ...without(word, englishPlurals)];
  return [...singulars, ...singulars.flatMap((each) => without(each, englishVerbs))];
}

function without(word: string, endings: [RegExp, string][]): string[] {
  return endings.filter(([ending]) => ending.test(word)).map((rule) => word.replace(...rule));
}

/** Tag, Tages, Tage, Tagen; Frau, Frauen; Ergebnis, Ergebnisse; Auto, Autos. */
const usualEndings = ['', 's', 'es', 'e', 'en', 'n', 'ses', 'se', 'sen'];
/** Haus, Hauses, Häuser, Häusern: a closed class. Käufer are not many a Kauf. */
const pluralsInEr =
  /(?:kind|bild|feld|geld|lied|glied|kleid|geist|leib|weib|schild|rind|nest|brett|licht|gesicht|geschlecht|schwert|haus|land|buch|wald|wort|volk|rad|bad|blatt|dach|dorf|fach|fass|glas|grab|gras|gut|holz|horn|huhn|kalb|kraut|lamm|loch|mann|maul|rand|schloss|strauch|tal|tuch|amt|band|wurm|gott|tum|haupt|korn|gehalt|pfand|mal|(?:^|r|n)ei)$/;
/** Giftig, giftiger, giftiges; arktische, arktischer. A Fischer is no Fisch, a Gesellschafter no Gesellschaft. */
const adjectives = /...(?:(?<!f)isch|lich|ig|bar|sam|(?<!sc)haft|los)$/;
const adjectiveEndings = ['', 'e', 'em', 'en', 'er', 'es'];
/** Who is called so: Gläubiger are not what is gläubig. */
const isNounInEr = /^\p{Lu}.*er[ns]?$/u;
const longestEnding = 3;
const endingsWithEr = ['', 's', 'es', 'er', 'ern'];

function isOneNoun(one: string, other: string): boolean {
  return haveBase(
    one,
    other,
    (base, [first, second]) =>
      (usualEndings.includes(first) && usualEndings.includes(second)) ||
      (pluralsInEr.test(base) && endingsWithEr.includes(first) && endingsWithEr.includes(second)),
  );
}

function isOneAdjective(one: string, other: string): boolean {
  return haveBase(
    one,
    other,
    (base, [first, second]) =>
      adjectives.test(base) && adjectiveEndings.includes(first) && adjectiveEndings.includes(second),
  );
}

/** True where words that begin alike may be one by their endings. */
function haveBase(
  one: string,
  other: string,
  mayBe: (base: string, endings: [string, string]) => boolean,
): boolean {
  const shorter = Math.min(one.length, other.length);
  for (let length = shorter; length >= Math.max(2, shorter - longestEnding); length--) {
    const base = one.slice(0, length);
    if (other.startsWith(base) && mayBe(base, [one.slice(length), other.slice(length)])) return true;
  }
  return false;
}
