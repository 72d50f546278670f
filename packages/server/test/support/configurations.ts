/** Configurations to write in tests. */
import { defaultSettings, type Settings } from '@semantic-search/contract';
import { planSettings } from '../../src/configurations/merge-settings.ts';
import type { Entry } from '../../src/configurations/reducer.ts';
import type { ConfigurationStore } from '../../src/configurations/store.ts';

export function titled(title: string): Settings {
  return { ...defaultSettings, title };
}

export function retitle(title: string) {
  return ({ config }: Entry) => planSettings({ title }, config);
}

/** A page of a history, read whole. */
export async function logsOf(store: ConfigurationStore, id: number, start: number, count: number) {
  const found = store.logs(id, start, count);
  return found && { total: found.total, logs: await Array.fromAsync(found.logs) };
}
