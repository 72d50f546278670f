/** Configuration store: the port, and its implementation over a journal. */
import { type ConfigurationSettings, type LogEntry, MAX_INT32 } from '@semantic-search/contract';
import { ProblemError } from '../errors/problem.ts';
import type { SettingsPlan } from './merge-settings.ts';
import {
  type ChangeRecord,
  type Effect,
  type Event,
  replaySettings,
  type StoredConfiguration,
  toLogEntry,
  type View,
} from './reducer.ts';

/** Throws if the entry is not the one that the client has read. */
export type Precondition = (entry: StoredConfiguration) => void;

export interface ConfigurationStore {
  /** Number of the last change. */
  readonly number: number;
  readonly activeId: number | null;
  /** In ascending order of ID. */
  list(): Iterable<StoredConfiguration>;
  find(id: number): StoredConfiguration | undefined;
  /** Newest first, read lazily; undefined if the configuration does not exist. */
  logs(
    id: number,
    start: number,
    count: number,
  ): { total: number; logs: AsyncIterable<LogEntry> } | undefined;
  /** The settings of a version; undefined if the configuration or version does not exist. */
  settingsAt(id: number, version: number): Promise<ConfigurationSettings | undefined>;
  create(user: string, config: ConfigurationSettings): Promise<StoredConfiguration>;
  /** `plan` receives the newest settings. Resolves to the entry and the applied plan. */
  update(
    id: number,
    user: string,
    plan: (entry: StoredConfiguration) => SettingsPlan,
    precondition?: Precondition,
  ): Promise<{ entry: StoredConfiguration; plan: SettingsPlan }>;
  activate(id: number, user: string, precondition?: Precondition): Promise<void>;
  remove(id: number, user: string, precondition?: Precondition): Promise<void>;
  /** Message for the operator if nothing can be written; otherwise null. Starts a repair. */
  unavailableReason(): string | null;
  close(): Promise<void>;
}

export type Order = 'oldest first' | 'newest first';

/** Journal: makes changes durable, one after another. Memory changes only afterwards. */
export interface Journal {
  readonly view: View;
  entries(): Iterable<StoredConfiguration>;
  /** `decide` receives the newest state and returns the change, or null. Its errors reject. */
  commit(decide: (view: View) => Event | null): Promise<Effect | null>;
  /** Number of changes in the history of a configuration. */
  countOf(id: number): number;
  /**
   * Changes from `from` (0 is the oldest) up to, but not including, `to`. A change may have half a megabyte, so only a few
   * are in memory at a time.
   */
  read(id: number, from: number, to: number, order?: Order): AsyncIterable<ChangeRecord>;
  unavailableReason(): string | null;
  close(): Promise<void>;
}

export function configurationStore(journal: Journal): ConfigurationStore {
  const { view } = journal;
  const find = (id: number) => view.find(id);
  return {
    get number() {
      return view.number;
    },
    get activeId() {
      return view.activeId;
    },
    list: () => journal.entries(),
    find,
    logs(id, start, count) {
      if (!find(id)) return undefined;
      const total = journal.countOf(id);
      const to = Math.max(0, total - start);
      return { total, logs: logEntries(journal, id, Math.max(0, to - count), to) };
    },
    async settingsAt(id, version) {
      if (!find(id) || version < 1 || version > journal.countOf(id)) return undefined;
      return replaySettings(journal.read(id, 0, version));
    },
    async create(user, config) {
      const effect = await journal.commit(({ nextId }) => {
        // IDs are int32 (reference/http-api.md#configurations).
        if (nextId > MAX_INT32) throw new ProblemError('service-unavailable', 'All ids are used up.');
        return { action: 'created', id: nextId, user, date: now(), config };
      });
      return effect?.entry as StoredConfiguration;
    },
    async update(id, user, plan, precondition) {
      let made: { entry: StoredConfiguration; plan: SettingsPlan } | undefined;
      const effect = await journal.commit((newest) => {
        const entry = existing(newest, id, precondition);
        made = { entry, plan: plan(entry) };
        const { changes } = made.plan;
        return changes.length === 0 ? null : { action: 'updated', id, user, date: now(), changes };
      });
      const { entry, plan: carriedOut } = made as { entry: StoredConfiguration; plan: SettingsPlan };
      return { entry: effect?.entry ?? entry, plan: carriedOut };
    },
    async activate(id, user, precondition) {
      await journal.commit((newest) => {
        existing(newest, id, precondition);
        if (newest.activeId === id) return null;
        return { action: 'activated', id, user, date: now(), deactivated: newest.activeId };
      });
    },
    async remove(id, user, precondition) {
      await journal.commit((newest) => {
        existing(newest, id, precondition);
        return { action: 'deleted', id, user, date: now() };
      });
    },
    unavailableReason: () => journal.unavailableReason(),
    close: () => journal.close(),
  };
}

/** Splits a range of a history into ranges of at most `size` changes. */
export function* batchRanges(
  from: number,
  to: number,
  size: number,
  order?: Order,
): Iterable<[number, number]> {
  if (order === 'newest first') {
    for (let end = to; end > from; end -= size) yield [Math.max(from, end - size), end];
  } else {
    for (let first = from; first < to; first += size) yield [first, Math.min(to, first + size)];
  }
}

async function* logEntries(journal: Journal, id: number, from: number, to: number): AsyncIterable<LogEntry> {
  let version = to;
  for await (const line of journal.read(id, from, to, 'newest first')) {
    yield toLogEntry(line, id, version);
    version -= 1;
  }
}

export function unknownConfiguration(id: number): ProblemError {
  return new ProblemError('not-found', `There is no configuration ${id}.`);
}

function existing(view: View, id: number, precondition: Precondition = () => undefined): StoredConfiguration {
  const entry = view.find(id);
  if (!entry) throw unknownConfiguration(id);
  precondition(entry);
  return entry;
}

function now(): string {
  return new Date().toISOString();
}
