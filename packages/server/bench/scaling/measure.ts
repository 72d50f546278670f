/**
 * Measures a cluster by what it holds: what searches cost and what it takes. All layouts lie in the same nodes beside each
 * other; the nodes are warmed until the same questions no longer cost less, and the layouts take turns with each question,
 * so that neither warming nor what else the machine does looks like growth.
 *
 *   node packages/server/bench/scaling/measure.ts --corpus FILE --queries FILE
 *     --thesaurus FILE                          what the corpus is tagged with
 *     --nodes NUMBER                            of the cluster (1)
 *     --layouts 1x12500,1x25000,4x25000         shards and documents
 *     --questions NUMBER                        of each class (12)
 *     --rounds NUMBER                           that count (3)
 *     --to FILE                                 gets it in place of what is in there of clusters (measurements.json)
 *   node packages/server/bench/scaling/measure.ts --engine FILE   output of `pnpm bench engine`; repeat
 */
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type Built,
  type ClusterContender,
  emptySpace,
  missingCluster,
  type Nodes,
  startNodes,
  write,
} from '../backends/contenders.ts';
import { documentsInBatches, questionsIn } from '../backends/corpus.ts';
import { askInTurns, untilWarm } from '../backends/rounds.ts';
import { takes, untilMerged } from './cluster-size.ts';
import {
  type ClusterMeasurement,
  type EngineMeasurement,
  type Measurements,
  readMeasurements,
  writeMeasurements,
} from './measurements.ts';

const shared = new URL('../../../../../shared/', import.meta.url).pathname;
const usualLayouts = '1x12500,1x25000,1x50000,1x100000,1x200000,4x25000,4x50000,4x100000';
const number = (usual: string) => ({ type: 'string', default: usual }) as const;
const { values: options } = parseArgs({
  options: {
    corpus: { type: 'string' },
    queries: { type: 'string' },
    thesaurus: { type: 'string', default: join(shared, 'data/economics/stw.ttl') },
    nodes: number('1'),
    layouts: number(usualLayouts),
    questions: number('12'),
    rounds: number('3'),
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
  await measure(corpus, queries);
}

interface Layout {
  shards: number;
  documents: number;
}

async function measure(corpus: string, queries: string): Promise<void> {
  const nodes = await startNodes(Number(options.nodes));
  const filled: (ClusterContender & Layout & { built: Built })[] = [];
  try {
    // The largest first: what is compiled while it is written is the least part of it.
    for (const layout of layoutsIn(options.layouts)) filled.push(await fill(nodes, layout, corpus));
    await untilMerged(nodes.url);
    const questions = questionsIn(queries, Number(options.questions));
    const some = [...questions.values()].flatMap((each) => each.slice(0, 3));
    const warming = await untilWarm(filled, some);
    console.log(`Warm after ${warming.length} rounds: ${warming.map(Math.round).join(' ')} ms`);
    const { costs } = await askInTurns(filled, questions, { counted: Number(options.rounds), warmUp: 1 });
    const clusters: ClusterMeasurement[] = [];
    for (const { name, shards, documents, built } of filled) {
      const size = await takes(nodes.url, name);
      const written = {
        writtenPerCpuSecond: Math.round(built.perCpuSecond),
        writtenPerSecond: Math.round(built.perSecond),
      };
      const layout = { nodes: Number(options.nodes), shards, replicas: 0, documents };
      clusters.push({ ...layout, ...written, ...size, costs: rounded(costs[name]!) });
    }
    add((measurements) => ({ ...measurements, clusters: inOrder(clusters) }));
  } finally {
    for (const space of filled) await space.close();
    await nodes.close();
  }
}

async function fill(nodes: Nodes, { shards, documents }: Layout, corpus: string) {
  const name = `bench-${shards}-${documents}`;
  const space = await emptySpace(nodes, name, { shards, replicas: '0' });
  await space.content.thesaurus!.replaceThesaurus(createReadStream(options.thesaurus), 'text/turtle');
  const batches = documentsInBatches(corpus, documents, 2500);
  const built = await write(space.content, batches, space.elsewhere);
  console.log(`${name}: ${Math.round(built.perSecond)} documents written a second`);
  return { ...space, shards, documents, built };
}

function layoutsIn(given: string): Layout[] {
  const layouts = given.split(',').map((each) => {
    const [shards, documents] = each.split('x').map(Number) as [number, number];
    return { shards, documents };
  });
  return layouts.toSorted((one, other) => other.documents - one.documents);
}

function inOrder(clusters: ClusterMeasurement[]): ClusterMeasurement[] {
  return clusters.toSorted((a, b) => a.shards - b.shards || a.documents - b.documents);
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
