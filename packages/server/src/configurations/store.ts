/** Configuration store: the port, and its implementation with one lowdb document per configuration. */
import type { ConfigurationSettings, LogEntry } from '@semantic-search/contract';
import { ProblemError } from '../errors/problem.ts';
import {
  type DurableDocument,
  durableDocument,
  taskQueue,
  writeOrUndo,
} from '../filesystem/durable-document.ts';
import { fsyncDirectory } from '../filesystem/durable-file.ts';
import { makeFolder } from '../filesystem/file-ownership.ts';
import {
  activated,
  type ConfigurationDocument,
  deletedVersion,
  firstVersion,
  type History,
  historyPage,
  initialState,
  type LogRecord,
  type NextVersion,
  nextId,
  type StateDocument,
  type StoredConfiguration,
  settingsAt,
  updatedVersion,
} from './document.ts';
import {
  configurationFile,
  configurationsFolder,
  readDocuments,
  type StoredDocuments,
  stateFile,
} from './document-files.ts';
import type { SettingsPlan } from './merge-settings.ts';

/** Throws if the entry is not the one that the client has read. */
export type Precondition = (entry: StoredConfiguration) => void;

/** Methods throw service-unavailable for a configuration whose document is damaged. */
export interface ConfigurationStore {
  /** Whether no configuration has ever been created. */
  readonly isFresh: boolean;
  readonly activeId: number | null;
  /** In ascending order of ID, without damaged ones. */
  list(): Iterable<StoredConfiguration>;
  find(id: number): StoredConfiguration | undefined;
  /** Newest first; undefined if the configuration does not exist. */
  logs(id: number, start: number, count: number): Promise<{ total: number; logs: LogEntry[] } | undefined>;
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
  /** Parts that are damaged, for the operator: what is wrong, by name. */
  readonly damage: ReadonlyMap<string, string>;
  /** Message for the operator if nothing can be written; otherwise null. */
  unavailableReason(): string | null;
  close(): Promise<void>;
}

/** The caller holds the lock of the directory. Damaged documents stay as they are; all others work. */
export async function openFileStore(directory: string): Promise<ConfigurationStore> {
  const stored = await readDocuments(directory);
  await makeFolder(configurationsFolder(directory));
  await fsyncDirectory(directory);
  return new FileStore(directory, stored);
}

class FileStore implements ConfigurationStore {
  readonly #directory: string;
  readonly #documents = new Map<number, DurableDocument<ConfigurationDocument>>();
  readonly #state: DurableDocument<StateDocument>;
  readonly #damaged: StoredDocuments['damaged'];
  readonly #createInTurn = taskQueue();
  #highestId: number;

  constructor(directory: string, { documents, state, damaged }: StoredDocuments) {
    this.#directory = directory;
    for (const [id, document] of documents)
      this.#documents.set(id, durableDocument(configurationFile(directory, id), document));
    this.#state = durableDocument(stateFile(directory), withoutDeleted(state ?? initialState, documents));
    this.#damaged = damaged;
    this.#highestId = [...documents.keys(), ...damaged.configurations.keys()].reduce(larger, 0);
  }

  get isFresh(): boolean {
    return this.#highestId === 0;
  }

  get activeId(): number | null {
    return this.#requireState().data.activeId;
  }

  get damage(): ReadonlyMap<string, string> {
    const { state, configurations } = this.#damaged;
    const parts = Array.from(
      configurations,
      ([id, { message }]) => [`configuration ${id}`, message] as const,
    );
    return new Map(state === null ? parts : [...parts, ['active configuration', state.message]]);
  }

