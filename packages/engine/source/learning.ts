/** What a space learns from its tagged documents about tagging others: kept in a file, renewed when they have doubled. */
import { type ConceptModel, FEWEST_EXAMPLES } from './concepts/concept-model.ts';
import type { Generation } from './index/generation.ts';
import { SnapshotFolder } from './storage/snapshot.ts';

/** Trains elsewhere on the documents that the database has now; undefined where they teach nothing. */
export type Train = () => Promise<ConceptModel | undefined>;

export interface Learning {
  /** The model for this thesaurus, where there is one. */
  model(thesaurus: number): ConceptModel | undefined;
  /** Call after writing: trains when there is much new to learn from and writing has paused. */
  written(generation: () => Generation): void;
  close(): Promise<void>;
}

interface ModelFile {
  model: ConceptModel;
  thesaurus: number;
  /** How many documents there were. */
  documents: number;
}

/** How long nothing must have been written, in milliseconds. */
const pause = 2000;
const fileName = 'concept-model';

export function learningIn(
  path: string,
  train: Train | undefined,
  warn: (message: string) => void,
): Learning {
  const folder = new SnapshotFolder(path);
  let learned = read();
  let timer: NodeJS.Timeout | undefined;
  let training: Promise<void> | undefined;

  function read(): ModelFile | undefined {
    try {
      return folder.readAlone(fileName) as ModelFile | undefined;
    } catch (error) {
      warn(
        `What was learned cannot be read (${error instanceof Error ? error.message : error}); it is learned anew.`,
      );
      return undefined;
    }
  }

  function isDue({ thesaurus, documents }: Generation): boolean {
    if (thesaurus.thesaurus.size === 0 || documents < FEWEST_EXAMPLES) return false;
    return learned?.thesaurus !== thesaurus.number || documents >= 2 * learned.documents;
  }

  async function learn(generation: Generation): Promise<void> {
    const { documents, thesaurus } = generation;
    try {
      const model = await train!();
      if (!model) return;
      learned = { model, thesaurus: thesaurus.number, documents };
      folder.writeAlone(fileName, learned);
    } catch (error) {
      warn(`Nothing could be learned from the documents: ${error instanceof Error ? error.message : error}`);
    }
  }

  return {
    model: (thesaurus) => (learned?.thesaurus === thesaurus ? learned.model : undefined),
    written(generation) {
      if (!train || training) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (!isDue(generation())) return;
        training = learn(generation()).finally(() => {
          training = undefined;
        });
      }, pause);
      timer.unref();
    },
    async close() {
      clearTimeout(timer);
      train = undefined;
      await training;
    },
  };
}
