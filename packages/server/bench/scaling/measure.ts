/**
 * Measures a cluster that grows: at each size what was written costs, what searches cost, and what it takes.
 *
 *   node packages/server/bench/scaling/measure.ts --corpus FILE --queries FILE --sizes 12500,25000,50000
 *                                             the first size warms the nodes up and is not kept
 *     --thesaurus FILE                          what the corpus is tagged with
 *     --nodes NUMBER --shards NUMBER --replicas NUMBER   of the cluster (1, 1, 0)
 *     --questions NUMBER                        of each class (16)
 *     --to FILE                                 gets it, beside what is in there (measurements.json)
 *   node packages/server/bench/scaling/measure.ts --engine FILE   output of `pnpm bench engine`; repeat
 */
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { DocumentInput } from '@semantic-search/engine';
import { emptyCluster, missingCluster, write } from '../backends/contenders.ts';
import { documentsInBatches, questionsIn } from '../backends/corpus.ts';
import { askInTurns } from '../backends/rounds.ts';
import { takes, untilMerged } from './cluster-size.ts';
import {
  type EngineMeasurement,
  type Measurements,
  readMeasurements,
  writeMeasurements,
} from './measurements.ts';

const shared = new URL('../../../../../shared/', import.meta.url).pathname;
const number = (usual: string) => ({ type: 'string', default: usual }) as const;
const { values: options } = parseArgs({
  options: {
    corpus: { type: 'string' },
    queries: { type: 'string' },
    sizes: number('12500,25000,50000'),
    thesaurus: { type: 'string', default: join(shared, 'data/economics/stw.ttl') },
    nodes: number('1'),
    shards: number('1'),
    replicas: number('0'),
    questions: number('16'),
    to: { type: 'string', default: new URL('measurements.json', import.meta.url).pathname },
    engine: { type: 'string', multiple: true, default: [] },
  },
});

for (const file of options.engine) {
  const last = JSON.parse(readFileSync(file, 'utf8').match(/^\{.*\}$/m)![0]) as EngineMeasurement;
  const { documents, buildPerSecond, memoryMb, diskMb, all, classes } = last;
  const kept = { documents, buildPerSecond, memoryMb, diskMb, all, classes };
  add((measurements) => ({ ...measurements, embedded: [...measurements.embedded, kept] }));
}
const { corpus, queries } = options;
if (corpus !== undefined && queries !== undefined) {
  const reason = await missingCluster();
  if (reason !== undefined) throw new Error(reason);
  await grow(corpus, queries);
}

async function grow(documents: string, asked: string): Promise<void> {
  const [nodes, shards, replicas] = [options.nodes, options.shards, options.replicas].map(Number) as [
    number,
    number,
    number,
  ];
  const cluster = await emptyCluster({ nodes, shards, replicas: String(replicas) });
  try {
    const thesaurus = createReadStream(options.thesaurus);
    await cluster.content.thesaurus!.replaceThesaurus(thesaurus, 'text/turtle');
    const batches = documentsInBatches(documents, Math.max(...options.sizes.split(',').map(Number)), 2500);
    const questions = questionsIn(asked, Number(options.questions));
    let there = 0;
    for (const size of options.sizes.split(',').map(Number)) {
      const built = await write(cluster.content, upTo(batches, size - there), cluster.elsewhere);
      await untilMerged(cluster.url);
      // The first questions that a cluster is asked compile its code.
      const rounds = { counted: 2, warmUp: there === 0 ? 6 : 1 };
      const { costs } = await askInTurns([cluster], questions, rounds);
      const isFirst = there === 0;
      there = size;
      console.log(
        `${size} documents: ${costs[cluster.name]!.all!.cpu.p50.toFixed(1)} ms of CPU for a search (p50)`,
      );
      if (isFirst) continue;
      const measured = {
        nodes,
        shards,
        replicas,
        documents: size,
        writtenPerCpuSecond: Math.round(built.perCpuSecond),
        writtenPerSecond: Math.round(built.perSecond),
        ...(await takes(cluster.url)),
        costs: rounded(costs[cluster.name]!),
      };
      add((measurements) => ({ ...measurements, clusters: [...measurements.clusters, measured] }));
    }
  } finally {
    await cluster.close();
  }
}

/** The next of them, and no more are read than that. */
async function* upTo(batches: AsyncGenerator<DocumentInput[]>, count: number) {
  for (let left = count; left > 0; ) {
    const { value, done } = await batches.next();
    if (done) throw new Error('The corpus has too few documents.');
    left -= value.length;
    yield value;
  }
}

function add(change: (measurements: Measurements) => Measurements): void {
  const machine = {
    processor: cpus()[0]?.model ?? '',
    cores: cpus().length,
    date: new Date().toISOString().slice(0, 10),
    load: loadavg().map((load) => Number(load.toFixed(1))),
  };
  const none: Measurements = { machine, clusters: [], embedded: [] };
  const before = existsSync(options.to) ? readMeasurements(options.to) : none;
  writeMeasurements({ ...change(before), machine }, options.to);
}

function rounded<Value>(value: Value): Value {
  const short = (_: string, each: unknown) => (typeof each === 'number' ? Number(each.toPrecision(4)) : each);
  return JSON.parse(JSON.stringify(value, short)) as Value;
}
