/** `semantic-search crawl`: indexes a website or a built folder. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { isSpaceName } from '@semantic-search/contract';
import {
  type CrawlOptions,
  crawler,
  DEFAULT_DELAY_MS,
  DEFAULT_MAX_DEPTH,
  DEFAULT_MAX_PAGES,
  type Fetcher,
  folderFetcher,
  folderPages,
  httpFetcher,
  normalizeAddress,
  tryAddress,
  validateSelector,
} from '@semantic-search/sources';
import { Command, InvalidArgumentError } from 'commander';
import { environmentVariable, loadSettings } from '../main.ts';
import { crawlFiles } from './crawl-files.ts';
import { type CrawlOutcome, crawlSite } from './crawl-site.ts';
import { openSearchSpace } from './open-search-space.ts';
import { positiveInteger } from './positive-integer.ts';
import { addressBar } from './progress-bar.ts';

interface CrawlCommandOptions {
  space?: string;
  base?: string;
  maxPages: number;
  maxDepth: number;
  include: string[];
  exclude: string[];
  content?: string;
  ignore?: string;
  delay: number;
  contact?: string;
  header: string[];
  allowPrivateNetworks?: true;
  full?: true;
  force?: true;
  report?: string;
  try?: string;
}

export function crawlCommand(): Command {
  return new Command('crawl')
    .description(
      'Index a website: start addresses, sitemaps (.xml), or a built folder with --base; a repeated run updates the space, an interrupted one resumes',
    )
    .argument('[starts...]', 'addresses, or one folder')
    .option('--space <name>', 'name of the search space; created if it does not exist')
    .option('--base <url>', 'address at which the folder is published')
    .option('--max-pages <number>', 'maximum number of requested pages', positiveInteger, DEFAULT_MAX_PAGES)
    .option(
      '--max-depth <number>',
      'maximum number of links from a start address',
      wholeNumber,
      DEFAULT_MAX_DEPTH,
    )
    .option('--include <pattern>', 'only index matching paths, such as /news/*; repeatable', collect, [])
    .option('--exclude <pattern>', 'do not request matching paths; repeatable', collect, [])
    .option('--content <selector>', 'CSS selector of the main content', selector)
    .option('--ignore <selector>', 'CSS selector of elements to leave out', selector)
    .option('--delay <ms>', 'milliseconds between requests to one host', wholeNumber, DEFAULT_DELAY_MS)
    .option('--contact <text>', 'address or email in the User-Agent, for owners of the site')
    .option(
      '--header <name=variable>',
      'send a header with the value of an environment variable; repeatable',
      collect,
      [],
    )
    .option('--allow-private-networks', 'allow loopback and private addresses')
    .option('--full', 'read all pages again, even if they have not changed')
    .option('--force', 'remove pages even if they are more than half')
    .option('--report <file>', 'write one JSON object per address: address, outcome, reason')
    .option('--try <url>', 'show one page as it would be indexed, and change nothing')
    .action(async (starts: string[], options: CrawlCommandOptions) => {
      if (options.try !== undefined) return printTrial(options.try, options);
      if (options.space === undefined) throw new Error("required option '--space <name>' not specified");
      if (!isSpaceName(options.space)) throw new Error('Invalid name of a search space');
      await run(starts, { ...options, space: options.space });
    });
}

async function run(given: string[], options: CrawlCommandOptions & { space: string }): Promise<void> {
  const { space } = options;
  const settings = loadSettings();
  const site = await openSite(given, options);
  const files = crawlFiles(settings.dataDirectory, space, site.identity);
  const unlock = await files.lock();
  const report = await openReport(options.report);
  const summary = crawlSummary(space);
  const bar = addressBar(space);
  try {
    await crawlSite({
      files,
      source: (full) => crawler({ ...site, ...crawlOptions(options), full, onProgress: bar.update }),
      openTarget: (create) => openSearchSpace(settings, space, create),
      isFull: options.full ?? false,
      force: options.force ?? false,
      signal: new AbortController().signal,
      onOutcome(outcome) {
        summary.count(outcome);
        report?.write(outcome);
      },
      log: (line) => console.log(`${space}: ${line}`),
    });
    bar.stop();
    summary.print();
  } finally {
    bar.stop();
    site.fetcher.close();
    await report?.close();
    await unlock();
  }
}

interface Site {
  starts: string[];
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
  const starts = await folderPages(first, base);
  if (starts.length === 0) throw new Error(`${first}: no .html or .pdf files`);
  return { starts, identity: [base], fetcher: folderFetcher(first, base) };
}

function requireAddress(text: string): string {
  const address = normalizeAddress(text);
  if (address === null) throw new Error(`${text}: not an address that begins with http: or https:`);
  return address;
}

function siteFetcher(starts: readonly string[], options: CrawlCommandOptions): Fetcher {
  const { contact, allowPrivateNetworks = false } = options;
  return httpFetcher({
    userAgent: `semantic-search/0.1${contact === undefined ? '' : ` (+${contact})`}`,
    allowPrivateNetworks,
    headers: Object.fromEntries(options.header.map(namedHeader)),
    headerHosts: new Set(starts.map((address) => new URL(address).host)),
  });
}

/** The value is in a variable, because arguments are visible to other users of the machine. */
function namedHeader(text: string): [name: string, value: string] {
  const [name = '', variable = ''] = text.split('=', 2);
  const value = environmentVariable(variable);
  if (name === '' || value === undefined)
    throw new Error(`--header ${name}: expected NAME=VARIABLE with a set environment variable`);
  return [name, value];
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

async function printTrial(url: string, options: CrawlCommandOptions): Promise<void> {
  const address = requireAddress(url);
  const fetcher = siteFetcher([address], options);
  try {
    const { content, ignore } = options;
    const trial = await tryAddress(address, fetcher, { content, ignore }, new AbortController().signal);
    console.log(JSON.stringify(trial, null, 2));
    if (trial.document === undefined) process.exitCode = 2;
  } finally {
    fetcher.close();
  }
}

interface Report {
  write(outcome: CrawlOutcome): void;
  close(): Promise<void>;
}

/** Opened first, so that a wrong path is reported before the crawl. */
async function openReport(file: string | undefined): Promise<Report | undefined> {
  if (file === undefined) return undefined;
  const output = createWriteStream(file);
  await once(output, 'open');
  return {
    write: ({ address, outcome, reason }) =>
      void output.write(`${JSON.stringify({ address, outcome, reason })}\n`),
    close: async () => void (await once(output.end(), 'close')),
  };
}

const MAX_REASONS = 10;

function crawlSummary(space: string): { count(outcome: CrawlOutcome): void; print(): void } {
  const outcomes = { indexed: 0, unchanged: 0, removed: 0, skipped: 0, failed: 0 };
  const reasons = new Map<string, number>();
  return {
    count({ outcome, reason }) {
      outcomes[outcome] += 1;
      if (outcome !== 'skipped' && outcome !== 'failed') return;
      const kind = `${outcome}: ${reason.replace(/https?:\S+/, '…')}`;
      reasons.set(kind, (reasons.get(kind) ?? 0) + 1);
    },
    print() {
      const counts = Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome}`);
      console.log(`${space}: ${counts.join(', ')}`);
      const most = [...reasons].sort(([, a], [, b]) => b - a);
      for (const [reason, count] of most.slice(0, MAX_REASONS))
        console.log(`${String(count).padStart(7)} ${reason}`);
      if (most.length > MAX_REASONS) console.log('        … --report lists all');
      if (outcomes.failed > 0) process.exitCode = 2;
    },
  };
}

function collect(text: string, previous: string[]): string[] {
  return [...previous, text];
}

function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number.');
}

function selector(text: string): string {
  try {
    validateSelector(text);
    return text;
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}
