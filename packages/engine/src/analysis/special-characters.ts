/**
 * Signs that belong to a word, since it would be another one without them: `C++`, `C#`, `R&D`, `.NET`. All other signs only
 * part words.
 */

/** Signs are of full width in Chinese and Japanese texts, too. */
const tailSigns = '+#&＋＃＆';
const dots = '.．';
const anySign = /[+#&＋＃＆.．]/;

/** Scripts written without spaces. The prolonged sound mark of コンピュータ, and marks of half width, belong to several. */
export const UNSPACED_SCRIPT =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

// Letters are those that there are great and small: no script that is written without spaces has any.
const withTail = [
  // `C++`, `C++17`; `A+`, also `é+` in two signs, but not in `a+b`.
  /[\p{Lu}\p{Ll}]\p{M}{0,2}(?:[+＋]{2,}|[+＋](?![\p{L}\p{N}]))/uy,
  // `C#`, but not what leads to a name: `a#b`.
  /[\p{Lu}\p{Ll}][#＃](?![\p{Script=Latin}#＃])/uy,
  // `R&` at the end of a text, which is being typed.
  /[\p{Lu}\p{Ll}]{1,2}(?:[&＆][\p{Lu}\p{Ll}]{1,2})*[&＆]$/uy,
  // `R&D`, `AT&T`.
  /[\p{Lu}\p{Ll}]{1,2}(?:[&＆][\p{Lu}\p{Ll}]{1,2})+(?![\p{Lu}\p{Ll}\p{N}\p{M}])/uy,
];
/** `.NET`, but not where a word, a sentence or a bracket ends and a blank may be missing. */
const dotted = /(?<=^|(?![\p{Pe}\p{Pf}.．!?…%])[\s\p{P}\p{S}])[.．]\p{Script=Latin}/uy;

/** Units that may be a sign behind a word, and before one. */
export const isSuffixCharacter = (unit: string) => tailSigns.includes(unit);
export const isDot = (unit: string) => dots.includes(unit);

/** The longest word that others are joined to by `&`, in UTF-16 units. */
const longestTailed = 4;

/** Where the word between two places ends with the signs that belong to it, and what these join to it. */
export function tokenEndWithSuffix(text: string, begin: number, end: number): number {
  if (end - begin > longestTailed) return end;
  for (const tailed of withTail) {
    tailed.lastIndex = begin;
    if (tailed.test(text)) return tailed.lastIndex;
  }
  return end;
}

/** True where the dot at a place belongs to the word behind it. */
export function isLeadingDot(text: string, at: number): boolean {
  dotted.lastIndex = at;
  return dotted.test(text);
}

export function hasSpecialCharacters(word: string): boolean {
  return anySign.test(word);
}

/** What is left of a word where all signs part words: `C` of `C++`, `k` and `r` of `k&r`. */
export function splitAtSpecialCharacters(word: string): string[] {
  return word.split(/[+#&＋＃＆.．]+/u).filter((part) => part !== '');
}

/**
 * What a text with this word says besides, in its order: `net` in `.NET`, `R` and `D` in `R&D`, `A` in `A+`; nothing in
 * `C++` and `C#`, which are no C.
 */
export function subwords(word: string): string[] {
  if (!hasSpecialCharacters(word)) return [];
  const bare = dots.includes(word[0]!) ? word.slice(1) : word;
  if (/[#＃]|[+＋]{2}/.test(bare)) return bare === word ? [] : [bare];
  return bare.split(/[+＋&＆]/).filter((part) => part !== '');
}
