/** Configurations for tests, and everything that a client can read of a store. */
import { type ConfigurationSettings, defaultSettings } from '@semantic-search/contract';
import type { StoredConfiguration } from '@semantic-search/contract/storage';
import { planSettings } from '../../src/configurations/merge-settings.ts';
import { recordOf } from '../../src/configurations/routes.ts';
import type { ConfigurationStore } from '../../src/configurations/store.ts';

export function titled(title: string): ConfigurationSettings {
  return { ...defaultSettings, title };
}

export function retitle(title: string) {
  return ({ config }: StoredConfiguration) => planSettings({ title }, config);
}

export async function contentOf(store: ConfigurationStore) {
  const entries = Array.from(store.list(), recordOf);
  const logs = await Promise.all(entries.map(({ id }) => store.logs(id, 0, 100)));
  return { entries, logs, activeId: store.activeId };
}

/** Creates a history: creation, update, activation, deletion of the active configuration. */
export async function fill(store: ConfigurationStore): Promise<void> {
  for (const title of ['Äpfel', 'B', 'C']) await store.create('ann', titled(title));
  await store.update(1, 'bob', retitle('Z'));
  await store.activate(2, 'ann');
  await store.remove(2, 'ann');
  await store.activate(3, 'ann');
}
