/** Normalizer: maps spellings that should match to the same characters. */
import { withoutGenderMarks } from './gender-marks.ts';

// Invisible characters (soft hyphens, joiners, variation selectors), diacritics of Latin, Greek, Cyrillic, Hebrew and
// Arabic, and the dot of Devanagari (ज़). Vowel signs of Indic and South-East Asian scripts stay: they are letters there.
const strippedMarks =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: single marks are meant, after NFD
  /[\p{DI}\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u08d3-\u08ff\u093c\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]+/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly the ASCII range is meant
const onlyAscii = /^[\x00-\x7f]*$/;

/** Lower case without diacritics in NFKC, with folded letters and digits: ß as ss, æ as ae, ø as o. Offsets change. */
export function normalize(text: string): string {
  const word = withoutGenderMarks(text);
  if (onlyAscii.test(word)) return word.toLowerCase();
  const bare = word.normalize('NFKD').replace(strippedMarks, '').toLowerCase();
  return foldCharacters(bare).normalize('NFC');
}

/** The longest prefix with at most `maxLength` UTF-16 units in NFKD, in which one character may become eighteen (ﷺ). */
export function truncateNormalized(text: string, maxLength: number): string {
  const beginning = text.slice(0, maxLength);
  if (onlyAscii.test(beginning) || beginning.normalize('NFKD').length <= maxLength) return beginning;
  let end = 0;
  let units = 0;
  for (const character of beginning) {
    units += character.normalize('NFKD').length;
    if (units > maxLength) break;
    end += character.length;
  }
  return beginning.slice(0, end);
}

const invisibleCharacters = /\p{DI}+/gu;

/** Lower case in compatibility form (NFKC), with diacritics, without invisible characters. */
export function lowercaseNfkc(text: string): string {
  const word = withoutGenderMarks(text);
  if (onlyAscii.test(word)) return word.toLowerCase();
  return word.replace(invisibleCharacters, '').normalize('NFKC').toLowerCase();
}

const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };
const umlaut = /[äöüåø]/g;

/** Normalizes and writes umlauts as two vowels: `oeffentlich`, `aalborg`. Takes the original word. */
export function expandUmlauts(word: string): string {
  if (onlyAscii.test(word)) return word.toLowerCase();
  return normalize(lowercaseNfkc(word).replace(umlaut, (letter) => umlauts[letter]!));
}

const onlyLatin = /^\p{Script=Latin}*$/u;

/** The length of the original prefix that {@link normalize} maps to at least `normalized` units. */
export function originalLength(word: string, normalized: number): number {
  if (normalized === 0) return 0;
  // Normalization never drops Latin letters, so equal length means that each letter became one letter.
  if (onlyLatin.test(word) && normalize(word).length === word.length)
    return Math.min(normalized, word.length);
  let end = 0;
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  for (const { segment } of graphemes.segment(word)) {
    end += segment.length;
    if (normalize(word.slice(0, end)).length >= normalized) break;
  }
  return end;
}

/** Made on first use: it takes half of the time to load this module. */
let graphemes: Intl.Segmenter | undefined;

/** True for a text in capitals; false if it has no letters with case. */
export function isUpperCase(text: string): boolean {
  return text === text.toUpperCase() && text !== text.toLowerCase();
}

/** Index letters, each with the letters that the index replaces by it (after NFKD, without marks). */
const letterVariants: Record<string, string> = {
  // Arabic: Persian, Urdu, Kurdish and Pashto forms; teh marbuta, which is often written as heh.
  ي: 'یىۍېێ',
  ك: 'کڪګ',
  ه: 'ةہەۃ',
  ا: 'ٱٲٳ',
  // Turkish and Azerbaijani without their keyboard; the final sigma.
  i: 'ı',
  σ: 'ς',
  // Devanagari: the signs of a nasal vowel.
  'ं': 'ँ',
  // Customary spellings.
  ss: 'ß',
  ae: 'æ',
  oe: 'œ',
  o: 'ø',
  l: 'ł',
  d: 'đð',
  th: 'þ',
};

const letters = new Map(
  Object.entries(letterVariants).flatMap(([letter, all]) => [...all].map((variant) => [variant, letter])),
);
// Malayalam letters without a vowel: older texts write another letter with a sign and a joiner.
for (const [chillu, letter] of ['ൺണ', 'ൻന', 'ർര', 'ൽല', 'ൾള', 'ൿക']) letters.set(chillu!, `${letter}്`);

/** Tatweel, apostrophes that are letters, and quotation marks within Hebrew and Cyrillic words. */
const dropped =
  /[\u0640\u02b9-\u02bf\u05f3\u05f4]|(?<=[\p{scx=Hebr}\p{scx=Cyrl}])["'’](?=[\p{scx=Hebr}\p{scx=Cyrl}])/u;
const foreignDigit = /(?![0-9])\p{Nd}/u;
/** The dot for a nasal in Devanagari (anusvara). */
const nasalDot = 'ं';
/** Devanagari nasals before a consonant of their class, which are also written as a dot: हिन्दी and हिंदी. */
const nasals: Record<string, string> = { ङ: 'कखगघ', ञ: 'चछजझ', ण: 'टठडढ', न: 'तथदध', म: 'पफबभ' };
const nasalPatterns = Object.entries(nasals).map(([letter, next]) => `${letter}्(?=[${next}])`);
const folded = new RegExp(
  `${dropped.source}|${foreignDigit.source}|${nasalPatterns.join('|')}|[${[...letters.keys()].join('')}]`,
  'gu',
);

/** Takes a text in NFKD without marks, in lower case. */
function foldCharacters(text: string): string {
  return text.replace(folded, (character) => {
    if (foreignDigit.test(character)) return digitOf(character);
    // Only a nasal is a match of two characters.
    return letters.get(character) ?? (character.length === 2 ? nasalDot : '');
  });
}

/** A normalized prefix, and the beginnings of words whose next letter makes its last nasal a dot: `हिन` and `हिंद`. */
export function beginningsOf(prefix: string): string[] {
  const [, head = '', letter = ''] = /^(.+)([ङञणनम])्?$/su.exec(prefix) ?? [];
  return [prefix, ...Array.from(nasals[letter] ?? '', (next) => `${head}${nasalDot}${next}`)];
}

/** The ASCII digit of a decimal digit. Unicode has the digits of each script in ascending order, from zero to nine. */
export function digitOf(digit: string): string {
  const code = digit.codePointAt(0)!;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return `${value}`;
}
