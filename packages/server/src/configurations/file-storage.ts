/** Configurations in files: one lowdb document for each, and one for the active configuration. */
import {
  type ConfigurationChange,
  type ConfigurationDocument,
  type ConfigurationStorage,
  type History,
  initialState,
  type NextVersion,
  type StateDocument,
  type StoredConfiguration,
} from '@semantic-search/contract/storage';
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
  configurationFile,
  configurationsFolder,
  readDocuments,
  type StoredDocuments,
  stateFile,
} from './document-files.ts';

export async function openFileStorage(directory: string): Promise<ConfigurationStorage> {
  const stored = await readDocuments(directory);
  await makeFolder(configurationsFolder(directory));
  await fsyncDirectory(directory);
  return new FileStorage(directory, stored);
}

class FileStorage implements ConfigurationStorage {
  readonly #directory: string;
  readonly #documents = new Map<number, DurableDocument<ConfigurationDocument>>();
  readonly #state: DurableDocument<StateDocument>;
  readonly #damaged: StoredDocuments['damaged'];
  readonly #inTurn = taskQueue();
  highestId: number;

  constructor(directory: string, { documents, state, damaged }: StoredDocuments) {
    this.#directory = directory;
    for (const [id, document] of documents)
      this.#documents.set(id, durableDocument(configurationFile(directory, id), document));
    this.#state = durableDocument(stateFile(directory), withoutDeleted(state ?? initialState, documents));
    this.#damaged = damaged;
    this.highestId = [...documents.keys(), ...damaged.configurations.keys()].reduce(larger, 0);
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

  *all(): Iterable<StoredConfiguration> {
    for (const { data } of this.#documents.values()) yield data;
  }

  find(id: number): ConfigurationDocument | undefined {
    const damage = this.#damaged.configurations.get(id);
    if (damage) throw damagedProblem(`Configuration ${id}`, damage);
    return this.#documents.get(id)?.data;
  }

  /** Without the activations, the versions of a history would have other numbers. */
  async history(id: number): Promise<History | undefined> {
    const document = this.find(id);
    const { log } = this.#requireState().data;
    return document && { ...document, activations: log.filter((record) => record.id === id) };
  }

  save(decide: () => ConfigurationChange | null): Promise<void> {
    return this.#inTurn(async () => {
      const change = decide();
      if (change) await this.#write(change);
    });
  }

  /** First writes which configuration is active, so that never a missing one is. */
  async #write({ next, activation }: ConfigurationChange): Promise<void> {
    const before = this.#state.data;
    if (activation) {
      const { activeId, records } = activation;
      await this.#state.write({ ...before, activeId, log: [...before.log, ...records] });
    }
    try {
      if (next) await this.#writeDocument(next);
    } catch (error) {
      if (activation) await this.#state.write(before);
      throw error;
    }
  }

  async #writeDocument({ configuration, record }: NextVersion): Promise<void> {
    const { id } = configuration;
    const existing = this.#documents.get(id);
    if (existing) return existing.write({ ...configuration, log: [...existing.data.log, record] });
    const document = { ...configuration, log: [record] };
    const file = configurationFile(this.#directory, id);
    await writeOrUndo(() => file.write(document), file.remove);
    this.#documents.set(id, durableDocument(file, document));
    this.highestId = id;
  }

  unavailableReason(): null {
    return null;
  }

  close(): Promise<void> {
    return this.#inTurn(async () => undefined);
  }

  #requireState(): DurableDocument<StateDocument> {
    const { state: damage } = this.#damaged;
    if (damage) throw damagedProblem('The record of the active configuration', damage);
    return this.#state;
  }
}

/** A deletion writes two files, and a backup may have the one before and the other after it. */
function withoutDeleted(state: StateDocument, documents: StoredDocuments['documents']): StateDocument {
  const isDeleted = state.activeId !== null && documents.get(state.activeId)?.deleted;
  return isDeleted ? { ...state, activeId: null } : state;
}

function damagedProblem(part: string, cause: Error): ProblemError {
  return new ProblemError('service-unavailable', `${part} is damaged; restore a backup.`, { cause });
}

const larger = (one: number, other: number) => Math.max(one, other);
