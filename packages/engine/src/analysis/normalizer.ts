/** Folding: what makes two spellings the same word for searching. */

// What is not seen (soft hyphens, joiners), and marks of Latin, Greek, Cyrillic, Hebrew and Arabic. Vowel signs of Indic and South-East Asian scripts stay: they are letters there.
const strippedMarks =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: single marks are meant, after NFD
  /[\u00ad\u200b-\u200d\u2060\ufeff\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly the ASCII range is meant
const onlyAscii = /^[\x00-\x7f]*$/;

/** Lower case without marks, letters of other shapes and widths as the plain ones (NFKD). Offsets do not survive. */
export function normalize(text: string): string {
  if (onlyAscii.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replace(strippedMarks, '').toLowerCase().normalize('NFC');
}

/**
 * The longest beginning of a text that folding takes apart into so many UTF-16 units at most: a single sign may stand
 * for eighteen letters (ﷺ), and what is compared with all words is bounded by what it becomes.
 */
export function truncateNormalized(text: string, most: number): string {
  const beginning = text.slice(0, most);
  if (onlyAscii.test(beginning) || beginning.normalize('NFKD').length <= most) return beginning;
  let end = 0;
  let units = 0;
  for (const character of beginning) {
    units += character.normalize('NFKD').length;
    if (units > most) break;
    end += character.length;
  }
  return beginning.slice(0, end);
}

const unseen = /[\u00ad\u200b-\u200d\u2060\ufeff]+/g;

/** Lower case with its marks, without what is not seen, letters of other shapes and widths as the plain ones (NFKC). */
export function lowercaseNfkc(text: string): string {
  if (onlyAscii.test(text)) return text.toLowerCase();
  return text.replace(unseen, '').normalize('NFKC').toLowerCase();
}

const spellings: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
};
const spelledApart = new RegExp(`[${Object.keys(spellings).join('')}]`, 'g');

/** Folds, and writes letters that have a customary other spelling in that one: ß as ss, æ as ae, ø as o. */
export function normalizeSpelling(text: string): string {
  const folded = normalize(text);
  return onlyAscii.test(folded) ? folded : folded.replace(spelledApart, (letter) => spellings[letter]!);
}

/** Letters that are written as two where they are not at hand. */
const writtenAsTwo: [one: string, two: string][] = [
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
];
const mostBeginnings = 16;

const umlauts: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  å: 'aa',
  ø: 'oe',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
};
const umlaut = /[äöüåøæœß]/g;
const writtenUmlaut = /[aou]e|aa/g;

/** Folded as it is typed where there are no umlauts: `oeffentlich`, `aalborg`. Takes a word as it is written. */
export function expandUmlauts(word: string): string {
  if (onlyAscii.test(word)) return word.toLowerCase();
  return normalize(lowercaseNfkc(word).replace(umlaut, (letter) => umlauts[letter]!));
}

/** True where something, folded, may be typed so for want of umlauts. */
export function mayHaveExpandedUmlauts(folded: string): boolean {
  return folded.search(writtenUmlaut) >= 0;
}

/**
 * The folded beginnings of words that may be typed so for want of umlauts, the typed one left out: `kang` for `kaeng`. Most
 * words with them have nothing to do with it: {@link expandUmlauts} tells. At most sixteen.
 */
export function umlautPrefixes(beginning: string): string[] {
  const folded = normalize(beginning);
  let found = [''];
  let end = 0;
  for (const { 0: two, index } of folded.matchAll(writtenUmlaut)) {
    const [between, one] = [folded.slice(end, index), two[0] === 'o' ? ['o', 'ø'] : [two[0]!]];
    found = found.flatMap((each) => [two, ...one].map((letter) => each + between + letter));
    found = found.slice(0, mostBeginnings);
    end = index + two.length;
  }
  const whole = found.map((each) => each + folded.slice(end));
  return whole
    .filter((each) => each !== folded)
    .flatMap(prefixSpellings)
    .slice(0, mostBeginnings);
}

/**
 * The folded beginnings of words that may be meant by one: `strass` also begins `straße`, and so does `stras`. At most
 * sixteen, itself first.
 */
export function prefixSpellings(beginning: string): string[] {
  const folded = normalize(beginning);
  const apart = writtenAsTwo.reduce((text, [one, two]) => text.replaceAll(one, two), folded);
  const found = new Set([folded, apart]);
  for (const [one, two] of writtenAsTwo) {
    for (const spelling of found) {
      for (
        let at = spelling.indexOf(two);
        at >= 0 && found.size < mostBeginnings;
        at = spelling.indexOf(two, at + 1)
      )
        found.add(spelling.slice(0, at) + one + spelling.slice(at + 2));
      if (spelling.endsWith(two[0]!)) found.add(spelling.slice(0, -1) + one);
      if (found.size >= mostBeginnings) break;
    }
  }
  return [...found].slice(0, mostBeginnings);
}

/** The folded spellings of a whole word: `strasse` and `straße` are one, as are `œuvre` and `oeuvre`. Itself first. */
export function wordSpellings(word: string): string[] {
  const apart = normalizeSpelling(word);
  return prefixSpellings(word).filter((spelling) => normalizeSpelling(spelling) === apart);
}

const onlyLatin = /^\p{Script=Latin}*$/u;

/** How many units of a word are folded, as {@link normalizeSpelling} does, to at least so many. */
export function originalLength(word: string, folded: number): number {
  if (folded === 0) return 0;
  // Latin letters never become fewer: as many of them are the same ones.
  if (onlyLatin.test(word) && normalizeSpelling(word).length === word.length)
    return Math.min(folded, word.length);
  let end = 0;
  for (const { segment } of graphemes.segment(word)) {
    end += segment.length;
    if (normalizeSpelling(word.slice(0, end)).length >= folded) break;
  }
  return end;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
