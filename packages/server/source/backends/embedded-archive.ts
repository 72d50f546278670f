/** What was written to an embedded space; also while the engine writes to it. */
import { writtenContent } from '@semantic-search/engine';
import type { Originals } from './port.ts';

/** `directory` is that of the space. */
export function archiveIn(directory: string): Pick<Originals, 'all' | 'thesaurus'> {
  const { documents, thesaurus } = writtenContent(directory);
  return {
    async *all() {
      yield* documents();
    },
    thesaurus: async () => thesaurus(),
  };
}
