/** Titles split at punctuation marks, and the letters of a text, for comparison. */

/** A separator needs a punctuation mark, because pages may share a word: `Install guide`, `User guide`. */
const TITLE_SEPARATOR = /[^\p{L}\p{N}\p{M}\s'’]/u;

/** Parts of a title from each separator to the end; the longest comes first. */
export function endings(title: string): string[] {
  const tokens = titleTokens(title);
  return tokens.flatMap((token, i) => (i > 0 && TITLE_SEPARATOR.test(token) ? tokens.slice(i).join('') : []));
}

/** Parts of a title from the start to each separator, the shortest first. */
export function beginnings(title: string): string[] {
  const tokens = titleTokens(title);
  return tokens.flatMap((token, i) =>
    i > 0 && i < tokens.length - 1 && TITLE_SEPARATOR.test(token) ? tokens.slice(0, i + 1).join('') : [],
  );
}

function titleTokens(title: string): string[] {
  // All parts of a title together would have the square of its length.
  if (title.length > 1000) return [];
  return title.match(/[\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** Letters and digits without accents and case. */
export function lettersOf(text: string): string {
  const letters = text.normalize('NFD').replaceAll(/[^\p{L}\p{N}]+/gu, '');
  return letters.toLowerCase();
}
