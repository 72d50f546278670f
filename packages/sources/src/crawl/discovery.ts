/** Discovery of addresses: what to visit, and the reasons why others are left out. */
import { normalizeAddress } from './address.ts';
import type { Entry, Frontier } from './frontier.ts';
import type { PageState } from './page-state.ts';
import type { Scope } from './scope.ts';
import type { FoundLink } from './visit.ts';

export type Discovered = Pick<PageState, 'found' | 'leftOut'>;

export interface Discovery {
  /** Adds the links of a page. Returns what is new. */
  links(links: readonly FoundLink[], depth: number): Discovered;
  /** Adds one address, even if it differs little from a known one. */
  exact(entry: Entry): Discovered;
  leaveOut(address: string, reason: string): void;
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
  limits: { maxDepth: number; maxAddresses: number },
): Discovery {
  const reasons = new Map<string, string>();
  let overflow = 0;

  function isFull(address: string): boolean {
    if (frontier.size + reasons.size < limits.maxAddresses) return false;
    overflow += 1;
    // One of them stands for all.
    if (overflow === 1) reasons.set(address, '');
    return true;
  }

  function reject({ address, nofollow }: FoundLink, depth: number): string | undefined {
    const reason = scope.reject(address);
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
        const entry = { address, depth, hops: 0 };
        let reason = reject(link, depth);
        if (reason === undefined) {
          const same = frontier.add(entry);
          found.push(entry);
          if (same !== undefined) reason = `same page as ${same}`;
        }
        if (reason === undefined || reasons.get(address) === reason) continue;
        reasons.set(address, reason);
        leftOut.push([address, reason]);
      }
      return { found, leftOut };
    },
    exact(entry) {
      return frontier.addExact(entry) ? { found: [entry] } : {};
    },
    leaveOut: (address, reason) => reasons.set(address, reason),
    include: (address) => reasons.delete(address),
    restore({ found = [], leftOut = [] }) {
      for (const entry of found) {
        const address = normalizeAddress(entry.address);
        if (address !== null) (entry.hops > 0 ? frontier.addExact : frontier.add)(entry);
      }
      for (const [address, reason] of leftOut) reasons.set(address, reason);
    },
    *leftOut() {
      for (const [address, reason] of reasons) {
        if (frontier.has(address)) continue;
        yield [
          address,
          reason ||
            `more than ${limits.maxAddresses} addresses: this and ${overflow - 1} others are left out`,
        ];
      }
    },
  };
}
