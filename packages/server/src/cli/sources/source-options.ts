/** Options that `crawl` and `harvest` share. */
import type { Command } from 'commander';
import { collect } from '../options/collect.ts';
import { scheduleOption } from './schedule-option.ts';

/** Requests to a website. */
export interface SiteFetcherOptions {
  contact?: string;
  header: string[];
  allowPrivateNetworks?: true;
}

export interface SourceRunOptions {
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
  return command
    .option(
      '--header <name=variable>',
      'send a header with the value of an environment variable; repeatable',
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
