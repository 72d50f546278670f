/** Queries as the server runs them: through `backendCalls`. */
import type { SearchSpace } from '@semantic-search/engine';
import { backendCalls } from '../../src/backends/call.ts';
import { queries, type SpaceQueries } from '../../src/backends/space-queries.ts';

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
  const { execute } = backendCalls({ backend: { space: async () => space as SearchSpace } });
  return queries(execute, { space: name, client: '', signal, deadline: performance.now() + limit });
}