  *list(): Iterable<StoredConfiguration> {
    for (const { data } of this.#documents.values()) if (!data.deleted) yield data;
  }

  find(id: number): StoredConfiguration | undefined {
    return this.#findDocument(id)?.data;
  }

  async logs(id: number, start: number, count: number) {
    const history = this.#historyOf(id);
    return history && historyPage(history, start, count);
  }

  async settingsAt(id: number, version: number) {
    const history = this.#historyOf(id);
    return history && settingsAt(history, version);
  }

  create(user: string, config: ConfigurationSettings): Promise<StoredConfiguration> {
    return this.#createInTurn(async () => {
      const id = nextId(this.#highestId);
      const document = withLog([], firstVersion(id, user, config));
      const file = configurationFile(this.#directory, id);
      await writeOrUndo(() => file.write(document), file.remove);
      this.#documents.set(id, durableDocument(file, document));
      this.#highestId = id;
      return document;
    });
  }

  async update(
    id: number,
    user: string,
    plan: (entry: StoredConfiguration) => SettingsPlan,
    precondition?: Precondition,
  ) {
    let result!: { entry: StoredConfiguration; plan: SettingsPlan };
    await this.#change(id, precondition, (current) => {
      const planned = plan(current);
      const isChanged = planned.changes.length > 0;
      const next = isChanged
        ? withLog(current.log, updatedVersion(current, user, planned.settings))
        : current;
      result = { entry: next, plan: planned };
      return next;
    });
    return result;
  }

  async activate(id: number, user: string, precondition?: Precondition): Promise<void> {
    await this.#change(id, precondition, async (current) => {
      await this.#requireState().update((state) =>
        state.activeId === id ? state : activated(state, current, this.#activeIn(state), user),
      );
      return current;
    });
  }

  /** First no configuration is active, so that never a missing one is. */
  async remove(id: number, user: string, precondition?: Precondition): Promise<void> {
    const state = this.#requireState();
    let [before, after]: StateDocument[] = [];
    try {
      await this.#change(id, precondition, async (current) => {
        await state.update((newest) => {
          before = newest;
          after = newest.activeId === id ? activated(newest, null, current, user) : newest;
          return after;
        });
        return withLog(current.log, deletedVersion(current, user));
      });
    } catch (error) {
      await state.update((newest) => (before && newest === after ? before : newest));
      throw error;
    }
  }

  unavailableReason(): null {
    return null;
  }

  /** Resolves when no change is in progress. */
  async close(): Promise<void> {
    await this.#createInTurn(async () => undefined);
    for (const document of [...this.#documents.values(), this.#state]) await document.settled();
  }

  async #change(
    id: number,
    precondition: Precondition | undefined,
    change: (current: ConfigurationDocument) => ConfigurationDocument | Promise<ConfigurationDocument>,
  ): Promise<void> {
    const document = this.#findDocument(id);
    if (!document) throw unknownConfiguration(id);
    await document.update((current) => {
      if (current.deleted) throw unknownConfiguration(id);
      precondition?.(current);
      return change(current);
    });
  }

  #findDocument(id: number): DurableDocument<ConfigurationDocument> | undefined {
    const damage = this.#damaged.configurations.get(id);
    if (damage) throw damagedProblem(`Configuration ${id}`, damage);
    const document = this.#documents.get(id);
    return document?.data.deleted ? undefined : document;
  }

  #requireState(): DurableDocument<StateDocument> {
    const { state: damage } = this.#damaged;
    if (damage) throw damagedProblem('The record of the active configuration', damage);
    return this.#state;
  }

  #activeIn({ activeId }: StateDocument): StoredConfiguration | undefined {
    return activeId === null ? undefined : this.#documents.get(activeId)?.data;
  }

  /** Without the activations, the versions of a history would have other numbers. */
  #historyOf(id: number): History | undefined {
    const document = this.#findDocument(id)?.data;
    if (!document) return undefined;
    const { log } = this.#requireState().data;
    return { ...document, activations: log.filter((record) => record.id === id) };
  }
}

/** A deletion writes two files, and a backup may have the one before and the other after it. */
function withoutDeleted(state: StateDocument, documents: StoredDocuments['documents']): StateDocument {
  const isDeleted = state.activeId !== null && documents.get(state.activeId)?.deleted;
  return isDeleted ? { ...state, activeId: null } : state;
}

function withLog(log: readonly LogRecord[], { configuration, record }: NextVersion): ConfigurationDocument {
  return { ...configuration, log: [...log, record] };
}

function damagedProblem(part: string, cause: Error): ProblemError {
  return new ProblemError('service-unavailable', `${part} is damaged; restore a backup.`, { cause });
}

export function unknownConfiguration(id: number): ProblemError {
  return new ProblemError('not-found', `There is no configuration ${id}.`);
}

const larger = (one: number, other: number) => Math.max(one, other);
