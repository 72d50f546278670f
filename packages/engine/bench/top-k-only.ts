/** Benchmark of top-k selection and facet counting without reading documents, as in the peer. */
import { readFileSync } from 'node:fs';
import { search } from '../src/search/searcher.ts';
import { type BenchmarkQuery, EXACT_SETTINGS } from './benchmark-kit.ts';
import { openIndex } from './opened-index.ts';
import { type TimingRow, timeQueries } from './timing.ts';
import { warmUpQueries } from './warm-up-queries.ts';

export interface TopKTask {
  directory: string;
  corpus: string;
  queries: string;
}

/** Runs the search over a database that returns no documents. */
export async function topKOnly(task: TopKTask): Promise<Record<string, TimingRow>> {
  const queries = JSON.parse(readFileSync(task.queries, 'utf8')) as BenchmarkQuery[];
  const { database, index, ...buffers } = openIndex(task.directory);
  try {
    const context = {
      ...{ index, ...buffers },
      settings: EXACT_SETTINGS,
      database: { ...database, byKeys: () => [] },
    };
    return await timeQueries(
      { search: async (query) => search(query, context) },
      queries,
      await warmUpQueries(task.corpus, queries),
    );
  } finally {
    database.close();
  }
}
