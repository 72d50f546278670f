/** Configurations for tests. */
import { type ConfigurationSettings, defaultSettings } from '@semantic-search/contract';
import { planSettings } from '../../src/configurations/merge-settings.ts';
import type { StoredConfiguration } from '../../src/configurations/reducer.ts';
import type { ConfigurationStore } from '../../src/configurations/store.ts';

export function titled(title: string): ConfigurationSettings {
  return { ...defaultSettings, title };
}

export function retitle(title: string) {
  return ({ config }: StoredConfiguration) => planSettings({ title }, config);
}

/** A complete page of a history. */
export async function logsOf(store: ConfigurationStore, id: number, start: number, count: number) {
  const found = store.logs(id, start, count);
  return found && { total: found.total, logs: await Array.fromAsync(found.logs) };
}
