/** Runs of `semantic-search crawl`: a website or a built folder into a search space. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { isSpaceName } from '@semantic-search/contract';
import {
  type CrawlOptions,
  crawler,
  type Fetcher,
  folderFetcher,
  folderPages,
  httpFetcher,
  normalizeAddress,
  tryAddress,
  validateSelector,
} from '@semantic-search/sources';
import { environmentVariable, loadSettings } from '../main.ts';
import type { CrawlCommandOptions } from './crawl.ts';
import { crawlFiles } from './crawl-files.ts';
import { type CrawlOutcome, crawlSite } from './crawl-site.ts';
import { INVALID_SPACE_NAME, openSearchSpace } from './open-search-space.ts';
import { addressBar } from './progress-bar.ts';

export async function runCrawl(
  given: string[],
  options: CrawlCommandOptions & { space: string },
): Promise<void> {
  const { space } = options;
  if (!isSpaceName(space)) throw new Error(INVALID_SPACE_NAME);
  validateSelectors(options);
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

export async function printTrial(url: string, options: CrawlCommandOptions): Promise<void> {
  const address = requireAddress(url);
  validateSelectors(options);
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
