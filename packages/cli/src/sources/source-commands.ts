/** `semantic-search crawl` and `harvest`: commands that read a source into a search space. */
import { resolve } from 'node:path';
import {
  DEFAULT_DELAY_MS,
  DEFAULT_MAX_DEPTH,
  DEFAULT_MAX_PAGES,
} from '@semantic-search/sources/crawl-options';
import { Command, type Option } from 'commander';
import { positiveInteger, spaceName, textList, wholeNumber } from '../options/parsers.ts';
import { DEFAULT_RUN_LIMITS, type RunLimitOptions } from './run-limits.ts';

export interface SourceOptions extends RunLimitOptions {
  space: string;
  site?: string;
  contact?: string;
  full?: true;
  force?: true;
  report?: string;
  /** Headers, each as `NAME=VARIABLE`. */
  header: string[];
  allowPrivateNetworks?: true;
  /** Cron pattern. */
  schedule?: string;
  /** URL of a remote server. */
  server?: string;
}

export interface CrawlOptions extends SourceOptions {
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

export interface HarvestOptions extends SourceOptions {
  set?: string;
  metadataPrefix?: string;
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
    .option('--max-depth <number>', 'maximum links from a start address', wholeNumber, DEFAULT_MAX_DEPTH)
    .option('--include <pattern>', 'only index matching paths (/news/, *.pdf); repeatable', textList, [])
    .option('--exclude <pattern>', 'do not request matching paths; repeatable', textList, [])
    .option('--content <selector>', 'CSS selector of the main content')
    .option('--ignore <selector>', 'CSS selector of elements to leave out')
    .option('--delay <ms>', 'milliseconds between requests to one host', wholeNumber, DEFAULT_DELAY_MS)
    .option('--try <url>', 'show one page as it would be indexed, and change nothing');
  return addSourceOptions(command).action(async (starts: string[], options: CrawlOptions) => {
    const { crawl, printTrial } = await import('./crawl.ts');
    if (options.try !== undefined) return printTrial(options.try, starts, options);
    if (options.space === undefined) throw new Error("required option '--space <name>' not specified");
    await runScheduled(command, options, () => crawl(starts, options));
  });
}

export function harvestCommand(): Command {
  const command = new Command('harvest')
    .description(
      'Index the records of an OAI-PMH repository or the items of a feed (RSS, Atom, JSON Feed, RDF); a repeated run reads what has changed',
    )
    .argument('<address>', 'base URL of the repository, or address of the feed')
    .requiredOption('--space <name>', 'name of the search space; created if it does not exist', spaceName)
    .option('--set <name>', 'OAI-PMH: only records of this set')
    .option('--metadata-prefix <name>', 'OAI-PMH: metadata format in Dublin Core; by default oai_dc');
  return addSourceOptions(command).action(async (address: string, options: HarvestOptions) => {
    const { harvest } = await import('./harvest.ts');
    await runScheduled(command, options, () => harvest(address, options));
  });
}

function addSourceOptions(command: Command): Command {
  const { maxMinutes, maxRequests, maxMegabytes } = DEFAULT_RUN_LIMITS;
  return command
    .option('--site <name>', 'attribute `site` of the documents, for scopes and tabs')
    .option('--contact <text>', 'address or email in the User-Agent, for owners of the site')
    .option('--full', 'read everything again, even if it has not changed, and remove what is gone')
    .option('--force', 'remove documents even if they are more than half')
    .option('--report <file>', 'write one JSON object per address or record: address, outcome, reason')
    .option('--max-minutes <number>', 'maximum time of reading', positiveInteger, maxMinutes)
    .option('--max-requests <number>', 'maximum number of requests', positiveInteger, maxRequests)
    .option('--max-megabytes <number>', 'maximum size of the responses', positiveInteger, maxMegabytes)
    .option(
      '--header <name=variable>',
      'send a header with the value of an environment variable to the given address and its origin only; repeatable',
      textList,
      [],
    )
    .option('--allow-private-networks', 'allow loopback and private addresses')
    .option(
      '--schedule <cron>',
      'also let the server repeat the command, such as "0 3 * * *" for every night at three',
    )
    .option('--server <url>', 'use this server, with the token in SEARCH_TOKEN and no data directory');
}

/**
 * Runs a command. With `--schedule`, stores the command without that option for the server. The server may run in
 * another folder, so stored paths are absolute.
 */
async function runScheduled(command: Command, { space, schedule }: SourceOptions, run: () => Promise<void>) {
  if (schedule === undefined) return run();
  const { loadSettings } = await import('@semantic-search/server/settings');
  const { nextRun, scheduleFault, scheduleSource } = await import('@semantic-search/server/schedules');
  const fault = scheduleFault(schedule);
  if (fault !== undefined) throw new Error(`--schedule: ${fault}`);
  await run();
  const starts = command.args.map((start) => (/^https?:/i.test(start) ? start : resolve(start)));
  const options = command.options.flatMap((option) => optionWords(command, option));
  const source = { space, schedule, command: [command.name(), ...starts, ...options] };
  const scheduled = await scheduleSource((await loadSettings()).dataDirectory, source);
  const next = nextRun(scheduled, undefined)?.toISOString();
  console.log(`Source ${scheduled.id}: the server repeats it, next at ${next}`);
}

/** An option with its value, if it was given on the command line, as arguments of the stored command. */
function optionWords(command: Command, option: Option): string[] {
  const name = option.attributeName();
  if (name === 'schedule' || command.getOptionValueSource(name) !== 'cli') return [];
  const value: unknown = command.getOptionValue(name);
  if (option.isBoolean()) return [option.long!];
  if (name === 'report') return [option.long!, resolve(String(value))];
  return [value].flat().flatMap((item) => [option.long!, String(item)]);
}
