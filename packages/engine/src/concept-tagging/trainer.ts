/** Trainer of the concept model: trains on request, and when the documents have doubled. */
import { decodeRecord, encodeRecord } from '@semantic-search/query/collections';
import { errorMessage } from '@semantic-search/query/errors';
import { QueryError } from '../api.ts';
import type { IndexReader } from '../index/reader.ts';
import type { Database } from '../storage/database.ts';
import { closedError } from '../storage/storage-error.ts';
import type { TrainingReport } from '../writable-space.ts';
import { type ConceptModel, MIN_EXAMPLES } from './concept-model.ts';

export interface TrainingResult {
  model: ConceptModel;
  /** Only with `evaluate`. */
  report?: TrainingReport;
}

/** Trains on the current documents of the database, in a worker. Resolves to undefined if there are too few. */
export type Train = (
  options: { evaluate: boolean },
  signal: AbortSignal,
) => Promise<TrainingResult | undefined>;

/** Automatic training waits until nothing was written for this time. */
const WRITE_PAUSE_MS = 2000;
/** To be incremented if a stored ranker would score differently. */
const MODEL_VERSION = 4;

const TOO_FEW_EXAMPLES = `Training requires at least ${MIN_EXAMPLES} documents with subjects from the thesaurus.`;
const NO_WORKER =
  'Training would block the thread of this search space for minutes. Open it with openSearchSpace to train.';

/** Content of the stored model. */
interface ModelRecord {
  version: number;
  model: ConceptModel;
}

interface TrainerContext {
  index: { readonly reader: IndexReader };
  database: Database;
  train: Train | undefined;
  warn(message: string): void;
}

export class Trainer {
  readonly #context: TrainerContext;
  #trained: { model: ConceptModel; thesaurusNumber: number; documents: number } | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** The last training; trainings run one after another. */
  #training: Promise<unknown> = Promise.resolve();
  readonly #closing = new AbortController();
  /** Called after each training. */
  onTrained: () => void = () => {};

  constructor(context: TrainerContext) {
    this.#context = context;
    const storedModel = context.database.model();
    if (!storedModel) return;
    const { version, model } = decodeRecord(new Uint8Array(storedModel.record).buffer) as ModelRecord;
    const { thesaurus: thesaurusNumber, documents } = storedModel;
    if (version === MODEL_VERSION) this.#trained = { model, thesaurusNumber, documents };
    else context.warn('The concept model was made by another version; it is trained again.');
  }

  /** The model for this thesaurus, if it exists. */
  model(thesaurusNumber: number): ConceptModel | undefined {
    return this.#trained?.thesaurusNumber === thesaurusNumber ? this.#trained.model : undefined;
  }

  /** Call after each write. Trains when the documents have doubled and writes have paused. */
  documentsWritten(): void {
    const { train, warn } = this.#context;
    if (!train) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#enqueue(train, { evaluate: false }).catch((error) => {
        if (!this.#closing.signal.aborted) warn(`Training the concept model failed: ${errorMessage(error)}`);
      });
    }, WRITE_PAUSE_MS).unref();
  }

  /** Trains now and evaluates the model. Rejects with `nothing-to-learn`. */
  async train(): Promise<TrainingReport> {
    clearTimeout(this.#timer);
    const { train } = this.#context;
    if (!train) throw new QueryError('nothing-to-learn', NO_WORKER);
    const result = await this.#enqueue(train, { evaluate: true });
    if (result?.report) return result.report;
    throw new QueryError('nothing-to-learn', TOO_FEW_EXAMPLES);
  }

  /** Aborts a running training, which may take 30 s. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#closing.abort(closedError());
    await this.#training;
  }

  #isDue(): boolean {
    const { indexedThesaurus, documents } = this.#context.index.reader;
    const trained = this.#trained;
    const isCurrent =
      trained?.thesaurusNumber === indexedThesaurus.number && documents < 2 * trained.documents;
    // Last, because the count reads an entry of an index for each document.
    const hasExamples = () => this.#context.database.countExamples() >= MIN_EXAMPLES;
    return !isCurrent && indexedThesaurus.thesaurus.hasSubjects && hasExamples();
  }

  /** Trains after all earlier trainings; without `evaluate`, only if training is due. */
  #enqueue(train: Train, options: { evaluate: boolean }): Promise<TrainingResult | undefined> {
    const result = this.#training.then(() => this.#trainAndSave(train, options));
    this.#training = result.catch(() => {});
    return result;
  }

  async #trainAndSave(train: Train, { evaluate }: { evaluate: boolean }) {
    const { signal } = this.#closing;
    signal.throwIfAborted();
    if (!evaluate && !this.#isDue()) return undefined;
    const { index, database } = this.#context;
    const { documents, indexedThesaurus } = index.reader;
    const result = await train({ evaluate }, signal);
    if (!result) return undefined;
    const { model } = result;
    const { number: thesaurusNumber } = indexedThesaurus;
    const record = Buffer.concat(encodeRecord({ version: MODEL_VERSION, model } satisfies ModelRecord));
    database.replaceModel({ thesaurus: thesaurusNumber, documents, record }, database.lastKey());
    this.#trained = { model, thesaurusNumber, documents };
    this.onTrained();
    return result;
  }
}
