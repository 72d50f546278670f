/** Options that `crawl` and `harvest` share. */
import type { Command } from 'commander';
import { collect } from '../options/collect.ts';
import { positiveInteger } from '../options/positive-integer.ts';
import { DEFAULT_RUN_LIMITS, type RunLimitOptions } from './run-limits.ts';
import { scheduleOption } from './schedule-option.ts';

/** Requests to a website. */
export interface SiteFetcherOptions {
  contact?: string;
  header: string[];
  allowPrivateNetworks?: true;
}

export interface SourceRunOptions extends RunLimitOptions {
  space: string;
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

export function addSourceOptions(command: Command): Command {
  const { maxMinutes, maxRequests, maxMegabytes } = DEFAULT_RUN_LIMITS;
  return command
    .option('--max-minutes <number>', 'maximum time of reading', positiveInteger, maxMinutes)
    .option('--max-requests <number>', 'maximum number of requests', positiveInteger, maxRequests)
    .option('--max-megabytes <number>', 'maximum size of the responses', positiveInteger, maxMegabytes)
    .option(
      '--header <name=variable>',
      'send a header with the value of an environment variable to the given address and its origin only; repeatable',
      collect,
      [],
    )
    .option('--allow-private-networks', 'allow loopback and private addresses')
    .addOption(scheduleOption())
    .option(
      '--server <url>',
      'synchronize a space of this server, with the token in SEARCH_TOKEN; needs no data directory',
    );
}
