/**
 * Benchmark of the backends: the same queries in alternating rounds on the embedded engine, the fake GraphSearch server and
 * an OpenSearch cluster. The last output line is a JSON object.
 *
 *   pnpm bench backends [--corpus FILE --queries FILE]   files of the benchmark kit
 *     --thesaurus FILE      thesaurus of the corpus (default: economics, from the development data)
 *     --documents NUMBER    size of the synthetic corpus, without --corpus (5000)
 *     --queries-per-class NUMBER   (24)
 *     --rounds NUMBER       measured rounds (3)
 *     --nodes NUMBER --shards NUMBER --replicas NUMBER   of the cluster (1, 1, 0)
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatCell, table } from '../../../engine/bench/table.ts';
import { missingCluster } from '../../../opensearch/test/cluster/cluster.fixture.ts';
import { type Candidate, embedded, graphsearch, opensearch } from './candidates.ts';
import { readQueries, syntheticSource } from './corpus.ts';
import { type BenchmarkResult, type Cost, runInTurn } from './rounds.ts';

const shared = new URL('../../../../../shared/', import.meta.url).pathname;
const { values: options } = parseArgs({
  args: process.argv.slice(2),
  options: {
    corpus: { type: 'string' },
    queries: { type: 'string' },
    thesaurus: { type: 'string', default: join(shared, 'data/economics/stw.ttl') },
    documents: { type: 'string', default: '5000' },
    'queries-per-class': { type: 'string', default: '24' },
    rounds: { type: 'string', default: '3' },
    nodes: { type: 'string', default: '1' },
    shards: { type: 'string', default: '1' },
    replicas: { type: 'string', default: '0' },
  },
  allowPositionals: true,
});

const folder = mkdtempSync(join(tmpdir(), 'bench-backends-'));
const candidates: Candidate[] = [];
try {
  const source = sourceOf();
  candidates.push(await embedded(join(folder, 'embedded'), source));
  candidates.push(await graphsearch(join(folder, 'stand-in'), source));
  const reason = await missingCluster();
  if (reason === undefined) {
    const { nodes, shards, replicas } = options;
    candidates.push(await opensearch(source, { nodes: Number(nodes), shards: Number(shards), replicas }));
  } else console.log(reason);
  const queries = readQueries(source.queries, Number(options['queries-per-class']));
  report(await runInTurn(candidates, queries, { counted: Number(options.rounds), warmUp: 3 }));
} finally {
  for (const candidate of candidates) await candidate.close();
  rmSync(folder, { recursive: true });
}

function sourceOf() {
  const { corpus, queries, thesaurus } = options;
  if (corpus === undefined) return syntheticSource(folder, Number(options.documents));
  if (queries === undefined) throw new Error('--corpus requires --queries.');
  return { corpus, queries, thesaurus };
}

function report(result: BenchmarkResult): void {
  for (const { name, built } of candidates) {
    if (built === undefined) continue;
    const { perSecond, perCpuSecond } = built;
    console.log(
      `${name}: ${formatCell(perSecond)} documents written per second, ${formatCell(perCpuSecond)} per processor second`,
    );
  }
  const header = [
    'class',
    'wall p50',
    'wall p95',
    'CPU p50',
    'CPU p95',
    'server',
    'backend',
    'p50 ratio',
    'CPU ratio',
  ];
  for (const [name, rows] of Object.entries(result.costs)) {
    const lines = Object.entries(rows).map(([each, cost]) => {
      const { p50, cpu } = ratioOf(cost, result.costs.embedded![each]!);
      const { wall, serverCpu, backendCpu } = cost;
      return [each, wall.p50, wall.p95, cost.cpu.p50, cost.cpu.p95, serverCpu, backendCpu, p50, cpu];
    });
    console.log(
      `\n${name}, milliseconds per query; ratios to the embedded engine:\n\n${table(header, lines)}`,
    );
    console.log(`\n${result.sameTotals[name]} of ${result.queries} totals match the embedded engine.`);
  }
  console.log(
    '\nThe graphsearch backend uses a fake server with the embedded engine: its figures show the overhead of ' +
      'the adapter, of HTTP and of additional searches, not the performance of a real service.',
  );
  console.log(`\n${JSON.stringify(summaryOf(result))}`);
}

function summaryOf({ costs, sameTotals, queries }: BenchmarkResult) {
  const rounded = (value: number) => Number(value.toPrecision(4));
  const of = (rows: Record<string, Cost>) =>
    Object.entries(rows).map(([each, { wall, cpu }]) => [
      each,
      { p50: rounded(wall.p50), p95: rounded(wall.p95), cpuP50: rounded(cpu.p50), cpuP95: rounded(cpu.p95) },
    ]);
  const backends = Object.entries(costs).map(([name, rows]) => [name, Object.fromEntries(of(rows))]);
  const ratios = Object.entries(costs).map(([name, rows]) => [
    name,
    Object.fromEntries(
      Object.entries(ratioOf(rows.all!, costs.embedded!.all!)).map(([k, v]) => [k, rounded(v)]),
    ),
  ]);
  return {
    queries,
    sameTotals,
    backends: Object.fromEntries(backends),
    ratios: Object.fromEntries(ratios),
  };
}

function ratioOf(one: Cost, other: Cost) {
  return {
    p50: one.wall.p50 / other.wall.p50,
    p95: one.wall.p95 / other.wall.p95,
    cpu: one.cpu.p50 / other.cpu.p50,
  };
}
