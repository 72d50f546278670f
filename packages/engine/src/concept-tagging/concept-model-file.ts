/** File of the concept model, valid only with the database that it was trained on. */
import { errorMessage } from '@semantic-search/query/errors';
import type { Database } from '../storage/database.ts';
import { SnapshotFolder } from '../storage/snapshot-folder.ts';
import type { ConceptModel } from './concept-model.ts';

export interface StoredModel {
  model: ConceptModel;
  thesaurus: number;
  /** Number of documents at the time of the training. */
  documents: number;
}

interface ModelFile extends StoredModel {
  version: number;
  /** Token of the database state that the model was trained on. */
  mark: string;
}

export interface ConceptModelFile {
  /** Returns undefined if there is no model. Removes an unusable one with a warning. */
  read(): StoredModel | undefined;
  write(model: StoredModel): void;
}

/** Changes when a stored ranker would score differently. */
const MODEL_VERSION = 3;
const FILE_NAME = 'concept-model';

export function conceptModelFile(
  path: string,
  database: Database,
  warn: (message: string) => void,
): ConceptModelFile {
  const folder = new SnapshotFolder(path);
  return {
    read() {
      try {
        const file = folder.readChecksummed(FILE_NAME) as ModelFile | undefined;
        if (file && !database.hasMark('model', file.mark))
          throw new Error('it was made from another database');
        if (file && file.version !== MODEL_VERSION) throw new Error('it was made by another version');
        return file;
      } catch (error) {
        warn(`The concept model is unusable (${errorMessage(error)}); it is trained again.`);
        folder.clear();
        return undefined;
      }
    },
    write(model) {
      const mark = database.mark('model');
      folder.writeChecksummed(FILE_NAME, { ...model, version: MODEL_VERSION, mark } satisfies ModelFile);
      database.forgetOtherMarks('model', mark);
    },
  };
}
