/** Trainer of the concept model: trains on request, and when the documents have doubled. */

import { errorMessage } from '@semantic-search/query/errors';
import { QueryError } from '../api.ts';
import type { IndexReader } from '../index/reader.ts';
import type { Database } from '../storage/database.ts';
import type { TrainingReport } from '../writable-space.ts';
import { type ConceptModel, MIN_EXAMPLES } from './concept-model.ts';
import { conceptModelFile } from './concept-model-file.ts';

export interface TrainingResult {
  model: ConceptModel;
  /** Only with `evaluate`. */
  report?: TrainingReport;
}

/** Trains on the current documents of the database, in a worker. Resolves to undefined if there are too few. */
export type Train = (evaluate: boolean) => Promise<TrainingResult | undefined>;

export interface Trainer {
  /** Returns the model for this thesaurus, if it exists. */
  model(thesaurus: number): ConceptModel | undefined;
  /** Call after each write. Trains when the documents have doubled and writes have paused. */
  documentsWritten(reader: () => IndexReader): void;
  /** Sets the listener for finished trainings. */
  onTrained(listener: () => void): void;
  /** Trains now and evaluates the model. Rejects with `nothing-to-learn`. */
  train(reader: () => IndexReader): Promise<TrainingReport>;
  close(): Promise<void>;
}

/** Automatic training waits until nothing was written for this time. */
const WRITE_PAUSE_MS = 2000;
const tooFewExamples = `Training requires at least ${MIN_EXAMPLES} documents with subjects from the thesaurus.`;

const noWorker =
  'Training would block the thread of this search space for minutes. Open it with openSearchSpace to train.';

export function openTrainer(
  path: string,
  database: Database,
  train: Train | undefined,
  warn: (message: string) => void,
): Trainer {
  const file = conceptModelFile(path, database, warn);
  let trained = file.read();
  let timer: NodeJS.Timeout | undefined;
  let training: Promise<void> | undefined;
  let notify = () => {};

  function isDue({ indexedThesaurus: { thesaurus, number }, documents }: IndexReader): boolean {
    if (!thesaurus.hasSubjects || documents < MIN_EXAMPLES) return false;
    return trained?.thesaurus !== number || documents >= 2 * trained.documents;
  }

  async function trainAndSave(
    { documents, indexedThesaurus }: IndexReader,
    evaluate: boolean,
  ): Promise<TrainingResult | undefined> {
    const result = await train?.(evaluate);
    if (!result) return undefined;
    trained = { model: result.model, thesaurus: indexedThesaurus.number, documents };
    file.write(trained);
    notify();
    return result;
  }

  async function trainInBackground(reader: IndexReader): Promise<void> {
    try {
      await trainAndSave(reader, false);
    } catch (error) {
      warn(`Training the concept model failed: ${errorMessage(error)}`);
    }
  }

  /** Trainings run one after another. */
  function enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = (training ?? Promise.resolve()).then(work);
    const settled = result
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => {
        if (training === settled) training = undefined;
      });
    training = settled;
    return result;
  }

  return {
    model: (thesaurus) => (trained?.thesaurus === thesaurus ? trained.model : undefined),
    documentsWritten(reader) {
      if (!train || training) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (!isDue(reader())) return;
        void enqueue(() => trainInBackground(reader()));
      }, WRITE_PAUSE_MS);
      timer.unref();
    },
    onTrained(listener) {
      notify = listener;
    },
    async train(reader) {
      clearTimeout(timer);
      if (!train) throw new QueryError('nothing-to-learn', noWorker);
      const result = await enqueue(() => trainAndSave(reader(), true));
      if (result?.report) return result.report;
      throw new QueryError('nothing-to-learn', tooFewExamples);
    },
    async close() {
      clearTimeout(timer);
      // Queued trainings end without a model.
      train = undefined;
      await training;
    },
  };
}
