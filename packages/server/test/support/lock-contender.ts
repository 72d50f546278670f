/** One of several processes that compete for the same data directory, controlled by its parent. */
import { openFileStore } from '../../src/configurations/store.ts';
import { LockedError, lockDirectory, type Unlock } from '../../src/filesystem/lock.ts';
import { titled } from './configurations.ts';

/** `at` in milliseconds since 1970: the common start time. */
export type Command = { do: 'open'; directory: string; at: number } | { do: 'close' };

/** The acknowledged changes, or that another process holds the lock. */
export type Outcome = { acknowledged: string[] } | { rejected: true } | { failed: string };

let unlock: Unlock | undefined;

async function execute(command: Command): Promise<Outcome> {
  if (command.do === 'close') {
    await unlock?.();
    unlock = undefined;
    return { acknowledged: [] };
  }
  while (Date.now() < command.at);
  unlock = await lockDirectory(command.directory);
  const store = await openFileStore(command.directory);
  const created = [await store.create('ann', titled('A')), await store.create('ann', titled('B'))];
  return { acknowledged: created.map(({ id }) => String(id)) };
}

process.on('message', async (command: Command) => {
  const outcome = await execute(command).catch((error: Error): Outcome => {
    return error instanceof LockedError ? { rejected: true } : { failed: String(error) };
  });
  process.send?.(outcome);
});
process.send?.('ready');
