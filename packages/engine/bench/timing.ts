/** Query timing by query class. */
import type { SearchSpace } from '../src/index.ts';
import { type BenchmarkQuery, rowOf, toSearchQuery } from './benchmark-kit.ts';
import { type ElapsedTime, median, type Percentiles, percentiles, stopwatch } from './stopwatch.ts';

export interface TimingRow {
  queries: number;
  medianHits: number;
  cpu: Percentiles;
  wall: Percentiles;
}

/** Runs each distinct query once, after the warm-up queries `others`, so no result comes from a cache. */
export async function timeQueries(
  space: Pick<SearchSpace, 'search'>,
  queries: BenchmarkQuery[],
  others: BenchmarkQuery[],
): Promise<Record<string, TimingRow>> {
  for (const other of others) await space.search(toSearchQuery(other));
  const runs: { row: string; total: number; spent: ElapsedTime }[] = [];
  const different = new Map(queries.map((query) => [JSON.stringify(toSearchQuery(query)), query])).values();
  for (const query of different) {
    const watch = stopwatch();
    const { total } = await space.search(toSearchQuery(query));
    runs.push({ row: rowOf(query), total, spent: watch() });
  }
  const byRow = Map.groupBy(runs, ({ row }) => row).set('all', runs);
  const rows = [...byRow].map(([name, group]): [string, TimingRow] => [
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
