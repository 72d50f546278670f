/** Normalizer: maps spellings that should match to the same characters, and their lengths back. */
import { foldLetters } from './letter-folding.ts';

/** Characters that may be a German gender mark: `Bürger*innen`, `Bürger:innen`, `Bürger·innen`, `Bürger/innen`. */
export const GENDER_MARKS = '*:·•_/';
/** Gender mark after the ending of a person. Without such an ending, `_` and `/` join other words: `außen/innen`. */
const markAfterPerson = '(?<=er|or|eur|ist|ent|ant|og|eg|ert|at|kund|eund|amt)[_/]';
/** Compounds continue: `Schüler:innenvertretung`. A slash may have a hyphen that does not break the line. */
const markBeforePlural = `(?:[*:·•]|/[-‑]|${markAfterPerson})(?=[Ii]nnen)`;
/** A colon is a mark only in a capitalized word. */
const singularMark = `(?:[*]|/[-‑]|(?<=\\p{Lu}\\p{L}+)(?::|${markAfterPerson}))`;
const markBeforeSingular = `${singularMark}(?=in(?![\\p{L}\\p{N}]))`;
const markInCapitals = '(?<=\\p{Lu}{2})[*:](?=INNEN)';
export const genderMark = `(?:(?<=\\p{L}\\p{Ll})(?:${markBeforePlural}|${markBeforeSingular})|${markInCapitals})`;
const anyGenderMark = new RegExp(`[${GENDER_MARKS}]`);
const everyGenderMark = new RegExp(genderMark, 'gu');

// Invisible characters (soft hyphens, joiners, variation selectors), diacritics of Latin, Greek, Cyrillic, Hebrew and
// Arabic, and the dot of Devanagari (ज़). Vowel signs of Indic and South-East Asian scripts stay: they are letters there.
const strippedMarks =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: single marks are meant, after NFD
  /[\p{DI}\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u08d3-\u08ff\u093c\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]+/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly the ASCII range is meant
const onlyAscii = /^[\x00-\x7f]*$/;

/** The text with feminine forms instead of gender marks: `Bürgerinnen`. */
export function withoutGenderMarks(text: string): string {
  return anyGenderMark.test(text) ? text.replace(everyGenderMark, '') : text;
}

/** Lower case without diacritics in NFKC, with folded letters and digits: ß as ss, æ as ae, ø as o. Offsets change. */
export function normalize(text: string): string {
  const word = withoutGenderMarks(text);
  if (onlyAscii.test(word)) return word.toLowerCase();
  const bare = word.normalize('NFKD').replace(strippedMarks, '').toLowerCase();
  return onlyAscii.test(bare) ? bare : foldLetters(bare).normalize('NFC');
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

const onlyLatin = /^[\p{Script=Latin}\d]*$/u;

/** Made on first use: it takes half of the time to load this module. */
let graphemes: Intl.Segmenter | undefined;

/** The length of the original prefix that {@link normalize} maps to at least `normalized` units. */
export function originalLength(word: string, normalized: number): number {
  if (normalized === 0) return 0;
  // Normalization never drops Latin letters and digits, so equal length means that each became one character.
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
