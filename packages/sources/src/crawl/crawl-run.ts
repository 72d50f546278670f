/** State of one run of the crawler: decides what to visit next and what each visit means. */
import type { AddressState, Document, Item, SkippedOutcome, SourceState } from '../source.ts';
import { normalizeAddress } from './address.ts';
import { type CrawlOptions, DEFAULT_MAX_DEPTH, DEFAULT_MAX_PAGES } from './crawl-options.ts';
import { type Discovered, discovery } from './discovery.ts';
import { type Entry, frontier as newFrontier } from './frontier.ts';
import { type PageState, pageState } from './page-state.ts';
import { crawlScope } from './scope.ts';
import type { SitemapPage } from './site-files.ts';
import type { Visited, VisitedPage } from './visit.ts';

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

const MAX_REDIRECTS = 10;
/** Consecutive visits without a response, after which the run is given up. */
const MAX_UNREACHABLE = 20;
/** Addresses that a run remembers, for each page that it may request. */
const ADDRESSES_PER_PAGE = 20;
const MIN_ADDRESSES = 10_000;

/** A page whose outcome depends on another one. */
interface Waiting {
  entry: Entry;
  on: string;
  reason: string;
  discovered: Discovered;
}

export function crawlRun(options: CrawlOptions, { previous, current }: SourceState): CrawlRun {
  const { maxPages = DEFAULT_MAX_PAGES, maxDepth = DEFAULT_MAX_DEPTH, full = false } = options;
  const frontier = newFrontier();
  const scope = crawlScope(options);
  const maxAddresses = Math.max(MIN_ADDRESSES, maxPages * ADDRESSES_PER_PAGE);
  const found = discovery(frontier, scope, { maxDepth, maxAddresses });
  const known = (address: string) => pageState(previous.get(address));
  /** Addresses by the digest of their content; of the last run until they are visited in this one. */
  const owners = new Map<string, string>();
  const indexed = new Set<string>();
  const startsLeft = new Set<string>();
  let waiting: Waiting[] = [];
  let decided: Item[] = [];
  let inFlight = 0;
  let settled = current.size;
  let unreachable = 0;
  let hasPurged = false;
  let responded = false;
  let failed = false;
  let wake: () => void = () => undefined;

  for (const [address, state] of previous) {
    const { indexed: wasIndexed, contentHash } = state as unknown as PageState;
    if (wasIndexed && contentHash !== undefined && !owners.has(contentHash)) owners.set(contentHash, address);
  }

  function restore(): void {
    for (const [address, state] of current) {
      const { indexed: isIndexed, contentHash, ...rest } = state as unknown as PageState;
      startsLeft.delete(address);
      responded = true;
      if (isIndexed) claim(address, contentHash);
      found.restore(rest);
    }
  }

  function claim(address: string, contentHash: string | undefined): void {
    indexed.add(address);
    if (contentHash !== undefined) owners.set(contentHash, address);
  }

  function item(
    each: Document | { outcome: SkippedOutcome; reason: string },
    { address, depth, lastmod }: Entry,
    state: Partial<PageState> & Discovered,
  ): Item {
    const kept = { indexed: false, requested: true, depth, lastmod, ...state } as unknown as AddressState;
    return { item: 'outcome' in each ? { address, ...each } : each, state: kept };
  }

  function* drop(entry: Entry, reason: string, discovered: Discovered = {}): Iterable<Item> {
    const outcome = known(entry.address)?.indexed ? 'removed' : 'skipped';
    yield item({ outcome, reason }, entry, discovered);
  }

  /** Keeps the document of a page that was indexed. */
  function keep(entry: Entry, outcome: SkippedOutcome, reason: string, discovered: Discovered = {}): Item {
    const state = known(entry.address);
    if (state?.indexed) claim(entry.address, state.contentHash);
    return item({ outcome, reason }, entry, {
      ...state,
      lastmod: entry.lastmod ?? state?.lastmod,
      ...discovered,
    });
  }

  function* settlePage(entry: Entry, page: VisitedPage): Iterable<Item> {
    const { address } = entry;
    const { canonical, contentHash, hash, etag, lastModified, document } = page;
    const discovered = found.links(page.links, entry.depth + 1);
    if (canonical !== undefined && !entry.final && scope.reject(canonical) === undefined) {
      const { found: added = [] } = found.exact({ address: canonical, depth: entry.depth, hops: 0 });
      discovered.found = [...(discovered.found ?? []), ...added];
      waiting.push({ entry, on: canonical, reason: `canonical address is ${canonical}`, discovered });
      return;
    }
    const owner = owners.get(contentHash) ?? address;
    if (owner !== address) {
      const reason = `same content as ${owner}`;
      if (indexed.has(owner)) return yield* drop(entry, reason, discovered);
      // The owner has not been visited in this run, or is not indexed any more.
      if (!entry.final) return void waiting.push({ entry, on: owner, reason, discovered });
    }
    claim(address, contentHash);
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
    const discovered = found.exact({ address: to, depth, hops: hops + 1, ...(start && { start }) });
    const isLoop = to === entry.address;
    yield* drop(entry, isLoop ? 'redirects to itself' : `redirects to ${to}`, discovered);
  }

  /** Throws if nothing responds: then nothing is known about the pages. */
  function checkResponse(entry: Entry, visited: Visited | { kind: 'limited' }): void {
    const hasFailed = visited.kind === 'failed';
    responded ||= !hasFailed;
    unreachable = hasFailed && visited.unreachable ? unreachable + 1 : 0;
    const wasLastStart = startsLeft.delete(entry.address) && startsLeft.size === 0;
    if (!hasFailed) return;
    if (wasLastStart && !responded) throw new Error(`${entry.address}: ${visited.reason}`);
    if (unreachable >= MAX_UNREACHABLE)
      throw new Error(`${new URL(entry.address).host} does not respond any more: ${visited.reason}`);
  }

  function* settleVisit(entry: Entry, visited: Visited | { kind: 'limited' }): Iterable<Item> {
    if (entry.linkedAs === undefined) found.include(entry.address);
    switch (visited.kind) {
      case 'page':
        return yield* settlePage(entry, visited);
      case 'not-modified':
        return yield keep(entry, 'unchanged', 'not modified');
      case 'redirect':
        return yield* settleRedirect(entry, visited.to);
      case 'excluded':
        return yield* drop(entry, visited.reason, found.links(visited.links ?? [], entry.depth + 1));
      case 'failed':
        return yield keep(entry, 'failed', visited.reason);
      case 'limited': {
        const reason = `not requested: limit of ${maxPages} pages`;
        return yield keep(entry, known(entry.address)?.indexed ? 'unchanged' : 'skipped', reason);
      }
    }
  }

  /** Asks the pages of the last run again that no page of this one links to. */
  function purge(): void {
    hasPurged = true;
    for (const [address, state] of previous) {
      const { indexed: wasIndexed, requested, depth } = state as unknown as PageState;
      if (frontier.has(address) || !(wasIndexed || (requested && !full))) continue;
      const entry = { address, depth, hops: 0 };
      const reason = scope.reject(address);
      if (reason === undefined) frontier.addExact(entry);
      else if (wasIndexed) {
        frontier.mark(address);
        decided.push(...drop(entry, reason));
      }
    }
  }

  /** Decides the pages that waited: what they waited for is settled. */
  function decide(): void {
    const undecided = waiting;
    waiting = [];
    for (const { entry, on, reason, discovered } of undecided) {
      if (indexed.has(on)) decided.push(...drop(entry, reason, discovered));
      else frontier.again({ ...entry, final: true });
    }
  }

  function next(): Entry | undefined {
    const entry = frontier.shift();
    if (entry !== undefined || inFlight > 0) return entry;
    if (!hasPurged) purge();
    else if (waiting.length > 0) decide();
    else return undefined;
    return next();
  }

  return {
    requested: [...current.values()].filter((state) => (state as unknown as PageState).requested).length,
    allowHost: scope.allowHost,
    start(pages, listed) {
      for (const address of pages) startsLeft.add(address);
      // First, so that nothing that was read is visited again.
      for (const address of current.keys()) frontier.mark(address);
      for (const address of pages) frontier.addExact({ address, depth: 0, hops: 0, start: true });
      for (const { address: written, lastmod } of listed) {
        const address = normalizeAddress(written);
        if (address === null) continue;
        const reason = scope.reject(address);
        if (reason !== undefined) found.leaveOut(address, reason);
        else frontier.add({ address, depth: 0, hops: 0, lastmod });
      }
      restore();
    },
    async *entries(signal) {
      for (;;) {
        signal.throwIfAborted();
        if (failed) return;
        const entry = next();
        if (entry !== undefined) {
          inFlight += 1;
          yield entry;
        } else if (inFlight === 0) return;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    },
    *settle(entry, visited) {
      let isSettled = false;
      try {
        checkResponse(entry, visited);
        yield* settleVisit(entry, visited);
        isSettled = true;
      } finally {
        failed = !isSettled;
        // `entries` waits for this also after an error or if the reader stops.
        inFlight -= 1;
        settled += 1;
        wake();
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

/** Hosts that differ in `www.` only. */
function isSameSite(one: string, other: string): boolean {
  const [first, second] = [one, other].map((address) => new URL(address).host.replace(/^www\./, ''));
  return first === second;
}
