/** Outcomes of visits: what each visit means for the document of the page. */
import type { AddressState, Document, Item, SkippedOutcome } from '../source.ts';
import type { ContentOwners } from './content-owners.ts';
import type { Discovered, Discovery } from './discovery.ts';
import type { Entry } from './frontier.ts';
import { type PageState, pageState } from './page-state.ts';
import type { Scope } from './scope.ts';
import type { Visited, VisitedPage } from './visit.ts';

/** In a row, before a page. */
export const MAX_REDIRECTS = 10;

/** A page whose outcome depends on another one. */
export interface Waiting {
  entry: Entry;
  on: string;
  reason: string;
  discovered: Discovered;
}

export interface VisitOutcomes {
  settle(entry: Entry, visited: Visited | { kind: 'limited' }): Iterable<Item>;
  /** The page has no document, or loses it. */
  drop(entry: Entry, reason: string, discovered?: Discovered): Iterable<Item>;
}

interface Dependencies {
  previous: ReadonlyMap<string, AddressState>;
  owners: ContentOwners;
  scope: Scope;
  discovery: Discovery;
  maxPages: number;
  /** Called for a page that has to wait for another one. */
  wait(page: Waiting): void;
}

export function visitOutcomes({
  previous,
  owners,
  scope,
  discovery,
  maxPages,
  wait,
}: Dependencies): VisitOutcomes {
  const known = (address: string) => pageState(previous.get(address));

  function* drop(entry: Entry, reason: string, discovered: Discovered = {}): Iterable<Item> {
    const outcome = known(entry.address)?.indexed ? 'removed' : 'skipped';
    yield item({ outcome, reason }, entry, discovered);
  }

  /** Keeps the document of a page that was indexed. */
  function keep(entry: Entry, outcome: SkippedOutcome, reason: string, discovered: Discovered = {}): Item {
    const state = known(entry.address);
    if (state?.indexed) owners.claim(entry.address, state.contentHash);
    return item({ outcome, reason }, entry, {
      ...state,
      lastmod: entry.lastmod ?? state?.lastmod,
      ...discovered,
    });
  }

  function* settlePage(entry: Entry, page: VisitedPage): Iterable<Item> {
    const { address } = entry;
    const { canonical, contentHash, hash, etag, lastModified, document } = page;
    const discovered = discovery.links(page.links, entry.depth + 1);
    if (canonical !== undefined && !entry.final && scope.reject(canonical) === undefined) {
      const { found: added = [] } = discovery.exact({ address: canonical, depth: entry.depth, hops: 0 });
      discovered.found = [...(discovered.found ?? []), ...added];
      wait({ entry, on: canonical, reason: `canonical address is ${canonical}`, discovered });
      return;
    }
    const owner = owners.ownerOf(contentHash) ?? address;
    if (owner !== address) {
      const reason = `same content as ${owner}`;
      if (owners.isIndexed(owner)) return yield* drop(entry, reason, discovered);
      // The owner has not been visited in this run, or is not indexed any more.
      if (!entry.final) return wait({ entry, on: owner, reason, discovered });
    }
    owners.claim(address, contentHash);
    const state = { indexed: true, hash, contentHash, etag, lastModified, ...discovered };
    const isSame = known(address)?.indexed && known(address)?.hash === hash;
    yield item(isSame ? { outcome: 'unchanged', reason: 'same content' } : document, entry, state);
  }

  function* settleRedirect(entry: Entry, to: string): Iterable<Item> {
    if (entry.hops >= MAX_REDIRECTS)
      return yield* drop(entry, `more than ${MAX_REDIRECTS} redirects, the next to ${to}`);
    if (entry.start && isSameSite(entry.address, to)) scope.allowHost(to);
    const rejected = scope.reject(to);
    if (rejected !== undefined) return yield* drop(entry, `redirects to ${to}: ${rejected}`);
    const { depth, hops, start } = entry;
    const discovered = discovery.exact({ address: to, depth, hops: hops + 1, ...(start && { start }) });
    const isLoop = to === entry.address;
    yield* drop(entry, isLoop ? 'redirects to itself' : `redirects to ${to}`, discovered);
  }

  function* settleVisit(entry: Entry, visited: Visited | { kind: 'limited' }): Iterable<Item> {
    if (entry.linkedAs === undefined) discovery.include(entry.address);
    switch (visited.kind) {
      case 'page':
        return yield* settlePage(entry, visited);
      case 'not-modified':
        return yield keep(entry, 'unchanged', 'not modified');
      case 'redirect':
        return yield* settleRedirect(entry, visited.to);
      case 'excluded':
        return yield* drop(entry, visited.reason, discovery.links(visited.links ?? [], entry.depth + 1));
      case 'failed':
        return yield keep(entry, 'failed', visited.reason);
      case 'limited': {
        const reason = `not requested: limit of ${maxPages} pages`;
        return yield keep(entry, known(entry.address)?.indexed ? 'unchanged' : 'skipped', reason);
      }
    }
  }

  return { settle: settleVisit, drop };
}

export function item(
  each: Document | { outcome: SkippedOutcome; reason: string },
  { address, depth, lastmod }: Entry,
  state: Partial<PageState> & Discovered,
): Item {
  const kept = { indexed: false, requested: true, depth, lastmod, ...state } as unknown as AddressState;
  return { item: 'outcome' in each ? { address, ...each } : each, state: kept };
}

/** Hosts that differ in `www.` only. */
function isSameSite(one: string, other: string): boolean {
  const [first, second] = [one, other].map((address) => new URL(address).host.replace(/^www\./, ''));
  return first === second;
}
