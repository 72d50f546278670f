/** Crawler: the source that visits the pages of a website breadth first. */
import { pMapIterable } from 'p-map';
import { type IsolatedProcess, isolatedProcess } from '../isolation/index.ts';
import type { Item, Source, SourceState } from '../source.ts';
import {
  type CrawlOptions,
  DEFAULT_CONCURRENCY,
  DEFAULT_DELAY_MS,
  DEFAULT_MAX_PAGES,
  isSitemapAddress,
} from './crawl-options.ts';
import { type CrawlRun, crawlRun } from './crawl-run.ts';
import type { Entry } from './frontier.ts';
import { pageState } from './page-state.ts';
import { politeness } from './politeness.ts';
import type { RobotsRules } from './robots.ts';
import { type SiteFiles, siteFiles } from './site-files.ts';
import { type Visited, type VisitOutcome, visit } from './visit.ts';

/** A result of a visit that needed no request, or of the request. */
type Outcome = { entry: Entry; visited: VisitOutcome };

export function crawler(options: CrawlOptions): Source {
  return { read: (state, signal) => crawl(options, state, signal) };
}

async function* crawl(options: CrawlOptions, state: SourceState, signal: AbortSignal): AsyncIterable<Item> {
  const run = crawlRun(options, state);
  const isolated = isolatedProcess();
  const files = siteFiles(options.fetcher, isolated, signal);
  const stop = new AbortController();
  const signals = AbortSignal.any([signal, stop.signal]);
  const visitor = visitEntry(options, state, run, { files, isolated, signal: signals });
  const { concurrency = DEFAULT_CONCURRENCY } = options;
  try {
    yield* seed(options, run, files);
    const outcomes = pMapIterable(run.entries(signals), visitor, {
      concurrency,
      backpressure: concurrency * 2,
    });
    for await (const { entry, visited } of outcomes) {
      yield* run.settle(entry, visited);
      options.onProgress?.(run.progress());
    }
    yield* run.finish();
  } finally {
    stop.abort();
    isolated.close();
  }
}

/** Adds start addresses and the pages of sitemaps. Throws if there are only sitemaps, and they list no page. */
async function* seed(
  { starts, listed: others = [] }: CrawlOptions,
  run: CrawlRun,
  files: SiteFiles,
): AsyncIterable<Item> {
  for (const address of [...starts, ...others]) run.allowHost(address);
  const pages = starts.filter((address) => !isSitemapAddress(address));
  const given = starts.filter(isSitemapAddress);
  const origins = [...new Set([...pages, ...others].map((address) => new URL(address).origin))];
  const listed = await Promise.all(origins.map((origin) => sitemapsOf(origin, files)));
  const guessed = origins.map((origin) => `${origin}/sitemap.xml`);
  const named = [...new Set([...given, ...listed.flat()])];
  const result = await files.sitemaps(named);
  if (pages.length + others.length + result.pages.length === 0) {
    const reasons = result.failures.map(({ address, reason }) => `${address}: ${reason}`);
    throw new Error(reasons.join('; ') || `${named.join(', ')}: not a sitemap, or one without pages`);
  }
  // A site without this file is no failure.
  const other = listed.flat().length > 0 ? undefined : await files.sitemaps(guessed);
  run.start(pages, [...others.map((address) => ({ address })), ...result.pages, ...(other?.pages ?? [])]);
  for (const { address, reason } of result.failures) yield* run.report(address, 'failed', reason);
  for (const { address, reason } of [...result.problems, ...(other?.problems ?? [])])
    yield* run.report(address, 'skipped', reason);
}

/** Empty if robots.txt cannot be read: then the visit of the page fails with the reason. */
async function sitemapsOf(origin: string, files: SiteFiles): Promise<string[]> {
  const rules = await files.robots(origin).catch(() => null);
  return rules?.sitemaps.filter((each) => URL.canParse(each)) ?? [];
}

interface VisitTools {
  files: SiteFiles;
  isolated: IsolatedProcess;
  signal: AbortSignal;
}

function visitEntry(
  {
    fetcher,
    selectors = {},
    full = false,
    delayMs = DEFAULT_DELAY_MS,
    maxPages = DEFAULT_MAX_PAGES,
  }: CrawlOptions,
  { previous }: SourceState,
  run: CrawlRun,
  { files, isolated, signal }: VisitTools,
): (entry: Entry) => Promise<Outcome> {
  const turns = politeness();
  let requests = run.requested;

  async function request(address: string, known = pageState(previous.get(address))): Promise<Visited | null> {
    let rules: RobotsRules;
    try {
      rules = await files.robots(address);
    } catch (error) {
      signal.throwIfAborted();
      return { kind: 'failed', reason: (error as Error).message, unreachable: true };
    }
    if (!rules.isAllowed(address)) return { kind: 'excluded', reason: 'disallowed by robots.txt' };
    if (requests >= maxPages) return null;
    requests += 1;
    await turns.turn(address, Math.max(delayMs, rules.delayMs), signal);
    const validators = known?.indexed && !full ? known : {};
    const { etag, lastModified } = validators as { etag?: string; lastModified?: string };
    return visit(address, { etag, lastModified }, { fetcher, isolated, selectors, signal });
  }

  /** A start address that is no page may be a sitemap, whatever its name and media type. */
  async function sitemap(address: string, visited: Visited & { kind: 'excluded' }): Promise<VisitOutcome> {
    if (!/media type|sitemap/.test(visited.reason)) return visited;
    const { pages } = await files.sitemaps([address]);
    if (pages.length > 0) return { kind: 'sitemap', pages };
    return { ...visited, reason: `${visited.reason}, and not a sitemap with pages` };
  }

  return async (entry) => {
    const { address, lastmod } = entry;
    const known = pageState(previous.get(address));
    const isCurrent = known?.indexed && lastmod !== undefined && known.lastmod === lastmod;
    if (isCurrent && !full && !entry.final) return { entry, visited: { kind: 'not-modified' } };
    const visited = await request(address, entry.final ? undefined : known);
    if (visited?.kind === 'excluded' && entry.start)
      return { entry, visited: await sitemap(address, visited) };
    return { entry, visited: visited ?? { kind: 'limited' } };
  };
}
