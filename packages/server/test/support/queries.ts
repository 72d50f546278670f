/** Queries through the error and deadline interceptors, as the server runs them. */
import type { SearchSpace } from '@semantic-search/engine';
import { callSpace, chain, queries, type SpaceQueries } from '../../src/backends/call.ts';
import { deadline } from '../../src/backends/interceptors/deadline.ts';
import { mapErrors } from '../../src/backends/interceptors/map-errors.ts';

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
  const execute = chain([mapErrors, deadline(limit)], callSpace({ space: async () => space as SearchSpace }));
  return queries(execute, { space: name, client: '', signal, deadline: performance.now() + limit });
}
