/** Options that `crawl` and `harvest` share. */
import { resolve } from 'node:path';
import { nextRun, scheduleSource, validateSchedule } from '@semantic-search/server/schedules';
import { loadSettings } from '@semantic-search/server/settings';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { positiveInteger, repeatedText } from '../options/parsers.ts';
import { DEFAULT_RUN_LIMITS, type RunLimitOptions } from './run-limits.ts';

/** Requests to a website. */
export interface SiteFetcherOptions {
  contact?: string;
  header: string[];
  allowPrivateNetworks?: true;
}

export interface SourceRunOptions extends RunLimitOptions {
  space: string;
  site?: string;
  full?: true;
  force?: true;
  report?: string;
  /** URL of a remote server. */
  server?: string;
}

export interface SourceCommandOptions extends SiteFetcherOptions, SourceRunOptions {
  /** Cron pattern. */
  schedule?: string;
}

/** For `ingest` too, whose documents can have a site of their own. */
export const SITE_OPTION = [
  '--site <name>',
  'attribute `site` of the documents, for scopes and tabs',
] as const;

export function addSourceOptions(command: Command): Command {
  const { maxMinutes, maxRequests, maxMegabytes } = DEFAULT_RUN_LIMITS;
  return command
    .option(...SITE_OPTION)
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
      repeatedText,
      [],
    )
    .option('--allow-private-networks', 'allow loopback and private addresses')
    .addOption(scheduleOption())
    .option(
      '--server <url>',
      'synchronize a space of this server, with the token in SEARCH_TOKEN; needs no data directory',
    );
}

function scheduleOption(): Option {
  return new Option(
    '--schedule <cron>',
    'also let the server repeat the command, such as "0 3 * * *" for every night at three',
  ).argParser((text: string) => {
    try {
      validateSchedule(text);
      return text;
    } catch (error) {
      throw new InvalidArgumentError((error as Error).message);
    }
  });
}

/** Stores a command, without `--schedule`, that the server repeats. The server may run in another folder, so paths are absolute. */
export async function storeSchedule(command: Command, space: string, schedule: string): Promise<void> {
  const starts = command.args.map((start) => (/^https?:/i.test(start) ? start : resolve(start)));
  const words = [
    command.name(),
    ...starts,
    ...command.options.flatMap((option) => optionWords(command, option)),
  ];
  const stored = await scheduleSource(loadSettings().dataDirectory, { space, schedule, command: words });
  console.log(
    `Source ${stored.id}: the server repeats it, next at ${nextRun(stored, undefined)?.toISOString()}`,
  );
}

function optionWords(command: Command, option: Option): string[] {
  const name = option.attributeName();
  if (name === 'schedule' || command.getOptionValueSource(name) !== 'cli') return [];
  const value: unknown = command.getOptionValue(name);
  if (option.isBoolean()) return [option.long!];
  if (name === 'report') return [option.long!, resolve(String(value))];
  return [value].flat().flatMap((each) => [option.long!, String(each)]);
}
