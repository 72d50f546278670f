/** What a space learns from its tagged documents about tagging others: kept in a file, renewed when they have doubled. */

import { QueryError, type TrainingReport } from '../api.ts';
import { errorMessage } from '../error-message.ts';
import type { IndexReader } from '../index/index-reader.ts';
import type { Database } from '../storage/database.ts';
import { SnapshotFolder } from '../storage/snapshot.ts';
import { type ConceptModel, MIN_EXAMPLES } from './concept-model.ts';

export interface TrainingResult {
  model: ConceptModel;
  /** Where it was asked for. */
  report?: TrainingReport;
}

/** Trains elsewhere on the documents that the database has now; undefined where they teach nothing. */
export type Train = (evaluate: boolean) => Promise<TrainingResult | undefined>;

export interface Trainer {
  /** The model for this thesaurus, where there is one. */
  model(thesaurus: number): ConceptModel | undefined;
  /** Call after writing: trains when there is much new to learn from and writing has paused. */
  documentsWritten(generation: () => IndexReader): void;
  /** Is told whenever something new was learned. */
  onTrained(tell: () => void): void;
  /** Trains now, and measures. Rejects with `nothing-to-learn`. */
  train(generation: () => IndexReader): Promise<TrainingReport>;
  close(): Promise<void>;
}

interface ModelFile {
  /** Of the state of the database that it was kept in. */
  mark: string;
  model: ConceptModel;
  thesaurus: number;
  /** How many documents there were. */
  documents: number;
}

/** How long nothing must have been written, in milliseconds. */
const pause = 2000;
const fileName = 'concept-model';
const tooLittle = `There is too little to learn from: it takes ${MIN_EXAMPLES} documents with subjects that the thesaurus has.`;

const noTrainer =
  'This space answers on the thread that opened it, which learning would hold up for minutes: open it with openSpaceInWorker to train.';

export function openTrainer(
  path: string,
  database: Database,
  train: Train | undefined,
  warn: (message: string) => void,
): Trainer {
  const folder = new SnapshotFolder(path);
  let learned = read();
  let timer: NodeJS.Timeout | undefined;
  let training: Promise<void> | undefined;
  let tell = () => {};

  function read(): ModelFile | undefined {
    try {
      const file = folder.readChecksummed(fileName) as ModelFile | undefined;
      if (file && !database.hasMark('model', file.mark)) throw new Error('it belongs to other documents');
      return file;
    } catch (error) {
      warn(`What was learned cannot be used (${errorMessage(error)}); it is learned anew.`);
      folder.clear();
      return undefined;
    }
  }

  function isDue({ thesaurus, documents }: IndexReader): boolean {
    if (thesaurus.thesaurus.size === 0 || documents < MIN_EXAMPLES) return false;
    return learned?.thesaurus !== thesaurus.number || documents >= 2 * learned.documents;
  }

  /** Keeps what was learned. */
  async function learn(
    { documents, thesaurus }: IndexReader,
    evaluate: boolean,
  ): Promise<TrainingResult | undefined> {
    const trained = await train?.(evaluate);
    if (!trained) return undefined;
    const mark = database.mark('model');
    learned = { mark, model: trained.model, thesaurus: thesaurus.number, documents };
    folder.writeChecksummed(fileName, learned);
    database.forgetOtherMarks('model', mark);
    tell();
    return trained;
  }

  async function learnUnasked(generation: IndexReader): Promise<void> {
    try {
      await learn(generation, false);
    } catch (error) {
      warn(`Nothing could be learned from the documents: ${errorMessage(error)}`);
    }
  }

  /** One after the other. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
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
    model: (thesaurus) => (learned?.thesaurus === thesaurus ? learned.model : undefined),
    documentsWritten(generation) {
      if (!train || training) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (!isDue(generation())) return;
        void inTurn(() => learnUnasked(generation()));
      }, pause);
      timer.unref();
    },
    onTrained(listener) {
      tell = listener;
    },
    async train(generation) {
      clearTimeout(timer);
      if (!train) throw new QueryError('nothing-to-learn', noTrainer);
      const trained = await inTurn(() => learn(generation(), true));
      if (trained?.report) return trained.report;
      throw new QueryError('nothing-to-learn', tooLittle);
    },
    async close() {
      clearTimeout(timer);
      train = undefined;
      await training;
    },
  };
}
