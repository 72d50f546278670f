/** Differences between the current settings and an earlier version, from the history. Pure. */
import type { ConfigurationSettings, LogEntry } from '@semantic-search/contract';
import { isSame, type Path, valueAt } from './draft.ts';
import { pathOf } from './labels.ts';

export interface VersionDifference {
  path: Path;
  now: unknown;
  before: unknown;
}

/** `entries` are the newest ones, at least down to the version after `version`, newest first. */
export function versionDifferences(
  current: ConfigurationSettings,
  entries: readonly LogEntry[],
  version: number,
): VersionDifference[] {
  const previous = new Map<string, unknown>();
  // Older entries come later, so the last value of a key is the one that `version` had.
  for (const entry of entries) {
    if (entry.version <= version) break;
    for (const { key, oldValue } of entry.changes) previous.set(key, oldValue);
  }
  return [...previous]
    .map(([key, value]) => ({ path: pathOf(key), now: valueAt(current, pathOf(key)), before: value }))
    .filter((change) => !isSame(change.now, change.before));
}
