/** State of one run of the crawler: decides what to visit next. */
import type { Item, SkippedOutcome, SourceState } from '../source.ts';
import { contentOwners } from './content-owners.ts';
import { type CrawlOptions, DEFAULT_MAX_DEPTH, DEFAULT_MAX_PAGES } from './crawl-options.ts';
import { deferredVisits } from './deferred-visits.ts';
import { discovery as newDiscovery } from './discovery.ts';
import { type Entry, frontier as newFrontier } from './frontier.ts';
import { pageState } from './page-state.ts';
import { crawlScope } from './scope.ts';
import { siteAvailability } from './site-availability.ts';
import type { SitemapPage } from './sitemap.ts';
import type { VisitOutcome } from './visit.ts';
import { item, visitOutcomes, type Waiting } from './visit-outcomes.ts';
import { visitsInFlight } from './visits-in-flight.ts';

export interface CrawlRun {
  /** Number of requests of the interrupted run. */
  readonly requested: number;
  allowHost(address: string): void;
  start(pages: readonly string[], listed: readonly SitemapPage[]): void;
  /** Addresses to visit. Each has to be settled, in this order; ends when nothing is left. */
  entries(signal: AbortSignal): AsyncIterable<Entry>;
  settle(entry: Entry, visited: VisitOutcome): Iterable<Item>;
  report(address: string, outcome: SkippedOutcome, reason: string): Iterable<Item>;
  /** Items of the addresses that were not visited. */
  finish(): Iterable<Item>;
  progress(): { visited: number; known: number };
}

/** Addresses that a run remembers, for each page that it may request. */
const ADDRESSES_PER_PAGE = 10;
const MIN_ADDRESSES = 10_000;
const MAX_ADDRESS_CHARACTERS = 20_000_000;

export function crawlRun(options: CrawlOptions, { previous, current }: SourceState): CrawlRun {
  const { maxPages = DEFAULT_MAX_PAGES, maxDepth = DEFAULT_MAX_DEPTH, full = false } = options;
  const frontier = newFrontier();
  const scope = crawlScope(options);
  const maxAddresses = Math.max(MIN_ADDRESSES, maxPages * ADDRESSES_PER_PAGE);
  const discovery = newDiscovery(frontier, scope, {
    maxDepth,
    maxAddresses,
    maxCharacters: MAX_ADDRESS_CHARACTERS,
  });
  const owners = contentOwners(previous);
  const site = siteAvailability();
  const wait = (page: Waiting) => deferred.wait(page);
  const follow = (address: string, to: string) => deferred.follow(address, to);
  const { similar } = frontier;
  const outcomes = visitOutcomes({ previous, owners, scope, discovery, similar, maxPages, wait, follow });
  const deferred = deferredVisits({ previous, full, frontier, scope, owners, drop: outcomes.drop });
  const visits = visitsInFlight(next);
  let settled = current.size;

  function restore(): void {
    for (const [address, state] of current) {
      const { indexed, contentHash, ...rest } = pageState(state);
      site.restore(address);
      if (indexed) {
        similar.page(address, contentHash);
        owners.claim(address, contentHash);
      }
      discovery.restore(rest);
    }
  }

  function next(isBusy: boolean): Entry | undefined {
    for (let entry = frontier.shift(); entry !== undefined; entry = frontier.shift()) {
      const page = entry.start || entry.final ? undefined : similar.pageLike(entry.address);
      if (page === undefined || !owners.isIndexed(page)) return entry;
      deferred.leaveOut(entry, `same page as ${page}`);
    }
    return !isBusy && deferred.queue() ? next(isBusy) : undefined;
  }

  return {
    requested: [...current.values()].filter((state) => pageState(state).requested).length,
    allowHost: scope.allowHost,
    start(pages, listed) {
      for (const address of pages) site.expectStart(address);
      // First, so that nothing that was read is visited again.
      for (const address of current.keys()) frontier.mark(address);
      for (const address of pages) frontier.addExact({ address, depth: 0, hops: 0, start: true });
      discovery.listed(listed);
      restore();
    },
    entries: visits.entries,
    *settle(entry, visited) {
      let isSettled = false;
      try {
        site.check(entry.address, visited);
        yield* outcomes.settle(entry, visited);
        isSettled = true;
      } finally {
        // `entries` waits for this also after an error or if the reader stops.
        settled += 1;
        visits.settled(isSettled);
      }
    },
    *report(address, outcome, reason) {
      yield item({ outcome, reason }, { address, depth: 0, hops: 0 }, { requested: false });
    },
    progress: () => ({ visited: settled, known: Math.max(settled, frontier.size) }),
    *finish() {
      options.onUnusedPatterns?.(scope.unusedPatterns());
      yield* deferred.decided();
      for (const [address, reason] of discovery.leftOut())
        yield item({ outcome: 'skipped', reason }, { address, depth: 0, hops: 0 }, { requested: false });
    },
  };
}
