/** Titles split at punctuation marks, without the name of the site, and as letters for comparison. */

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

/** Endings and beginnings with spaces around their mark. Without spaces, as in `Passport: fees`, it may be a part of the title. */
export const spacedEndings = (title: string) =>
  endings(title).filter((part) => /^\s+[^\p{L}\p{N}\s]+\s/u.test(part));
export const spacedBeginnings = (title: string) =>
  beginnings(title).filter((part) => /\s[^\p{L}\p{N}\s]+\s+$/u.test(part));

/** Removes a known name of the site at either end, or everything after the page's main heading. */
export function withoutSiteName(title: string, siteNames: (string | undefined)[], heading: string): string {
  const names = new Set(siteNames.map((name = '') => lettersOf(name)).filter((name) => name !== ''));
  const isSiteName = (part: string) => names.has(lettersOf(part));
  const start = spacedBeginnings(title).find(isSiteName);
  const ends = spacedEndings(title);
  const followsHeading = (part: string) =>
    title.slice(0, -part.length).toLowerCase() === heading.toLowerCase();
  const end = ends.find(isSiteName) ?? (start === undefined ? ends.find(followsHeading) : undefined);
  return (end === undefined ? title.slice(start?.length ?? 0) : title.slice(0, -end.length)).trim();
}

/** Words of a title, and the marks and spaces between them. */
function titleTokens(title: string): string[] {
  // All endings of a longer title would take much memory: their total length is the square of its length.
  if (title.length > 1000) return [];
  return title.match(/[\p{L}\p{N}\p{M}]+|[^\s\p{L}\p{N}\p{M}]+(?=\s)|[^\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** Letters and digits without accents and case. */
export function lettersOf(text: string): string {
  const letters = text.normalize('NFD').replaceAll(/[^\p{L}\p{N}]+/gu, '');
  return letters.toLowerCase();
}
