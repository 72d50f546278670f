/** Configuration store: decides what each operation changes. A storage saves it: files, or a database. */
import type { ConfigurationSettings, LatestChanges } from '@semantic-search/contract';
import type * as stored from '@semantic-search/contract/storage';
import { ProblemError, rejectUnsaved } from '../errors/problem.ts';
import { openFileStorage } from './file-storage.ts';
import type { SettingsPlan } from './merge-settings.ts';
import * as versions from './versions.ts';

/** Throws if the client has read another version of the entry. */
export type Precondition = (entry: stored.StoredConfiguration) => void;

/** The caller holds the lock of the directory. Damaged documents stay as they are; all others work. */
export async function openFileStore(directory: string): Promise<ConfigurationStore> {
  return new ConfigurationStore(await openFileStorage(directory));
}

/** Methods throw not-found for an unknown configuration, and service-unavailable for one whose document is damaged. */
export class ConfigurationStore {
  readonly #storage: stored.ConfigurationStorage;

  constructor(storage: stored.ConfigurationStorage) {
    this.#storage = storage;
  }

  /** Whether no configuration has ever been created. */
  get isFresh(): boolean {
    return this.#storage.highestId === 0;
  }

  get activeId(): number | null {
    return this.#storage.activeId;
  }

  /** Damaged parts, for the operator: the error message by name of the part. */
  get damage(): ReadonlyMap<string, string> {
    return this.#storage.damage;
  }

  /** In ascending order of ID, without damaged ones. */
  *list(): Iterable<stored.StoredConfiguration> {
    for (const configuration of this.#storage.all()) if (!configuration.deleted) yield configuration;
  }

  find(id: number): stored.StoredConfiguration | undefined {
    const configuration = this.#storage.find(id);
    return configuration?.deleted ? undefined : configuration;
  }

  /** Page of the change history, newest first. */
  async logs(id: number, start: number, count: number): Promise<versions.HistoryPage> {
    return versions.historyPage(await this.#historyOf(id), start, count);
  }

  /** The last change of each listed configuration, including deleted ones. */
  async latestChanges(
    isListed: (entry: stored.StoredConfiguration) => boolean,
  ): Promise<LatestChanges['changes']> {
    const changes: LatestChanges['changes'] = [];
    for (const entry of Array.from(this.#storage.all()).filter(isListed)) {
      const history = await this.#storage.history(entry.id).catch(rejectUnreadHistory);
      if (history) changes.push(versions.latestChange(entry, history));
    }
    return changes;
  }

  /** Undefined if the configuration has no such version. */
  async settingsAt(id: number, version: number): Promise<ConfigurationSettings | undefined> {
    return versions.settingsAt(await this.#historyOf(id), version);
  }

  create(user: string, config: ConfigurationSettings): Promise<stored.StoredConfiguration> {
    return this.#save(() => {
      const next = versions.firstVersion(versions.nextId(this.#storage.highestId), user, config);
      return { change: { next }, result: next.configuration };
    });
  }

  /** `planFor` receives the newest entry. Resolves to the saved entry and the applied plan. */
  update(
    id: number,
    user: string,
    planFor: (entry: stored.StoredConfiguration) => SettingsPlan,
    precondition?: Precondition,
  ): Promise<{ entry: stored.StoredConfiguration; plan: SettingsPlan }> {
    return this.#save(() => {
      const current = this.#require(id, precondition);
      const plan = planFor(current);
      if (plan.changes.length === 0) return { result: { entry: current, plan } };
      const next = versions.updatedVersion(current, user, plan.settings);
      return { change: { next }, result: { entry: next.configuration, plan } };
    });
  }

  /** Resolves to false if the configuration was active already. */
  activate(id: number, user: string, precondition?: Precondition): Promise<boolean> {
    return this.#save(() => {
      const current = this.#require(id, precondition);
      const { activeId } = this;
      if (activeId === id) return { result: false };
      const previous = activeId === null ? undefined : this.#storage.find(activeId);
      return { change: { activation: versions.activation(current, previous, user) }, result: true };
    });
  }

  /** The document of a deleted configuration stays, so that its ID is never given to another one. */
  remove(id: number, user: string, precondition?: Precondition): Promise<void> {
    return this.#save(() => {
      const current = this.#require(id, precondition);
      const next = versions.nextVersion({ ...current, deleted: true }, user, 'deleted');
      const deactivated = this.activeId === id && { activation: versions.activation(null, current, user) };
      return { change: { next, ...deactivated }, result: undefined };
    });
  }

  /** Nothing changes if the configuration is not deleted. */
  undelete(id: number, user: string) {
    return this.#save<{ entry: stored.StoredConfiguration; isChanged: boolean }>(() => {
      const current = this.#storage.find(id);
      if (!current) throw unknownConfiguration(id);
      const { deleted, ...configuration } = current;
      if (!deleted) return { result: { entry: current, isChanged: false } };
      const next = versions.nextVersion(configuration, user, 'undeleted');
      return { change: { next }, result: { entry: next.configuration, isChanged: true } };
    });
  }

  /** Message for the operator if nothing can be written; otherwise null. */
  unavailableReason(): string | null {
    return this.#storage.unavailableReason();
  }

  /** Resolves when no change is in progress. */
  close(): Promise<void> {
    return this.#storage.close();
  }

  #require(id: number, precondition: Precondition | undefined): stored.StoredConfiguration {
    const current = this.find(id);
    if (!current) throw unknownConfiguration(id);
    precondition?.(current);
    return current;
  }

  async #historyOf(id: number): Promise<stored.History> {
    const history = this.find(id) && (await this.#storage.history(id).catch(rejectUnreadHistory));
    if (!history) throw unknownConfiguration(id);
    return history;
  }

  /** Saves the change, if there is one. Rejects with the problem that `decide` throws. */
  #save<Result>(decide: () => { change?: stored.ConfigurationChange; result: Result }): Promise<Result> {
    return this.#storage.save(decide).catch(rejectUnsaved);
  }
}

export function unknownConfiguration(id: number): ProblemError {
  return new ProblemError('not-found', `There is no configuration ${id}.`);
}

function rejectUnreadHistory(cause: unknown): never {
  if (cause instanceof ProblemError) throw cause;
  throw new ProblemError('service-unavailable', 'Histories cannot be read at the moment.', { cause });
}
