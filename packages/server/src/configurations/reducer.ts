/** Reducer: the state of all configurations and the effect of a change. Pure, for every store. */
import type { Change, ConfigurationSettings, LogEntry } from '@semantic-search/contract';
import { applyChanges } from './merge-settings.ts';

/** A configuration. Immutable: an update replaces it. */
export interface StoredConfiguration {
  readonly id: number;
  readonly user: string;
  /** ISO 8601 UTC with milliseconds. */
  readonly created: string;
  readonly config: ConfigurationSettings;
}

/** A change, which is committed as a whole. */
export type Event = { readonly user: string; readonly date: string; readonly id: number } & (
  | { readonly action: 'created'; readonly config: ConfigurationSettings }
  | { readonly action: 'updated'; readonly changes: readonly Change[] }
  | { readonly action: 'activated'; readonly deactivated: number | null }
  | { readonly action: 'deleted' }
);

/** `number` counts all changes from 1, without gaps. */
export type ChangeRecord = Event & { readonly number: number };

/** State for decisions: committed changes and, in a batch, those decided before. */
export interface View {
  /** Number of the last change; 0 before the first. */
  readonly number: number;
  readonly nextId: number;
  readonly activeId: number | null;
  find(id: number): StoredConfiguration | undefined;
}

export interface Effect {
  readonly line: ChangeRecord;
  readonly nextId: number;
  readonly activeId: number | null;
  /** The new entry; null if it was deleted; undefined if it did not change. */
  readonly entry: StoredConfiguration | null | undefined;
}

export interface State extends View {
  /** By ID. */
  readonly entries: ReadonlyMap<number, StoredConfiguration>;
  commit(effect: Effect): void;
}

export function emptyState(): State {
  return stateFrom({ number: 0, nextId: 1, activeId: null, entries: [] });
}

/** `entries` are in ascending order of ID. */
export function stateFrom(
  given: Pick<View, 'number' | 'nextId' | 'activeId'> & { entries: readonly StoredConfiguration[] },
): State {
  const entries = new Map(given.entries.map((entry) => [entry.id, entry]));
  let { number, nextId, activeId } = given;
  return {
    entries,
    get number() {
      return number;
    },
    get nextId() {
      return nextId;
    },
    get activeId() {
      return activeId;
    },
    find: (id) => entries.get(id),
    commit(effect) {
      const late = effect.line.action === 'created' && effect.line.id < nextId;
      ({ nextId, activeId } = effect);
      number = effect.line.number;
      // IDs ascend and a replaced entry keeps its position, so the map is ordered by ID, except after a repair.
      if (effect.entry) entries.set(effect.entry.id, effect.entry);
      else if (effect.entry === null) entries.delete(effect.line.id);
      if (late) orderById(entries);
    },
  };
}

function orderById(entries: Map<number, StoredConfiguration>): void {
  const ordered = [...entries].sort(([one], [other]) => one - other);
  entries.clear();
  for (const [id, entry] of ordered) entries.set(id, entry);
}

/** A view that includes changes that are decided but not durable yet. */
export function createDraft(state: View): View & { add(effect: Effect): void } {
  const changed = new Map<number, StoredConfiguration | null>();
  let { number, nextId, activeId } = state;
  return {
    get number() {
      return number;
    },
    get nextId() {
      return nextId;
    },
    get activeId() {
      return activeId;
    },
    find: (id) => (changed.has(id) ? (changed.get(id) ?? undefined) : state.find(id)),
    add(effect) {
      ({ nextId, activeId } = effect);
      number = effect.line.number;
      if (effect.entry !== undefined) changed.set(effect.line.id, effect.entry);
    },
  };
}

/** The effect of a change on `view`. Throws if the change cannot follow, because the log is damaged. */
export function applyEvent(view: View, line: ChangeRecord): Effect {
  const { nextId, activeId } = view;
  const present = view.find(line.id);
  if (line.number !== view.number + 1) throw new Error(`change ${line.number} follows change ${view.number}`);
  if (line.action === 'created') {
    if (present) throw new Error(`configuration ${line.id} is created twice`);
    const { id, user, date: created, config } = line;
    return { line, nextId: Math.max(nextId, id + 1), activeId, entry: { id, user, created, config } };
  }
  if (!present) throw new Error(`configuration ${line.id} is ${line.action} but does not exist`);
  if (line.action === 'activated') return { line, nextId, activeId: line.id, entry: undefined };
  if (line.action === 'deleted') {
    return { line, nextId, activeId: activeId === line.id ? null : activeId, entry: null };
  }
  return {
    line,
    nextId,
    activeId,
    entry: { ...present, config: applyChanges(present.config, line.changes) },
  };
}

/** The settings after the lines of one history, from its first line on. */
export async function replaySettings(
  lines: AsyncIterable<ChangeRecord>,
): Promise<ConfigurationSettings | undefined> {
  let settings: ConfigurationSettings | undefined;
  for await (const line of lines) {
    if (line.action === 'created') settings = line.config;
    else if (settings && line.action === 'updated') settings = applyChanges(settings, line.changes);
  }
  return settings;
}

/** IDs of the configurations whose histories contain the change. */
export function affectedIds(line: ChangeRecord): number[] {
  const previous = line.action === 'activated' ? line.deactivated : null;
  return previous === null ? [line.id] : [line.id, previous];
}

/** The change as entry `version` of the history of configuration `id`. */
export function toLogEntry(line: ChangeRecord, id: number, version: number): LogEntry {
  const { date, user } = line;
  const changes = line.action === 'updated' ? [...line.changes] : [];
  const action = line.id === id ? line.action : 'deactivated';
  if (action === 'deleted') throw new Error(`configuration ${id} is deleted and has no history`);
  return { version, date, user, action, changes };
}
