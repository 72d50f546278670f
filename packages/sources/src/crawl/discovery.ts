/** Discovery of addresses: what to visit, and the reasons why others are left out. */
import type { Entry, Frontier } from './frontier.ts';
import type { PageState } from './page-state.ts';
import type { Scope } from './scope.ts';
import type { SitemapPage } from './sitemap.ts';
import type { FoundLink } from './visit.ts';

export type Discovered = Pick<PageState, 'found' | 'leftOut'>;

export interface Discovery {
  /** Adds the links of a page. Returns what is new. */
  links(links: readonly FoundLink[], depth: number): Discovered;
  /** Adds one address, even if it differs little from a known one. */
  exact(entry: Entry): Discovered;
  /** Adds the pages of a sitemap. Returns what is new. */
  listed(pages: readonly SitemapPage[]): Discovered;
  /** Forgets the reason, because the address is visited after all. */
  include(address: string): void;
  /** Repeats what an interrupted run found. */
  restore(discovered: Discovered): void;
  /** Addresses that are not visited, with the reasons. */
  leftOut(): Iterable<[address: string, reason: string]>;
}

export function discovery(
  frontier: Frontier,
  scope: Scope,
  limits: { maxDepth: number; maxAddresses: number; maxCharacters: number },
): Discovery {
  const reasons = new Map<string, string>();
  let reasonsLength = 0;
  let overflow = 0;

  function leaveOut(address: string, reason: string): void {
    reasons.set(address, reason);
    reasonsLength += address.length;
  }

  function isFull(address: string): boolean {
    const isRoomLeft = frontier.size + reasons.size < limits.maxAddresses;
    if (isRoomLeft && frontier.length + reasonsLength < limits.maxCharacters) return false;
    overflow += 1;
    // One of them stands for all.
    if (overflow === 1) leaveOut(address, '');
    return true;
  }

  function reject({ address, nofollow, overflow }: FoundLink, depth: number): string | undefined {
    const reason = overflow ?? scope.reject(address);
    if (reason !== undefined) return reason;
    if (nofollow) return 'nofollow';
    return depth > limits.maxDepth ? `more than ${limits.maxDepth} links from a start address` : undefined;
  }

  return {
    links(links, depth) {
      const found: Entry[] = [];
      const leftOut: [string, string][] = [];
      for (const link of links) {
        const { address } = link;
        if (frontier.has(address) || (reasons.has(address) && reasons.get(address) !== 'nofollow')) continue;
        if (isFull(address)) continue;
        const known = frontier.known(address);
        const reason = known === undefined ? reject(link, depth) : `same page as ${known}`;
        if (reason === undefined) {
          const entry = { address, depth, hops: 0 };
          frontier.add(entry);
          found.push(entry);
        } else if (reasons.get(address) !== reason) {
          leaveOut(address, reason);
          leftOut.push([address, reason]);
        }
      }
      return { found, leftOut };
    },
    exact(entry) {
      return frontier.addExact(entry) ? { found: [entry] } : {};
    },
    listed(pages) {
      const found: Entry[] = [];
      for (const { address, lastmod } of pages) {
        if (frontier.known(address) !== undefined || reasons.has(address) || isFull(address)) continue;
        const entry = { address, depth: 0, hops: 0, lastmod };
        const reason = scope.reject(address);
        if (reason !== undefined) leaveOut(address, reason);
        else {
          frontier.add(entry);
          found.push(entry);
        }
      }
      return { found };
    },
    include: (address) => reasons.delete(address),
    restore({ found = [], leftOut = [] }) {
      for (const entry of found) (entry.hops > 0 ? frontier.addExact : frontier.add)(entry);
      for (const [address, reason] of leftOut) leaveOut(address, reason);
    },
    *leftOut() {
      for (const [address, reason] of reasons) {
        if (frontier.has(address)) continue;
        yield [address, reason || `too many addresses: this and ${overflow - 1} others are left out`];
      }
    },
  };
}
