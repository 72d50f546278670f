/** Configuration store: decides what each operation changes. A storage saves it: files, or a database. */
import type { ConfigurationSettings, LatestChanges, LogEntry } from '@semantic-search/contract';
import type {
  ConfigurationChange,
  ConfigurationStorage,
  History,
  StoredConfiguration,
} from '@semantic-search/contract/storage';
import { ProblemError, rejectUnsaved } from '../errors/problem.ts';
import { openFileStorage } from './file-storage.ts';
import type { SettingsPlan } from './merge-settings.ts';
import {
  activation,
  deletedVersion,
  firstVersion,
  historyPage,
  latestChange,
  nextId,
  settingsAt,
  undeletedVersion,
  updatedVersion,
} from './versions.ts';

/** Throws if the entry is not the one that the client has read. */
export type Precondition = (entry: StoredConfiguration) => void;

/** The caller holds the lock of the directory. Damaged documents stay as they are; all others work. */
export async function openFileStore(directory: string): Promise<ConfigurationStore> {
  return new ConfigurationStore(await openFileStorage(directory));
}

/** Methods throw service-unavailable for a configuration whose document is damaged. */
export class ConfigurationStore {
  readonly #storage: ConfigurationStorage;

  constructor(storage: ConfigurationStorage) {
    this.#storage = storage;
  }

  /** Whether no configuration has ever been created. */
  get isFresh(): boolean {
    return this.#storage.highestId === 0;
  }

  get activeId(): number | null {
    return this.#storage.activeId;
  }

  /** Parts that are damaged, for the operator: what is wrong, by name. */
  get damage(): ReadonlyMap<string, string> {
    return this.#storage.damage;
  }

  /** In ascending order of ID, without damaged ones. */
  *list(): Iterable<StoredConfiguration> {
    for (const configuration of this.#storage.all()) if (!configuration.deleted) yield configuration;
  }

  find(id: number): StoredConfiguration | undefined {
    const configuration = this.#storage.find(id);
    return configuration?.deleted ? undefined : configuration;
  }

  /** Newest first; undefined if the configuration does not exist. */
  async logs(
    id: number,
    start: number,
    count: number,
  ): Promise<{ total: number; logs: LogEntry[] } | undefined> {
    const history = await this.#historyOf(id);
    return history && historyPage(history, start, count);
  }

  /** The last change of each listed configuration, also of deleted ones. */
  async latestChanges(isListed: (entry: StoredConfiguration) => boolean): Promise<LatestChanges['changes']> {
    const changes: LatestChanges['changes'] = [];
    for (const entry of Array.from(this.#storage.all()).filter(isListed)) {
      const history = await this.#storage.history(entry.id).catch(rejectUnreadable);
      if (history) changes.push(latestChange(entry, history));
    }
    return changes;
  }

  /** The settings of a version; undefined if the configuration or version does not exist. */
  async settingsAt(id: number, version: number): Promise<ConfigurationSettings | undefined> {
    const history = await this.#historyOf(id);
    return history && settingsAt(history, version);
  }

  async create(user: string, config: ConfigurationSettings): Promise<StoredConfiguration> {
    let created!: StoredConfiguration;
    await this.#save(() => {
      const next = firstVersion(nextId(this.#storage.highestId), user, config);
      created = next.configuration;
      return { next };
    });
    return created;
  }

  /** `plan` receives the newest settings. Resolves to the entry and the applied plan. */
  async update(
    id: number,
    user: string,
    plan: (entry: StoredConfiguration) => SettingsPlan,
    precondition?: Precondition,
  ): Promise<{ entry: StoredConfiguration; plan: SettingsPlan }> {
    let result!: { entry: StoredConfiguration; plan: SettingsPlan };
    await this.#save(() => {
      const current = this.#require(id, precondition);
      const planned = plan(current);
      const next = planned.changes.length > 0 ? updatedVersion(current, user, planned.settings) : null;
      result = { entry: next?.configuration ?? current, plan: planned };
      return next && { next };
    });
    return result;
  }

  async activate(id: number, user: string, precondition?: Precondition): Promise<void> {
    await this.#save(() => {
      const current = this.#require(id, precondition);
      const { activeId } = this.#storage;
      if (activeId === id) return null;
      const previous = activeId === null ? undefined : this.#storage.find(activeId);
      return { activation: activation(current, previous, user) };
    });
  }

  async remove(id: number, user: string, precondition?: Precondition): Promise<void> {
    await this.#save(() => {
      const current = this.#require(id, precondition);
      const next = deletedVersion(current, user);
      return this.activeId === id ? { next, activation: activation(null, current, user) } : { next };
    });
  }

  /** Resolves to the configuration; nothing changes if it is not deleted. */
  async undelete(id: number, user: string): Promise<StoredConfiguration> {
    let result!: StoredConfiguration;
    await this.#save(() => {
      const current = this.#storage.find(id);
      if (!current) throw unknownConfiguration(id);
      const next = current.deleted ? undeletedVersion(current, user) : null;
      result = next?.configuration ?? current;
      return next && { next };
    });
    return result;
  }

  /** Message for the operator if nothing can be written; otherwise null. */
  unavailableReason(): string | null {
    return this.#storage.unavailableReason();
  }

  /** Resolves when no change is in progress. */
  close(): Promise<void> {
    return this.#storage.close();
  }

  #require(id: number, precondition: Precondition | undefined): StoredConfiguration {
    const current = this.find(id);
    if (!current) throw unknownConfiguration(id);
    precondition?.(current);
    return current;
  }

  async #historyOf(id: number): Promise<History | undefined> {
    if (!this.find(id)) return undefined;
    return this.#storage.history(id).catch(rejectUnreadable);
  }

  /** Rejects with the problem that `decide` throws. */
  async #save(decide: () => ConfigurationChange | null): Promise<void> {
    let refusal: unknown;
    await this.#storage
      .save(() => {
        refusal = undefined;
        try {
          return decide();
        } catch (error) {
          refusal = error;
          return null;
        }
      })
      .catch(rejectUnsaved);
    if (refusal !== undefined) throw refusal;
  }
}

export function unknownConfiguration(id: number): ProblemError {
  return new ProblemError('not-found', `There is no configuration ${id}.`);
}

function rejectUnreadable(cause: unknown): never {
  if (cause instanceof ProblemError) throw cause;
  throw new ProblemError('service-unavailable', 'Histories cannot be read at the moment.', { cause });
}
