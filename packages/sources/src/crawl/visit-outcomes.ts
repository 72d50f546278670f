/** Outcomes of visits: what each visit means for the document of the page. */
import type { AddressState, Document, Item, SkippedOutcome } from '../source.ts';
import type { ContentOwners } from './content-owners.ts';
import type { Discovered, Discovery } from './discovery.ts';
import type { Entry } from './frontier.ts';
import { type PageState, pageState } from './page-state.ts';
import type { Scope } from './scope.ts';
import type { SimilarPages } from './similar-pages.ts';
import type { VisitedPage, VisitOutcome } from './visit.ts';

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
  settle(entry: Entry, visited: VisitOutcome): Iterable<Item>;
  /** The page has no document, or loses it. */
  drop(entry: Entry, reason: string, discovered?: Discovered): Iterable<Item>;
}

interface Dependencies {
  previous: ReadonlyMap<string, AddressState>;
  owners: ContentOwners;
  scope: Scope;
  discovery: Discovery;
  similar: SimilarPages;
  maxPages: number;
  /** Called for a page that has to wait for another one. */
  wait(page: Waiting): void;
  /** Called for an address that leads to another one. */
  follow(address: string, to: string): void;
}

export function visitOutcomes({
  previous,
  owners,
  scope,
  discovery,
  similar,
  maxPages,
  wait,
  follow,
}: Dependencies): VisitOutcomes {
  const known = (address: string) => pageState(previous.get(address));

  function* drop(entry: Entry, reason: string, discovered: Discovered = {}): Iterable<Item> {
    const outcome = known(entry.address)?.indexed ? 'removed' : 'skipped';
    yield item({ outcome, reason }, entry, discovered);
  }

  /** Keeps the document of a page that was indexed. */
  function keep(entry: Entry, outcome: SkippedOutcome, reason: string, discovered: Discovered = {}): Item {
    const state = known(entry.address);
    if (state?.indexed) {
      similar.page(entry.address, state.contentHash);
      owners.claim(entry.address, state.contentHash);
    }
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
    const outOfScope = entry.start ? scope.rejectedByPattern(address) : undefined;
    if (outOfScope !== undefined) return yield* drop(entry, outOfScope, discovered);
    if (canonical !== undefined && !entry.final && isPlausible(canonical, address)) {
      const { found: added = [] } = discovery.exact({ address: canonical, depth: entry.depth, hops: 0 });
      discovered.found = [...(discovered.found ?? []), ...added];
      similar.leadsTo(address, canonical);
      follow(address, canonical);
      wait({ entry, on: canonical, reason: `canonical address is ${canonical}`, discovered });
      return;
    }
    similar.page(address, contentHash);
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

  /** Templates that name the start page of the site on all of its pages are common. */
  function isPlausible(canonical: string, address: string): boolean {
    const { pathname, search } = new URL(canonical);
    const isStartPage = pathname === '/' && search === '';
    return scope.reject(canonical) === undefined && !(isStartPage && new URL(address).pathname !== '/');
  }

  function* settleRedirect(entry: Entry, to: string): Iterable<Item> {
    if (entry.hops >= MAX_REDIRECTS)
      return yield* drop(entry, `more than ${MAX_REDIRECTS} redirects, the next to ${to}`);
    const rejected = scope.reject(to);
    if (rejected !== undefined) return yield* drop(entry, `redirects to ${to}: ${rejected}`);
    const { depth, hops, start } = entry;
    const discovered = discovery.exact({ address: to, depth, hops: hops + 1, ...(start && { start }) });
    const isLoop = to === entry.address;
    similar.leadsTo(entry.address, to);
    follow(entry.address, to);
    yield* drop(entry, isLoop ? 'redirects to itself' : `redirects to ${to}`, discovered);
  }

  function* settleVisit(entry: Entry, visited: VisitOutcome): Iterable<Item> {
    discovery.include(entry.address);
    switch (visited.kind) {
      case 'page':
        return yield* settlePage(entry, visited);
      case 'not-modified':
        return yield keep(entry, 'unchanged', 'not modified');
      case 'redirect':
        return yield* settleRedirect(entry, visited.to);
      case 'sitemap': {
        const reason = `sitemap of ${visited.pages.length} pages`;
        return yield* drop(entry, reason, discovery.listed(visited.pages));
      }
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
