/**
 * The backends beside each other: the same questions put to the embedded engine, to a stand-in for a remote service and
 * to an OpenSearch cluster, in rounds that take turns. The last line is one JSON object.
 *
 *   pnpm bench backends [--corpus FILE --queries FILE]   files of the benchmark kit
 *     --thesaurus FILE      what the corpus is tagged with (the economics thesaurus of the development data)
 *     --documents NUMBER    size of a made-up corpus, where none is given (5000)
 *     --questions NUMBER    of each class (24)
 *     --rounds NUMBER       that count (3)
 *     --nodes NUMBER --shards NUMBER --replicas NUMBER   of the cluster (1, 1, 0)
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { missingCluster } from '../../../../test/backends/opensearch/cluster.fixture.ts';
import { shown, table } from '../../../engine/bench/table.ts';
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
    questions: { type: 'string', default: '24' },
    rounds: { type: 'string', default: '3' },
    nodes: { type: 'string', default: '1' },
    shards: { type: 'string', default: '1' },
    replicas: { type: 'string', default: '0' },
  },
  allowPositionals: true,
});

const folder = mkdtempSync(join(tmpdir(), 'bench-backends-'));
const contenders: Candidate[] = [];
try {
  const source = sourceOf();
  contenders.push(await embedded(join(folder, 'embedded'), source));
  contenders.push(await graphsearch(join(folder, 'stand-in'), source));
  const reason = await missingCluster();
  if (reason === undefined) {
    const { nodes, shards, replicas } = options;
    contenders.push(await opensearch(source, { nodes: Number(nodes), shards: Number(shards), replicas }));
  } else console.log(reason);
  const questions = readQueries(source.queries, Number(options.questions));
  report(await runInTurn(contenders, questions, { counted: Number(options.rounds), warmUp: 3 }));
} finally {
  for (const contender of contenders) await contender.close();
  rmSync(folder, { recursive: true });
}

function sourceOf() {
  const { corpus, queries, thesaurus } = options;
  if (corpus === undefined) return syntheticSource(folder, Number(options.documents));
  if (queries === undefined) throw new Error('A --corpus needs its --queries.');
  return { corpus, queries, thesaurus };
}

function report(asked: BenchmarkResult): void {
  for (const { name, built } of contenders) {
    if (built === undefined) continue;
    const { perSecond, perCpuSecond } = built;
    console.log(
      `${name}: ${shown(perSecond)} documents written a second, ${shown(perCpuSecond)} a second of CPU`,
    );
  }
  const header = [
    'class',
    'wall p50',
    'wall p95',
    'CPU p50',
    'CPU p95',
    'here',
    'there',
    'p50 ratio',
    'CPU ratio',
  ];
  for (const [name, rows] of Object.entries(asked.costs)) {
    const lines = Object.entries(rows).map(([each, cost]) => {
      const { p50, cpu } = ratioOf(cost, asked.costs.embedded![each]!);
      const { wall, here, elsewhere } = cost;
      return [each, wall.p50, wall.p95, cost.cpu.p50, cost.cpu.p95, here, elsewhere, p50, cpu];
    });
    console.log(
      `\n${name}, milliseconds a question; ratios to the embedded engine:\n\n${table(header, lines)}`,
    );
    console.log(`\n${asked.sameTotals[name]} of ${asked.questions} totals are those of the embedded engine.`);
  }
  console.log(
    '\nThe service behind graphsearch is a stand-in that answers from the embedded engine: its figures are the price of ' +
      'the adapter, of HTTP and of further searches, not those of a real service.',
  );
  console.log(`\n${JSON.stringify(summaryOf(asked))}`);
}

function summaryOf({ costs, sameTotals, questions }: BenchmarkResult) {
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
    questions,
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
