/** Times questions whose ten best are chosen but not read, as the peer loads no documents either. */
import { readFileSync } from 'node:fs';
import { search } from '../src/search/searcher.ts';
import { type BenchmarkQuery, EXACT_OPTIONS } from './benchmark-kit.ts';
import { openIndex } from './opened-index.ts';
import { type TimingRow, timeQueries } from './timing.ts';
import { warmUpQueries } from './warm-up-queries.ts';

export interface TopKTask {
  directory: string;
  corpus: string;
  queries: string;
}

/** Searches as the space does, over a database that reads no document: finding, choosing and counting are left. */
export async function topKOnly(task: TopKTask): Promise<Record<string, TimingRow>> {
  const queries = JSON.parse(readFileSync(task.queries, 'utf8')) as BenchmarkQuery[];
  const { database, index } = openIndex(task.directory);
  try {
    const holdings = { index, settings: EXACT_OPTIONS, database: { ...database, byKeys: () => [] } };
    return await timeQueries(
      { search: async (question) => search(question, holdings) },
      queries,
      await warmUpQueries(task.corpus, queries),
    );
  } finally {
    database.close();
  }
}
