/** Results of a search space that does not exist yet. */
import { QueryError, type SearchSpace } from '@semantic-search/engine';

async function unknownDocument(): Promise<never> {
  throw new QueryError('unknown-document', 'The search space has no documents yet.');
}

export const emptySpace: Omit<SearchSpace, 'describe' | 'facets'> = {
  search: async ({ facets }) => ({
    total: 0,
    documents: [],
    facets: facets.map(() => ({ field: null, values: [] })),
    recognizedConcepts: [],
  }),
  unresolved: async () => [],
  suggest: async () => [],
  similar: unknownDocument,
  recommend: unknownDocument,
  extract: async () => [],
  document: unknownDocument,
};
