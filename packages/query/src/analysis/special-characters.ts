/** Special characters that belong to a token: `C++`, `C#`, `R&D`, `.NET`. All others separate words. */

import { genderBase } from './gender-forms.ts';

/** Chinese and Japanese texts use full-width forms. */
const SUFFIX_CHARACTERS = '+#&＋＃＆';
const dots = '.．';
const specialCharacter = /[+#&＋＃＆.．]/;

/** Scripts without spaces. The prolonged sound mark and half-width marks belong to several scripts. */
export const UNSPACED_SCRIPT =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

// Only letters with case: no script without spaces has any.
const withSuffix = [
  // `C++`, `C++17`; `A+`, also with a combining mark, but not in `a+b`.
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

/** Whether a UTF-16 unit may be a special character after or before a word. */
export const isSuffixCharacter = (unit: string) => SUFFIX_CHARACTERS.includes(unit);
export const isDot = (unit: string) => dots.includes(unit);

/** Maximum length of a word joined by `&`, in UTF-16 units. */
const MAX_JOINED_LENGTH = 4;

/** The end of a token, including its special characters and the words that these join. */
export function tokenEndWithSuffix(text: string, begin: number, end: number): number {
  if (end - begin > MAX_JOINED_LENGTH) return end;
  for (const tailed of withSuffix) {
    tailed.lastIndex = begin;
    if (tailed.test(text)) return tailed.lastIndex;
  }
  return end;
}

/** True if the dot at this offset belongs to the word after it. */
export function isLeadingDot(text: string, at: number): boolean {
  dotted.lastIndex = at;
  return dotted.test(text);
}

export function hasSpecialCharacters(word: string): boolean {
  return specialCharacter.test(word);
}

/** Splits a word at all special characters: `C++` into `C`, `k&r` into `k` and `r`. */
export function splitAtSpecialCharacters(word: string): string[] {
  return word.split(/[+#&＋＃＆.．]+/u).filter((part) => part !== '');
}

/**
 * Words that a document with this token also contains, in order: `net` in `.NET`, `R` and `D` in `R&D`, `A` in
 * `A+`, `Bürger` in `Bürger*innen`. `C++` and `C#` contain none.
 */
export function subwords(word: string): string[] {
  if (!hasSpecialCharacters(word)) return [genderBase(word) ?? []].flat();
  const bare = dots.includes(word[0]!) ? word.slice(1) : word;
  if (/[#＃]|[+＋]{2}/.test(bare)) return bare === word ? [] : [bare];
  return bare.split(/[+＋&＆]/).filter((part) => part !== '');
}
