/** Queries as the server runs them: through `callBackend`. */
import type { SearchSpace } from '@semantic-search/engine';
import { callBackend, queries, type SpaceQueries } from '../../src/backends/call.ts';

interface Given {
  name?: string;
  /** Maximum duration in milliseconds. */
  limit?: number;
  signal?: AbortSignal;
}

export function limitedQueries(
  space: Partial<SearchSpace>,
  { name = 'zoo', limit = 20_000, signal = new AbortController().signal }: Given = {},
): SpaceQueries {
  const { execute } = callBackend({ backend: { space: async () => space as SearchSpace } });
  return queries(execute, { space: name, client: '', signal, deadline: performance.now() + limit });
}
