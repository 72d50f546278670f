/** Configurations that are visible to a token: all, or the configurations of its search spaces. */
import type { LogEntry } from '@semantic-search/contract';
import type { StoredConfiguration } from '@semantic-search/contract/storage';
import type { Access } from '../auth/permission.ts';
import { type ConfigurationStore, unknownConfiguration } from './store.ts';
import type { HistoryPage } from './versions.ts';

export type ReadableStore = Pick<ConfigurationStore, 'activeId' | 'list' | 'find'>;

/** Responses treat a configuration of another search space like a missing one, so that tokens cannot detect it. */
export function permittedConfigurations({ spaces }: Pick<Access, 'spaces'>, store: ReadableStore) {
  const isPermitted = ({ config }: StoredConfiguration) => spaces?.has(config.searchSpace) ?? true;
  const find = (id: number) => {
    const entry = store.find(id);
    return entry && isPermitted(entry) ? entry : undefined;
  };
  return {
    get activeId() {
      const { activeId } = store;
      // A damaged configuration cannot be found, but its ID stays known.
      const isKnown = activeId !== null && (spaces === null || find(activeId));
      return isKnown ? activeId : null;
    },
    /** Whether the token may see a configuration, which may be deleted. */
    isPermitted,
    list: () => Array.from(store.list()).filter(isPermitted),
    /** Throws not-found. */
    require(id: number): StoredConfiguration {
      const entry = find(id);
      if (!entry) throw unknownConfiguration(id);
      return entry;
    },
  };
}

/** The change history of a permitted configuration, without the settings that it had in other search spaces. */
export async function permittedLogs(
  { spaces }: Pick<Access, 'spaces'>,
  store: ReadableStore & Pick<ConfigurationStore, 'logs'>,
  id: number,
  { start, count }: { start: number; count: number },
): Promise<HistoryPage> {
  permittedConfigurations({ spaces }, store).require(id);
  if (spaces === null) return store.logs(id, start, count);
  const { total, logs } = await store.logs(id, 0, start + count);
  return { total, logs: withoutForeignSettings(logs, spaces).slice(start) };
}

/** Empties the changes of entries before or after which the configuration belonged to another search space. */
function withoutForeignSettings(newestFirst: readonly LogEntry[], spaces: ReadonlySet<string>): LogEntry[] {
  let isOwn = true;
  return newestFirst.map((entry) => {
    const move = entry.changes.find(({ key }) => key === 'searchSpace');
    const wasOwn = move ? spaces.has(String(move.oldValue)) : isOwn;
    const isVisible = isOwn && wasOwn;
    isOwn = wasOwn;
    return isVisible ? entry : { ...entry, changes: [] };
  });
}
