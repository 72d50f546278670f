/** Configurations to write in tests. */
import { defaultSettings, type Settings } from '@semantic-search/contract';
import { planSettings } from './settings.ts';
import type { Entry } from './state.ts';

export function titled(title: string): Settings {
  return { ...defaultSettings, title };
}

export function retitle(title: string) {
  return ({ config }: Entry) => planSettings({ title }, config);
}
