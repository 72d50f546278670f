/** Search space that does not exist: visitors find nothing, because a configuration may name it before its content arrives. */
import { QueryError, type SearchSpace } from '@semantic-search/engine';
import { ProblemError } from '../errors/problem.ts';

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
