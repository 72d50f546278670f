/** One of several processes that compete for the same data directory, controlled by its parent. */
import { pino } from 'pino';
import { openTokenStore } from '../../src/auth/token-store.ts';
import type { ConfigurationStore } from '../../src/configurations/store.ts';
import { LockedError } from '../../src/filesystem/lock.ts';
import { openFileStore } from '../../src/stores/file/store.ts';
import { titled } from './configurations.ts';

/** `at` in milliseconds since 1970: the common start time. */
export type Command = { do: 'open' | 'revoke'; directory: string; at: number } | { do: 'close' };

/** The acknowledged changes, or that another process holds the lock. */
export type Outcome = { acknowledged: string[] } | { rejected: true } | { failed: string };

let store: ConfigurationStore | undefined;

async function execute(command: Command): Promise<Outcome> {
  if (command.do === 'close') {
    await store?.close();
    store = undefined;
    return { acknowledged: [] };
  }
  const tokens = command.do === 'revoke' ? await openTokenStore(command.directory) : null;
  while (Date.now() < command.at);
  if (tokens) {
    await tokens.revoke(`of ${process.pid}`);
    return { acknowledged: [`of ${process.pid}`] };
  }
  store = await openFileStore(command.directory, { log: pino({ level: 'silent' }) });
  const made = [await store.create('ann', titled('A')), await store.create('ann', titled('B'))];
  return { acknowledged: made.map(({ id }) => String(id)) };
}

process.on('message', async (command: Command) => {
  const outcome = await execute(command).catch((error: Error): Outcome => {
    return error instanceof LockedError ? { rejected: true } : { failed: String(error) };
  });
  process.send?.(outcome);
});
process.send?.('ready');
