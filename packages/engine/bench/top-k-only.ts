/** Times questions whose ten best are chosen but not read, as the peer loads no documents either. */
import { readFileSync } from 'node:fs';
import { search } from '../src/search/searcher.ts';
import { type BenchmarkQuery, exactly } from './benchmark-kit.ts';
import { openedIndex } from './opened-index.ts';
import { type Row, timed } from './timing.ts';
import { inOtherWords } from './warm-up-queries.ts';

export interface NotReadTask {
  directory: string;
  corpus: string;
  queries: string;
}

/** Searches as the space does, over a database that reads no document: finding, choosing and counting are left. */
export async function notRead(task: NotReadTask): Promise<Record<string, Row>> {
  const queries = JSON.parse(readFileSync(task.queries, 'utf8')) as BenchmarkQuery[];
  const { database, index } = openedIndex(task.directory);
  try {
    const holdings = { index, settings: exactly, database: { ...database, byKeys: () => [] } };
    return await timed(
      { search: async (question) => search(question, holdings) },
      queries,
      await inOtherWords(task.corpus, queries),
    );
  } finally {
    database.close();
  }
}
