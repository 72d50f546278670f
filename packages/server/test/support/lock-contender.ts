/** One of several processes that compete for the same data directory, controlled by its parent. */
import { pino } from 'pino';
import { openTokenStore } from '../../src/auth/token-store.ts';
import type { ConfigurationStore } from '../../src/configurations/store.ts';
import { LockedError } from '../../src/filesystem/lock.ts';
import { openFileStore } from '../../src/stores/file/store.ts';
import { titled } from './configurations.ts';

/** `at` in milliseconds since 1970: the common start time. */
export type Told = { do: 'open' | 'revoke'; directory: string; at: number } | { do: 'close' };

/** The acknowledged changes, or that another process holds the lock. */
export type Answer = { acknowledged: string[] } | { refused: true } | { failed: string };

let store: ConfigurationStore | undefined;

async function obey(told: Told): Promise<Answer> {
  if (told.do === 'close') {
    await store?.close();
    store = undefined;
    return { acknowledged: [] };
  }
  const tokens = told.do === 'revoke' ? await openTokenStore(told.directory) : null;
  while (Date.now() < told.at);
  if (tokens) {
    await tokens.revoke(`of ${process.pid}`);
    return { acknowledged: [`of ${process.pid}`] };
  }
  store = await openFileStore(told.directory, { log: pino({ level: 'silent' }) });
  const made = [await store.create('ann', titled('A')), await store.create('ann', titled('B'))];
  return { acknowledged: made.map(({ id }) => String(id)) };
}

process.on('message', async (told: Told) => {
  const answer = await obey(told).catch((error: Error): Answer => {
    return error instanceof LockedError ? { refused: true } : { failed: String(error) };
  });
  process.send?.(answer);
});
process.send?.('ready');
