/** The configurations that a token may know of: those of its search spaces, or all. */
import type { LogEntry } from '@semantic-search/contract';
import type { Access } from '../auth/permission.ts';
import type { StoredConfiguration } from './reducer.ts';
import type { ConfigurationStore } from './store.ts';

export type ReadableConfigurations = Pick<ConfigurationStore, 'activeId' | 'list' | 'find'>;

/** For a token of search spaces, a configuration of another space does not exist, so that no response tells them apart. */
export function permittedConfigurations(
  { spaces }: Pick<Access, 'spaces'>,
  store: ReadableConfigurations,
): ReadableConfigurations {
  if (spaces === null) return store;
  const isPermitted = ({ config }: StoredConfiguration) => spaces.has(config.searchSpace);
  const find = (id: number) => {
    const entry = store.find(id);
    return entry && isPermitted(entry) ? entry : undefined;
  };
  const { activeId } = store;
  return {
    activeId: activeId !== null && find(activeId) ? activeId : null,
    list: () => [...store.list()].filter(isPermitted),
    find,
  };
}

type History = ReturnType<ConfigurationStore['logs']>;

/** The change history of a permitted configuration, without the settings that it had in other search spaces. */
export function permittedLogs(
  { spaces }: Pick<Access, 'spaces'>,
  store: Pick<ConfigurationStore, 'logs'>,
  id: number,
  { start, count }: { start: number; count: number },
): History {
  if (spaces === null) return store.logs(id, start, count);
  const found = store.logs(id, 0, start + count);
  return found && { ...found, logs: ownChanges(found.logs, spaces, start) };
}

async function* ownChanges(
  newestFirst: AsyncIterable<LogEntry>,
  spaces: ReadonlySet<string>,
  start: number,
): AsyncIterable<LogEntry> {
  let [position, isOwn] = [0, true];
  for await (const entry of newestFirst) {
    const move = entry.changes.find(({ key }) => key === 'searchSpace');
    const wasOwn = move ? spaces.has(String(move.oldValue)) : isOwn;
    if (position >= start) yield isOwn && wasOwn ? entry : { ...entry, changes: [] };
    isOwn = wasOwn;
    position += 1;
  }
}
