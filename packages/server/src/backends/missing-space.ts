/** Stand-in for a search space that does not exist. */
import { QueryError, type SearchSpace } from '@semantic-search/engine';
import { ProblemError } from '../errors/problem.ts';

/**
 * A configuration may name a space before its content arrives: visitors find nothing until then. Only `describe` rejects,
 * because owners have to learn that the space is missing. `facets` is left out, because requests never call it.
 */
export function missingSpace(name: string): Omit<SearchSpace, 'facets'> {
  return {
    async describe() {
      throw new ProblemError('service-unavailable', `There is no search space "${name}".`);
    },
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
}

async function unknownDocument(): Promise<never> {
  throw new QueryError('unknown-document', 'The search space has no documents yet.');
}
