/** A configuration store with a history, and a snapshot of everything readable in it. */
import { pino } from 'pino';
import type { ConfigurationStore } from '../../src/configurations/store.ts';
import { retitle, titled } from './configurations.ts';

export const log = pino({ level: 'silent' });

/** Everything that a client can read. */
export async function contentOf(store: ConfigurationStore) {
  const entries = [...store.list()];
  const logs = await Promise.all(entries.map(({ id }) => store.logs(id, 0, 100)));
  return { entries, logs, activeId: store.activeId, number: store.number };
}

/** Creates a history: creation, update, activation, deletion of the active configuration. */
export async function fill(store: ConfigurationStore): Promise<void> {
  for (const title of ['Äpfel', 'B', 'C']) await store.create('ann', titled(title));
  await store.update(1, 'bob', retitle('Z'));
  await store.activate(2, 'ann');
  await store.remove(2, 'ann');
  await store.activate(3, 'ann');
}
