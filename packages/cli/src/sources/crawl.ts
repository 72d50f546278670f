/** Crawl of a website or a built folder, and the trial of one page. */
import { stat } from 'node:fs/promises';
import {
  crawler,
  folderFetcher,
  folderPages,
  PAGE_VERSION,
  type CrawlOptions as SiteOptions,
  tryAddress,
} from '@semantic-search/sources/websites';
import { runSource } from './run-source.ts';
import { requireAddress, siteFetcher } from './site-fetcher.ts';
import type { CrawlOptions } from './source-commands.ts';

export async function crawl(starts: string[], options: CrawlOptions): Promise<void> {
  const { identity, ...site } = await openSite(starts, options);
  const { include, exclude, maxDepth, maxPages, content, ignore } = options;
  const settings = { include, exclude, maxDepth, content, ignore };
  const selectors = { content, ignore };
  await runSource(options, {
    identity,
    settings: { ...settings, pageVersion: PAGE_VERSION },
    fetcher: site.fetcher,
    source: (run) => crawler({ ...site, ...settings, maxPages, selectors, ...run, onUnusedPatterns }),
  });
}

function onUnusedPatterns(patterns: readonly string[]): void {
  for (const pattern of patterns) console.warn(`No address matches the pattern ${pattern}`);
}

/** Prints one page as JSON. Of the start arguments, only a folder matters, from which the page is read. */
export async function printTrial(url: string, starts: string[], options: CrawlOptions): Promise<void> {
  const address = requireAddress(url);
  const { fetcher } = await openSite(isAddress(starts[0] ?? address) ? [address] : starts, options);
  const { content, ignore } = options;
  const trial = await tryAddress(address, fetcher, { content, ignore }, new AbortController().signal);
  console.log(JSON.stringify(trial, null, 2));
  if (trial.document === undefined) process.exitCode = 2;
}

const isAddress = (text: string) => /^https?:/i.test(text);

/** The site to crawl. `identity` distinguishes the crawl from other crawls into the same space. */
type Site = Pick<SiteOptions, 'starts' | 'listed' | 'base' | 'delayMs' | 'fetcher'> & { identity: string[] };

async function openSite([first, ...otherStarts]: string[], options: CrawlOptions): Promise<Site> {
  await checkSelector('--content', options.content);
  await checkSelector('--ignore', options.ignore);
  if (first === undefined) throw new Error('Specify an address or a folder');
  if (isAddress(first)) {
    if (options.base !== undefined) throw new Error('--base is for folders');
    const starts = [first, ...otherStarts].map(requireAddress);
    const fetcher = await siteFetcher(starts, options);
    return { starts, identity: starts, fetcher, delayMs: options.delay };
  }
  const isFolder = (await stat(first).catch(() => null))?.isDirectory() && otherStarts.length === 0;
  if (!isFolder) throw new Error(`${first}: neither one folder, nor addresses that begin with http`);
  if (options.base === undefined) throw new Error('A folder requires --base, the address of its pages');
  const base = requireAddress(options.base).replace(/\/?$/, '/');
  const listed = await folderPages(first, base);
  if (listed.length === 0) throw new Error(`${first}: no .html or .pdf files`);
  // A local folder needs no delay between requests.
  return { starts: [], listed, base, identity: [base], fetcher: folderFetcher(first, base), delayMs: 0 };
}

async function checkSelector(option: string, selector: string | undefined): Promise<void> {
  if (selector === undefined) return;
  const { validateSelector } = await import('@semantic-search/sources/html');
  try {
    validateSelector(selector);
  } catch (error) {
    throw new Error(`${option}: ${(error as Error).message}`);
  }
}
