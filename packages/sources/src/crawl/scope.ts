/** Scope of a crawl: hosts, and patterns of included and excluded addresses. */
import { decodeUnreserved, hasRepeatingPath, MAX_ADDRESS_LENGTH } from './address.ts';

export interface ScopeOptions {
  /** Only addresses that match one of these patterns are indexed; all if empty. */
  include?: readonly string[];
  /** Addresses that match one of these patterns are not requested. */
  exclude?: readonly string[];
  /** Address of a folder, to which patterns may be relative. */
  base?: string;
}

export type Scope = ReturnType<typeof crawlScope>;

export function crawlScope({ include = [], exclude = [], base }: ScopeOptions) {
  const hosts = new Set<string>();
  const unused = new Set([...include, ...exclude]);

  function match(patterns: readonly string[], address: string): string | undefined {
    const pattern = patterns.find((candidate) => matchesPattern(address, candidate, base));
    if (pattern !== undefined) unused.delete(pattern);
    return pattern;
  }

  /** The reason if a pattern excludes an address from the index; undefined otherwise. */
  function rejectedByPattern(address: string): string | undefined {
    const isIncluded = include.length === 0 || match(include, address) !== undefined;
    const excluded = match(exclude, address);
    if (excluded !== undefined) return `excluded by ${excluded}`;
    return isIncluded ? undefined : 'not included by a pattern';
  }

  return {
    /** Adds the host of an address, with and without `www.`. */
    allowHost: (address: string) => hosts.add(siteOf(address)),
    /** Reason not to request an address; undefined if it is in scope. */
    reject(address: string): string | undefined {
      if (!hosts.has(siteOf(address))) return `host ${new URL(address).host} is outside of the crawl`;
      if (address.length > MAX_ADDRESS_LENGTH)
        return `address is longer than ${MAX_ADDRESS_LENGTH} characters`;
      return hasRepeatingPath(address) ? 'path repeats itself' : rejectedByPattern(address);
    },
    rejectedByPattern,
    unusedPatterns: () => [...unused],
  };
}

function siteOf(address: string): string {
  return new URL(address).host.replace(/^www\./, '');
}

/** Whether an address matches: `http…` stands for whole addresses, `/news/*` for paths, `news/*` for paths anywhere below. */
export function matchesPattern(address: string, pattern: string, base?: string): boolean {
  const { pathname, search } = new URL(address);
  const paths = [pathname + search, pathname];
  // The path below the folder begins with the slash that ends the address of the folder.
  if (base !== undefined && address.startsWith(base)) paths.push(address.slice(base.length - 1));
  const texts = (/^https?:/i.test(pattern) ? [address] : paths).map(unescaped);
  return globsOf(unescaped(pattern)).some((glob) => texts.some((text) => matchesWildcards(text, glob)));
}

/** Globs for a pattern; `*` is any text. A pattern without `*` stands for a page, with or without query, and all below it. */
function globsOf(pattern: string): string[] {
  const rooted = /^(?:\/|\*|\?|https?:)/i.test(pattern) ? pattern : `*/${pattern}`;
  const absolute = rooted.startsWith('?') ? `*${rooted}` : rooted;
  if (pattern.includes('*') || pattern === '/') return [absolute];
  const subtree = absolute.endsWith('/') ? `${absolute}*` : `${absolute}/*`;
  return [absolute, subtree, `${absolute}?*`];
}

/** Decodes letters outside ASCII, as people write them in patterns. */
function unescaped(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return decodeUnreserved(text);
  }
}

/** Whether the whole text matches; `*` stands for any characters. Takes linear time per part of the pattern. */
export function matchesWildcards(text: string, pattern: string): boolean {
  const literals = pattern.split('*');
  const lastLiteral = literals.pop()!;
  if (literals.length === 0) return text === lastLiteral;
  let position = 0;
  for (const [index, literal] of literals.entries()) {
    const start = index === 0 && !text.startsWith(literal) ? -1 : text.indexOf(literal, position);
    if (start < 0) return false;
    position = start + literal.length;
  }
  return text.length - position >= lastLiteral.length && text.endsWith(lastLiteral);
}
