/** Configurations in files: one lowdb document for each, and one for the active configuration. */
import * as stored from '@semantic-search/contract/storage';
import { ProblemError } from '../errors/problem.ts';
import { type DurableDocument, durableDocument, writeOrUndo } from '../filesystem/durable-document.ts';
import { fsync } from '../filesystem/durable-file.ts';
import { makeFolder } from '../filesystem/file-ownership.ts';
import { taskQueue } from '../filesystem/task-queue.ts';
import * as files from './document-files.ts';

export async function openFileStorage(directory: string): Promise<stored.ConfigurationStorage> {
  const documents = await files.readDocuments(directory);
  await makeFolder(files.configurationsFolder(directory));
  await fsync(directory);
  return new FileStorage(directory, documents);
}

class FileStorage implements stored.ConfigurationStorage {
  readonly #directory: string;
  readonly #documents = new Map<number, DurableDocument<stored.ConfigurationDocument>>();
  readonly #state: DurableDocument<stored.StateDocument>;
  readonly #damaged: files.StoredDocuments['damaged'];
  readonly #inTurn = taskQueue();
  readonly damage: ReadonlyMap<string, string>;
  highestId: number;

  constructor(directory: string, { documents, highestId, state, damaged }: files.StoredDocuments) {
    this.#directory = directory;
    for (const [id, document] of documents)
      this.#documents.set(id, durableDocument(files.configurationFile(directory, id), document));
    const current = withoutDeleted(state ?? stored.initialState, documents);
    this.#state = durableDocument(files.stateFile(directory), current);
    this.#damaged = damaged;
    this.damage = new Map(Array.from(damaged, ([part, { message }]) => [part, message]));
    this.highestId = highestId;
  }

  get activeId(): number | null {
    return this.#requireState().data.activeId;
  }

  *all(): Iterable<stored.StoredConfiguration> {
    for (const { data } of this.#documents.values()) yield data;
  }

  find(id: number): stored.ConfigurationDocument | undefined {
    const damage = this.#damaged.get(files.configurationPart(id));
    if (damage) throw damagedProblem(`Configuration ${id}`, damage);
    return this.#documents.get(id)?.data;
  }

  /** Reads the activations too: without them, the versions of a history would have other numbers. */
  async history(id: number): Promise<stored.History | undefined> {
    const document = this.find(id);
    const { log } = this.#requireState().data;
    return document && { ...document, activations: log.filter((record) => record.id === id) };
  }

  save<Result>(decide: () => { change?: stored.ConfigurationChange; result: Result }): Promise<Result> {
    return this.#inTurn(async () => {
      const { change, result } = decide();
      if (change) await this.#write(change);
      return result;
    });
  }

  /** Writes first which configuration is active, so that a deleted configuration is never active. */
  async #write({ next, activation }: stored.ConfigurationChange): Promise<void> {
    const previous = this.#state.data;
    if (activation) {
      const { activeId, records } = activation;
      await this.#state.write({ ...previous, activeId, log: [...previous.log, ...records] });
    }
    try {
      if (next) await this.#writeDocument(next);
    } catch (error) {
      if (activation) await this.#state.write(previous);
      throw error;
    }
  }

  async #writeDocument({ configuration, record }: stored.NextVersion): Promise<void> {
    const { id } = configuration;
    const existing = this.#documents.get(id);
    if (existing) return existing.write({ ...configuration, log: [...existing.data.log, record] });
    const document = { ...configuration, log: [record] };
    const file = files.configurationFile(this.#directory, id);
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

  #requireState(): DurableDocument<stored.StateDocument> {
    const damage = this.#damaged.get(files.STATE_PART);
    if (damage) throw damagedProblem('The record of the active configuration', damage);
    return this.#state;
  }
}

/** A deletion writes two files; a backup may contain one file from before and the other from after it. */
function withoutDeleted(
  state: stored.StateDocument,
  documents: files.StoredDocuments['documents'],
): stored.StateDocument {
  const isDeleted = state.activeId !== null && documents.get(state.activeId)?.deleted;
  return isDeleted ? { ...state, activeId: null } : state;
}

function damagedProblem(part: string, cause: Error): ProblemError {
  return new ProblemError('service-unavailable', `${part} is damaged; restore a backup.`, { cause });
}
