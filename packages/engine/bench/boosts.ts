/**
 * Benchmark of boosts and orders: CPU time of each query with two boosts, and by an attribute, divided by that without.
 *
 *   node packages/engine/bench/boosts.ts --corpus FILE --queries FILE --keep FOLDER
 *     --thesaurus FILE     thesaurus of the corpus
 *     --turns NUMBER       runs of each query in turn, of which the fastest counts (3)
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { SearchQuery } from '../src/index.ts';
import { openSpace } from '../src/search-space.ts';
import { type BenchmarkQuery, rowOf, toSearchQuery } from './benchmark-kit.ts';
import { build } from './build-phase.ts';
import { percentiles, stopwatch } from './stopwatch.ts';
import { table } from './table.ts';
import { warmUpQueries } from './warm-up-queries.ts';

const text = { type: 'string', default: '' } as const;
const { values: options } = parseArgs({
  options: {
    corpus: text,
    queries: text,
    keep: text,
    thesaurus: {
      type: 'string',
      default: new URL('../../../../shared/data/economics/stw.ttl', import.meta.url).pathname,
    },
    turns: { type: 'string', default: '3' },
  },
});

const DAY = 86_400_000;
/** Of a million documents, each takes long. */
const WARM_UPS = 100;
const variants: Record<string, Partial<SearchQuery>> = {
  plain: {},
  boosted: {
    boosts: [
      { field: 'date', type: 'recency', weight: 0.5, halfLife: 365 * DAY, now: Date.UTC(2026, 0, 1) },
      { field: 'popularity', type: 'number', scale: 'log', weight: 0.3 },
    ],
  },
  'by number': { sort: { field: 'popularity', direction: 'desc' } },
  'by text': { sort: { field: 'publisher', direction: 'asc' } },
};
const names = Object.keys(variants);

const directory = join(options.keep, `${basename(options.corpus)}.space`);
if (!existsSync(directory))
  console.log(await build({ directory, corpus: options.corpus, thesaurus: options.thesaurus }));
const space = await openSpace(directory);
const queries = JSON.parse(readFileSync(options.queries, 'utf8')) as BenchmarkQuery[];
// A search without words ranks by the boosts alone.
queries.push({ class: 'empty', input: '', terms: [], prefix: null, phrase: null, selected: [] });
for (const query of (await warmUpQueries(options.corpus, queries)).slice(0, WARM_UPS))
  for (const name of names) await space.search({ ...toSearchQuery(query), ...variants[name] });

const runs: { row: string; cpu: number[] }[] = [];
for (const query of queries) {
  const cpu = names.map(() => Number.POSITIVE_INFINITY);
  for (let turn = 0; turn < Number(options.turns); turn++)
    for (const [i, name] of names.entries()) {
      const watch = stopwatch();
      await space.search({ ...toSearchQuery(query), ...variants[name] });
      cpu[i] = Math.min(cpu[i]!, watch().cpu);
    }
  runs.push({ row: rowOf(query), cpu });
}
await space.close();

const rows = [...Map.groupBy(runs, ({ row }) => row).set('all', runs)].map(([row, group]) => {
  const of = (i: number, by = (cpu: number[]) => cpu[i]!) => percentiles(group.map(({ cpu }) => by(cpu)));
  const ratios = names.slice(1).map((_, i) => of(i + 1).p50 / of(0).p50);
  return [row, group.length, ...names.map((_, i) => of(i).p50), ...ratios];
});
console.log(table(['queries', 'number', ...names.map((name) => `${name}, ms`), ...names.slice(1)], rows));
