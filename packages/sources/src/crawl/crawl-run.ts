/** State of one run of the crawler: decides what to visit next. */
import type { Item, SkippedOutcome, SourceState } from '../source.ts';
import { contentOwners } from './content-owners.ts';
import { type CrawlOptions, DEFAULT_MAX_DEPTH, DEFAULT_MAX_PAGES } from './crawl-options.ts';
import { discovery } from './discovery.ts';
import { type Entry, frontier as newFrontier } from './frontier.ts';
import { pageState } from './page-state.ts';
import { crawlScope } from './scope.ts';
import { siteAvailability } from './site-availability.ts';
import type { SitemapPage } from './site-files.ts';
import type { Visited } from './visit.ts';
import { item, visitOutcomes, type Waiting } from './visit-outcomes.ts';
import { visitsInFlight } from './visits-in-flight.ts';

export interface CrawlRun {
  /** Number of requests of the interrupted run. */
  readonly requested: number;
  allowHost(address: string): void;
  start(pages: readonly string[], listed: readonly SitemapPage[]): void;
  /** Addresses to visit. Each has to be settled, in this order; ends when nothing is left. */
  entries(signal: AbortSignal): AsyncIterable<Entry>;
  settle(entry: Entry, visited: Visited | { kind: 'limited' }): Iterable<Item>;
  report(address: string, outcome: SkippedOutcome, reason: string): Iterable<Item>;
  /** Items of the addresses that were not visited. */
  finish(): Iterable<Item>;
  progress(): { visited: number; known: number };
}

/** Addresses that a run remembers, for each page that it may request. */
const ADDRESSES_PER_PAGE = 20;
const MIN_ADDRESSES = 10_000;

export function crawlRun(options: CrawlOptions, { previous, current }: SourceState): CrawlRun {
  const { maxPages = DEFAULT_MAX_PAGES, maxDepth = DEFAULT_MAX_DEPTH, full = false } = options;
  const frontier = newFrontier();
  const scope = crawlScope(options);
  const maxAddresses = Math.max(MIN_ADDRESSES, maxPages * ADDRESSES_PER_PAGE);
  const found = discovery(frontier, scope, { maxDepth, maxAddresses });
  const owners = contentOwners(previous);
  const site = siteAvailability();
  let waiting: Waiting[] = [];
  const wait = (page: Waiting) => void waiting.push(page);
  const outcomes = visitOutcomes({ previous, owners, scope, found, maxPages, wait });
  const visits = visitsInFlight(next);
  let decided: Item[] = [];
  let settled = current.size;
  let hasPurged = false;

  function restore(): void {
    for (const [address, state] of current) {
      const { indexed, contentHash, ...rest } = pageState(state);
      site.restore(address);
      if (indexed) owners.claim(address, contentHash);
      found.restore(rest);
    }
  }

  /** Asks the pages of the last run again that no page of this one links to. */
  function purge(): void {
    hasPurged = true;
    for (const [address, state] of previous) {
      const { indexed, requested, depth } = pageState(state);
      if (frontier.has(address) || !(indexed || (requested && !full))) continue;
      const entry = { address, depth, hops: 0 };
      const reason = scope.reject(address);
      if (reason === undefined) frontier.addExact(entry);
      else if (indexed) {
        frontier.mark(address);
        decided.push(...outcomes.drop(entry, reason));
      }
    }
  }

  /** Decides the pages that waited: what they waited for is settled. */
  function decide(): void {
    const undecided = waiting;
    waiting = [];
    for (const { entry, on, reason, discovered } of undecided) {
      if (owners.isIndexed(on)) decided.push(...outcomes.drop(entry, reason, discovered));
      else frontier.again({ ...entry, final: true });
    }
  }

  function next(isBusy: boolean): Entry | undefined {
    const entry = frontier.shift();
    if (entry !== undefined || isBusy) return entry;
    if (!hasPurged) purge();
    else if (waiting.length > 0) decide();
    else return undefined;
    return next(isBusy);
  }

  return {
    requested: [...current.values()].filter((state) => pageState(state).requested).length,
    allowHost: scope.allowHost,
    start(pages, listed) {
      for (const address of pages) site.expectStart(address);
      // First, so that nothing that was read is visited again.
      for (const address of current.keys()) frontier.mark(address);
      for (const address of pages) frontier.addExact({ address, depth: 0, hops: 0, start: true });
      for (const { address, lastmod } of listed) {
        const reason = scope.reject(address);
        if (reason !== undefined) found.leaveOut(address, reason);
        else frontier.add({ address, depth: 0, hops: 0, lastmod });
      }
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
      yield* decided;
      decided = [];
      for (const [address, reason] of found.leftOut())
        yield item({ outcome: 'skipped', reason }, { address, depth: 0, hops: 0 }, { requested: false });
    },
  };
}
