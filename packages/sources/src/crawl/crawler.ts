/** Crawler: the source that visits the pages of a website breadth first. */
import { setTimeout } from 'node:timers/promises';
import { isolatedProcess } from '../isolation/isolated-process.ts';
import type { Item, Source, SourceState } from '../source.ts';
import { type CrawlOptions, DEFAULT_DELAY_MS, DEFAULT_MAX_PAGES } from './crawl-options.ts';
import { CrawlRun } from './crawl-run.ts';
import { type Entry, pageState } from './page-state.ts';
import { type SiteFiles, siteFiles } from './site-files.ts';
import { NOT_MODIFIED, type VisitOutcome, type VisitTools, visit } from './visit.ts';

const CONCURRENT_VISITS = 4;

export function crawler(options: CrawlOptions): Source {
  return { read: (state, signal) => crawl(options, state, signal) };
}

/** Visits overlap, but are settled in the order of discovery: the same site gives the same documents. */
async function* crawl(options: CrawlOptions, state: SourceState, signal: AbortSignal): AsyncIterable<Item> {
  const run = new CrawlRun(options, state);
  const isolated = isolatedProcess();
  const stop = new AbortController();
  const visitSignal = AbortSignal.any([signal, stop.signal]);
  const { fetcher, selectors = {} } = options;
  const visitEntry = visitor(options, state, { fetcher, isolated, selectors, signal: visitSignal });
  const visits: { entry: Entry; outcome: Promise<VisitOutcome> }[] = [];
  try {
    for (;;) {
      signal.throwIfAborted();
      while (visits.length < CONCURRENT_VISITS) {
        const entry = run.next({ isBusy: visits.length > 0 });
        if (entry === undefined) break;
        const outcome = visitEntry(entry);
        // An earlier visit may end the run before this visit is awaited.
        outcome.catch(() => undefined);
        visits.push({ entry, outcome });
      }
      const firstVisit = visits.shift();
      if (firstVisit === undefined) break;
      yield* run.settle(firstVisit.entry, await firstVisit.outcome);
      options.onProgress?.(run.progress());
    }
    yield* run.finish();
  } finally {
    stop.abort();
    isolated.close();
  }
}

/** Returns a function that visits an entry within the rules of its site and the limits of the run. */
function visitor(options: CrawlOptions, { previous, current }: SourceState, tools: VisitTools) {
  const { full = false, maxPages = DEFAULT_MAX_PAGES, delayMs = DEFAULT_DELAY_MS } = options;
  const files = siteFiles(tools);
  const waitForHost = politeness(tools.signal);
  // A resumed run has the same limit as if it had not been interrupted.
  let requests = [...current.values()].filter((state) => pageState(state).requested).length;

  return async ({ address, lastmod, start, final }: Entry): Promise<VisitOutcome> => {
    const previousState = pageState(previous.get(address));
    // A page that a full run could not read has no hash.
    const mayKeep = previousState?.indexed && previousState.hash !== undefined && !full && !final;
    if (mayKeep && lastmod !== undefined && previousState.lastmod === lastmod) return NOT_MODIFIED;
    const rules = await files.robots(address).catch((error: Error) => {
      tools.signal.throwIfAborted();
      return error;
    });
    if (rules instanceof Error) return { kind: 'failed', reason: rules.message, unreachable: true };
    if (!rules.isAllowed(address)) return { kind: 'excluded', reason: 'disallowed by robots.txt' };
    if (requests >= maxPages) return { kind: 'limited', reason: `not requested: limit of ${maxPages} pages` };
    requests += 1;
    await waitForHost(address, Math.max(delayMs, rules.delayMs));
    const { etag, lastModified } = mayKeep ? previousState : {};
    const visited = await visit({ address, etag, lastModified, mayBeSitemap: start }, tools);
    if (visited.kind === 'sitemap') return sitemapOutcome(address, visited.body, files);
    // The visit of a start page also lists the pages of the site's sitemaps.
    return start ? { ...visited, listed: await files.sitemapsOf(address) } : visited;
  };
}

/** Outcome of a start address that is a sitemap. The reason includes its own failure; listed sitemaps are separate. */
async function sitemapOutcome(address: string, body: Uint8Array, files: SiteFiles): Promise<VisitOutcome> {
  const { pages, failures } = await files.readSitemap(address, body);
  const ownFailures = failures.filter((failure) => failure.address === address);
  const summary = pages.length > 0 ? `sitemap of ${pages.length} pages` : 'not a sitemap with pages';
  return {
    kind: 'excluded',
    reason: [summary, ...ownFailures.map(({ reason }) => reason)].join('; '),
    listed: { pages, failures: failures.filter((failure) => !ownFailures.includes(failure)) },
  };
}

/** Waits until a host may be requested. */
function politeness(signal: AbortSignal): (address: string, delayMs: number) => Promise<void> {
  /** When the next request to a host may start, in milliseconds. */
  const nextTimes = new Map<string, number>();
  return async (address, delayMs) => {
    const { host } = new URL(address);
    const now = performance.now();
    const start = Math.max(now, nextTimes.get(host) ?? 0);
    nextTimes.set(host, start + delayMs);
    if (start > now) await setTimeout(start - now, undefined, { signal });
  };
}
