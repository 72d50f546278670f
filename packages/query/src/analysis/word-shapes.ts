/** Shapes of words with special characters: `C++`, `C#`, `R&D`, `.NET`, `Bürger*innen`. */
import { GENDER_MARKS, genderMark } from './normalizer.ts';

/** Special characters except the dot, with the full-width forms of Chinese and Japanese texts. */
const signs = '+#&＋＃＆';
const specialCharacter = new RegExp(`[${signs}.．]`);
const joiners = `${signs}${GENDER_MARKS}`;

// Only letters with case; scripts without spaces have none.
const shapesWithSuffix = [
  // `C++`, `C++17`; `A+`, even with a combining mark, but not in `a+b`.
  /[\p{Lu}\p{Ll}]\p{M}{0,2}(?:[+＋]{2,}|[+＋](?![\p{L}\p{N}]))/uy,
  // `C#`, but not if it starts a name: `a#b`.
  /[\p{Lu}\p{Ll}][#＃](?![\p{Script=Latin}#＃])/uy,
  // `R&` at the end of the input, while it is typed.
  /[\p{Lu}\p{Ll}]{1,2}(?:[&＆][\p{Lu}\p{Ll}]{1,2})*[&＆]$/uy,
  // `R&D`, `AT&T`.
  /[\p{Lu}\p{Ll}]{1,2}(?:[&＆][\p{Lu}\p{Ll}]{1,2})+(?![\p{Lu}\p{Ll}\p{N}\p{M}])/uy,
];
/** `.NET`, but not after a word, sentence or bracket, where a space may be missing. */
const dotted = /(?<=^|(?![\p{Pe}\p{Pf}.．!?…%])[\s\p{P}\p{S}])[.．]\p{Script=Latin}/uy;

/** Whether a UTF-16 unit may be a special character before a word. */
export const isDot = (unit: string) => unit === '.' || unit === '．';
/** Whether a UTF-16 unit may join a word with special characters or letters after it. */
export const isJoiner = (unit: string) => joiners.includes(unit);

/** Maximum length of a word before special characters, in UTF-16 units. */
const MAX_JOINED_LENGTH = 4;

/** Returns the end of a token, including its special characters and the words that `&` joins to it. */
export function endOfShape(text: string, begin: number, end: number): number {
  const genderFormEnd = endOfGenderForm(text, end);
  if (genderFormEnd !== undefined) return genderFormEnd;
  if (end - begin > MAX_JOINED_LENGTH) return end;
  for (const shape of shapesWithSuffix) {
    shape.lastIndex = begin;
    if (shape.test(text)) return shape.lastIndex;
  }
  return end;
}

/** True if the dot at this offset belongs to the word after it. */
export function isLeadingDot(text: string, at: number): boolean {
  dotted.lastIndex = at;
  return dotted.test(text);
}

export const hasSpecialCharacters = (word: string): boolean => specialCharacter.test(word);

/** Splits a word at all special characters: `C++` into `C`, `k&r` into `k` and `r`. */
export function splitAtSpecialCharacters(word: string): string[] {
  return word.split(specialCharacter).filter((part) => part !== '');
}

/** Words that a document also contains, in order: `net` in `.NET`, `R` and `D` in `R&D`, `Bürger` in `Bürger*innen`; none in `C++`. */
export function subwords(word: string): string[] {
  if (!hasSpecialCharacters(word)) return [genderBase(word)].filter((base) => base !== undefined);
  const bare = isDot(word[0]!) ? word.slice(1) : word;
  if (/[#＃]|[+＋]{2}/.test(bare)) return bare === word ? [] : [bare];
  return bare.split(/[+＋&＆]/).filter((part) => part !== '');
}

/** Number of UTF-16 units between the words in `R & D`. */
export const AMPERSAND_GAP = 3;
/** True if the text contains `&` anywhere. */
export const hasAmpersand = (text: string): boolean => /[&＆]/.test(text);
const ampersandWithSpaces = /\s?[&＆]\s?/g;
const ampersandWord =
  /(?<![\p{L}\p{N}\p{M}])[\p{Lu}\p{Ll}]{1,2}[&＆](?:$|[\p{Lu}\p{Ll}]{1,2}(?![\p{Lu}\p{Ll}\p{N}\p{M}]))/u;

/** Whether `&` may join the word: `R` in `R & D`. */
export const isAmpersandPart = (word: string): boolean => word.length <= 2;

/** The text and its variants with all ampersands joined or separated: `R&D` and `R & D`. */
export function ampersandVariants(text: string): string[] {
  if (!hasAmpersand(text)) return [text];
  const [joined, separate] = ['&', ' & '].map((spelling) => text.replace(ampersandWithSpaces, spelling));
  return [...new Set([text, joined!, separate!])];
}

/** True if the text contains a word with `&`. */
export const hasAmpersandWord = (text: string): boolean => ampersandWord.test(text);

const genderEndingAt = new RegExp(`${genderMark}[\\p{L}\\p{M}\\p{N}]+`, 'uy');
const feminineEnding = new RegExp(`${genderMark}(?:[Ii]n(?:nen)?|INNEN)`, 'u');
/** A capital I within a word; in the singular only after endings of persons, unlike `LinkedIn`. */
const innerCapital = /(?<=\p{L}\p{Ll})Innen$|(?<=\p{L}(?:er|or|eur|ist|ent|ant))In$/u;

/** The end of the word whose gender mark is at this offset; undefined if there is no gender mark. */
function endOfGenderForm(text: string, at: number): number | undefined {
  genderEndingAt.lastIndex = at;
  return genderEndingAt.test(text) ? genderEndingAt.lastIndex : undefined;
}

/** The masculine form: `Bürger` of `Bürger*innen`; undefined for another word. */
export function genderBase(word: string): string | undefined {
  const base = word.replace(feminineEnding, '').replace(innerCapital, '');
  return base === word ? undefined : base;
}
