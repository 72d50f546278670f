/** `semantic-search crawl`: reads a website or a built folder into a search space. */
import { stat } from 'node:fs/promises';
import {
  type CrawlOptions,
  crawler,
  type Fetcher,
  folderFetcher,
  folderPages,
  tryAddress,
  validateSelector,
} from '@semantic-search/sources';
import {
  DEFAULT_DELAY_MS,
  DEFAULT_MAX_DEPTH,
  DEFAULT_MAX_PAGES,
} from '@semantic-search/sources/crawl-options';
import { Command } from 'commander';
import { positiveInteger, repeatedText, spaceName, wholeNumber } from '../options/parsers.ts';
import { runSource } from './run-source.ts';
import { requireAddress, siteFetcher } from './site-fetcher.ts';
import { addSourceOptions, type SourceCommandOptions, storeSchedule } from './source-options.ts';

interface CrawlCommandOptions extends Omit<SourceCommandOptions, 'space'> {
  /** Absent only with `--try`. */
  space?: string;
  base?: string;
  maxPages: number;
  maxDepth: number;
  include: string[];
  exclude: string[];
  content?: string;
  ignore?: string;
  delay: number;
  try?: string;
}

export function crawlCommand(): Command {
  const command = new Command('crawl')
    .description(
      'Index a website: addresses of pages, sitemaps or feeds, or a built folder with --base; a repeated run updates the space, an interrupted one resumes',
    )
    .argument('[starts...]', 'addresses, or one folder')
    .option('--space <name>', 'name of the search space; created if it does not exist', spaceName)
    .option('--base <url>', 'address at which the folder is published')
    .option('--max-pages <number>', 'maximum number of requested pages', positiveInteger, DEFAULT_MAX_PAGES)
    .option(
      '--max-depth <number>',
      'maximum number of links from a start address',
      wholeNumber,
      DEFAULT_MAX_DEPTH,
    )
    .option(
      '--include <pattern>',
      'only index matching paths, such as /news/ or *.pdf; repeatable',
      repeatedText,
      [],
    )
    .option('--exclude <pattern>', 'do not request matching paths; repeatable', repeatedText, [])
    .option('--content <selector>', 'CSS selector of the main content')
    .option('--ignore <selector>', 'CSS selector of elements to leave out')
    .option('--delay <ms>', 'milliseconds between requests to one host', wholeNumber, DEFAULT_DELAY_MS)
    .option('--try <url>', 'show one page as it would be indexed, and change nothing');
  return addSourceOptions(command).action(async (starts: string[], options: CrawlCommandOptions) => {
    if (options.try !== undefined) return printTrial(options.try, starts, options);
    if (options.space === undefined) throw new Error("required option '--space <name>' not specified");
    await runCrawl(starts, { ...options, space: options.space });
    if (options.schedule !== undefined) await storeSchedule(command, options.space, options.schedule);
  });
}

async function runCrawl(given: string[], options: CrawlCommandOptions & { space: string }): Promise<void> {
  validateSelectors(options);
  const site = await openSite(given, options);
  const { include, exclude, maxDepth, content, ignore } = options;
  await runSource(options, {
    identity: site.identity,
    settings: { include, exclude, maxDepth, content, ignore },
    fetcher: site.fetcher,
    source: (full, fetcher, onProgress) =>
      crawler({
        ...site,
        ...crawlOptions(options),
        fetcher,
        full,
        onProgress,
        onUnusedPatterns: warnOfPatterns,
      }),
  });
}

function warnOfPatterns(patterns: readonly string[]): void {
  for (const pattern of patterns) console.warn(`No address matches the pattern ${pattern}`);
}

function validateSelectors({ content, ignore }: CrawlCommandOptions): void {
  for (const [option, value] of Object.entries({ '--content': content, '--ignore': ignore })) {
    try {
      if (value !== undefined) validateSelector(value);
    } catch (error) {
      throw new Error(`${option}: ${(error as Error).message}`);
    }
  }
}

interface Site {
  starts: string[];
  /** Pages of a folder, and its address. */
  listed?: string[];
  base?: string;
  fetcher: Fetcher;
  /** What distinguishes the crawl from others of the same space. */
  identity: string[];
}

async function openSite(given: string[], options: CrawlCommandOptions): Promise<Site> {
  const [first] = given;
  if (first === undefined) throw new Error('Specify an address or a folder');
  if (/^https?:/i.test(first)) {
    if (options.base !== undefined) throw new Error('--base is for folders');
    const starts = given.map(requireAddress);
    return { starts, identity: starts, fetcher: siteFetcher(starts, options) };
  }
  if (given.length > 1) throw new Error('Specify one folder, or addresses that begin with http');
  if (!(await stat(first).catch(() => null))?.isDirectory()) throw new Error(`${first}: no such folder`);
  if (options.base === undefined)
    throw new Error('A folder requires --base, the address at which it is published');
  const address = requireAddress(options.base);
  const base = address.endsWith('/') ? address : `${address}/`;
  const listed = await folderPages(first, base);
  if (listed.length === 0) throw new Error(`${first}: no .html or .pdf files`);
  return { starts: [], listed, base, identity: [base], fetcher: folderFetcher(first, base) };
}

function crawlOptions(options: CrawlCommandOptions): Omit<CrawlOptions, 'starts' | 'fetcher'> {
  const { maxPages, maxDepth, include, exclude, delay: delayMs, content, ignore } = options;
  const selectors = { content, ignore };
  // A folder needs no politeness.
  return {
    maxPages,
    maxDepth,
    include,
    exclude,
    delayMs: options.base === undefined ? delayMs : 0,
    selectors,
  };
}

async function printTrial(url: string, given: string[], options: CrawlCommandOptions): Promise<void> {
  const address = requireAddress(url);
  validateSelectors(options);
  // Start addresses do not matter, but the folder has the page.
  const isFolder = given.length > 0 && !/^https?:/i.test(given[0]!);
  const { fetcher } = await openSite(isFolder ? given : [address], options);
  try {
    const { content, ignore } = options;
    const trial = await tryAddress(address, fetcher, { content, ignore }, new AbortController().signal);
    console.log(JSON.stringify(trial, null, 2));
    if (trial.document === undefined) process.exitCode = 2;
  } finally {
    fetcher.close();
  }
}
