/** Destination of a source: a search space of the running server, or of a remote one. */
import { abandonRun, type Connection, completeRun, startRun } from '@semantic-search/client';
import { loadSettings } from '@semantic-search/server/settings';
import { connect } from '../connections/connect.ts';
import { RunState } from './run-state.ts';
import type { SourceRunOptions } from './source-options.ts';

export interface Destination {
  connection: Connection;
  space: string;
  /** The synchronization run of a remote space that the documents are part of. */
  run?: string;
  state: RunState;
  /** Called after everything was written, with the reason why nothing may be removed. */
  complete(obstacle: string | null): Promise<void>;
  close(): Promise<void>;
}

/**
 * For the running server, the data directory keeps the state between runs. For a remote one, no state is kept, so that
 * pipelines need none: a synchronization run removes what is gone.
 */
export async function openDestination(
  { space, server, force }: Pick<SourceRunOptions, 'space' | 'server' | 'force'>,
  identity: string[],
): Promise<Destination> {
  const connection = await connect(['spaces:write'], server);
  if (server === undefined) {
    const state = await RunState.open(loadSettings().dataDirectory, space, identity);
    return { connection, space, state, complete: async () => undefined, close: async () => state.close() };
  }
  const { id: run } = await startRun(connection, space);
  const state = RunState.temporary();
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
      if (isOpen) await abandonRun(connection, space, run).catch(() => undefined);
    },
  };
}
