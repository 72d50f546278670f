/** How long questions take, by their class. */
import type { SearchSpace } from '../src/index.ts';
import { type BenchmarkQuery, questionOf, rowOf } from './benchmark-kit.ts';
import { median, type Percentiles, percentiles, type Spent, stopwatch } from './stopwatch.ts';

export interface Row {
  queries: number;
  medianHits: number;
  cpu: Percentiles;
  wall: Percentiles;
}

/** Each different query once, after all of `others`: counts that are kept from a former question answer none. */
export async function timed(
  space: Pick<SearchSpace, 'search'>,
  queries: BenchmarkQuery[],
  others: BenchmarkQuery[],
): Promise<Record<string, Row>> {
  for (const other of others) await space.search(questionOf(other));
  const asked: { row: string; total: number; spent: Spent }[] = [];
  const different = new Map(queries.map((query) => [JSON.stringify(questionOf(query)), query])).values();
  for (const query of different) {
    const watch = stopwatch();
    const { total } = await space.search(questionOf(query));
    asked.push({ row: rowOf(query), total, spent: watch() });
  }
  const byRow = Map.groupBy(asked, ({ row }) => row).set('all', asked);
  const rows = [...byRow].map(([name, group]): [string, Row] => [
    name,
    {
      queries: group.length,
      medianHits: median(group.map(({ total }) => total)),
      cpu: percentiles(group.map(({ spent }) => spent.cpu)),
      wall: percentiles(group.map(({ spent }) => spent.wall)),
    },
  ]);
  return Object.fromEntries(rows);
}
