/** `semantic-search crawl`: the command and its options. */
import {
  DEFAULT_DELAY_MS,
  DEFAULT_MAX_DEPTH,
  DEFAULT_MAX_PAGES,
} from '@semantic-search/sources/crawl-options';
import { Command, InvalidArgumentError } from 'commander';
import { collect } from '../options/collect.ts';
import { positiveInteger } from '../options/positive-integer.ts';
import { storeSchedule } from './schedule-option.ts';
import { addSourceOptions, type SourceCommandOptions } from './source-options.ts';

export interface CrawlCommandOptions extends Omit<SourceCommandOptions, 'space'> {
  /** Absent with `--try` only. */
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
    .option('--space <name>', 'name of the search space; created if it does not exist')
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
      collect,
      [],
    )
    .option('--exclude <pattern>', 'do not request matching paths; repeatable', collect, [])
    .option('--content <selector>', 'CSS selector of the main content')
    .option('--ignore <selector>', 'CSS selector of elements to leave out')
    .option('--delay <ms>', 'milliseconds between requests to one host', wholeNumber, DEFAULT_DELAY_MS)
    .option('--contact <text>', 'address or email in the User-Agent, for owners of the site')
    .option('--full', 'read all pages again, even if they have not changed')
    .option('--force', 'remove pages even if they are more than half')
    .option('--report <file>', 'write one JSON object per address: address, outcome, reason')
    .option('--try <url>', 'show one page as it would be indexed, and change nothing');
  return addSourceOptions(command).action(async (starts: string[], options: CrawlCommandOptions) => {
    // Loaded late, because the server does not need it.
    const { printTrial, runCrawl } = await import('./run-crawl.ts');
    if (options.try !== undefined) return printTrial(options.try, starts, options);
    if (options.space === undefined) throw new Error("required option '--space <name>' not specified");
    await runCrawl(starts, { ...options, space: options.space });
    if (options.schedule !== undefined) await storeSchedule(options.space, options.schedule, starts[0]!);
  });
}

function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number.');
}
