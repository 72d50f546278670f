/** Destinations of a source: a search space of the running server, or of a remote one. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { abandonRun, type Connection, completeRun, startRun } from '@semantic-search/client';
import { loadSettings } from '@semantic-search/server/settings';
import { connect } from '../connections/connect.ts';
import { CrawlState } from './crawl-state.ts';
import type { SourceRunOptions } from './source-options.ts';

export interface Destination {
  connection: Connection;
  space: string;
  /** The synchronization run that the documents are part of. */
  run?: string;
  state: CrawlState;
  /** Called after everything was written, with the reason why nothing may be removed. */
  complete(obstacle: string | null): Promise<void>;
  close(): Promise<void>;
}

type DestinationOptions = Pick<SourceRunOptions, 'space' | 'server' | 'force'>;

export async function openDestination(options: DestinationOptions, identity: string[]): Promise<Destination> {
  const connection = await connect(['spaces:write'], options.server);
  return options.server === undefined
    ? localDestination(connection, options.space, identity)
    : remoteDestination(connection, options, identity);
}

/** The data directory keeps the state between runs. */
async function localDestination(
  connection: Connection,
  space: string,
  identity: string[],
): Promise<Destination> {
  const state = await CrawlState.open(loadSettings().dataDirectory, space, identity);
  const close = async () => state.close();
  return { connection, space, state, complete: async () => undefined, close };
}

/** Keeps no state between runs, so that pipelines need none: a synchronization run removes what is gone. */
async function remoteDestination(
  connection: Connection,
  { space, force }: DestinationOptions,
  identity: string[],
): Promise<Destination> {
  const { id: run } = await startRun(connection, space);
  const directory = await mkdtemp(join(tmpdir(), 'semantic-search-'));
  const state = await CrawlState.open(directory, space, identity);
  let isOpen = true;
  return {
    connection,
    space,
    run,
    state,
    async complete(obstacle) {
      if (obstacle !== null) return console.error(`${space}: removed nothing: ${obstacle}`);
      const { removed } = await completeRun(connection, space, run, { force: force === true });
      isOpen = false;
      console.log(`${space}: ${removed} documents removed that are not in the source`);
    },
    async close() {
      state.close();
      await rm(directory, { recursive: true, force: true });
      if (isOpen) await abandonRun(connection, space, run).catch(() => undefined);
    },
  };
}
