/** Scope of a crawl: hosts, a path prefix, and patterns of included and excluded addresses. */
import { hasRepeatingPath, MAX_ADDRESS_LENGTH } from './address.ts';

export interface ScopeOptions {
  /** Only addresses that match one of these patterns are indexed; all if empty. */
  include?: readonly string[];
  /** Addresses that match one of these patterns are not requested. */
  exclude?: readonly string[];
}

export interface Scope {
  /** Adds the host of an address. */
  allowHost(address: string): void;
  /** Reason not to request an address; undefined if it is in scope. */
  reject(address: string): string | undefined;
}

/** Patterns match the path and query, or the whole address if they begin with `http`; `*` is any text. */
export function crawlScope({ include = [], exclude = [] }: ScopeOptions): Scope {
  const hosts = new Set<string>();
  return {
    allowHost: (address) => hosts.add(new URL(address).host),
    reject(address) {
      const { host, pathname, search } = new URL(address);
      if (!hosts.has(host)) return `host ${host} is outside of the crawl`;
      if (address.length > MAX_ADDRESS_LENGTH)
        return `address is longer than ${MAX_ADDRESS_LENGTH} characters`;
      if (hasRepeatingPath(address)) return 'path repeats itself';
      const path = pathname + search;
      const matching = (patterns: readonly string[]) =>
        patterns.find((pattern) => matchesWildcards(pattern.startsWith('http') ? address : path, pattern));
      const excluded = matching(exclude);
      if (excluded !== undefined) return `excluded by ${excluded}`;
      if (include.length > 0 && matching(include) === undefined) return 'not included by a pattern';
      return undefined;
    },
  };
}

/** Whether the whole text matches; `*` stands for any characters. Takes linear time per part of the pattern. */
export function matchesWildcards(text: string, pattern: string): boolean {
  const parts = pattern.split('*');
  const last = parts.pop()!;
  if (parts.length === 0) return text === last;
  let position = 0;
  for (const [index, part] of parts.entries()) {
    const at = index === 0 && !text.startsWith(part) ? -1 : text.indexOf(part, position);
    if (at < 0) return false;
    position = at + part.length;
  }
  return text.length - position >= last.length && text.endsWith(last);
}
