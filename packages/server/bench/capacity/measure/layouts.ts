/** Benchmark of index layouts on shared nodes: alternating writes and searches, memory measurements. */
import { createReadStream } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { SearchQuery } from '@semantic-search/engine';
import { emptySpace, firstNodes, type Nodes } from '../../backends/candidates.ts';
import { documentsInBatches } from '../../backends/corpus.ts';
import { cpuOf } from '../../backends/processes.ts';
import { runInTurn, warmUpUntilStable } from '../../backends/rounds.ts';
import { type Layout, sortLayouts } from '../layouts.ts';
import type { Measurements } from '../measurements.ts';
import { allocateIndex, indexSize, readTraffic, waitForMerges } from './cluster-size.ts';
import { startCacheProxy } from './node-cache-proxy.ts';
import { memoryOfNodes, type NodeMemory } from './node-memory.ts';
import { runRepeatedQueries } from './repeated-queries.ts';
import { type Filled, writeAlternately } from './writes.ts';

export interface Given {
  corpus: string;
  thesaurus: string;
  /** Keyed by query class. */
  questions: Map<string, SearchQuery[]>;
  repeated: Map<string, SearchQuery[]>;
  rounds: number;
  searches: number;
}

type Measured = Pick<Measurements, 'clusters' | 'memory' | 'repeating'>;

export async function measureLayouts(nodes: Nodes, layouts: Layout[], given: Given): Promise<Measured> {
  const spaces: Awaited<ReturnType<typeof begun>>[] = [];
  try {
    const filling: NodeMemory[] = await memoryOfNodes(nodes.url, nodes.pids);
    const weigh = async (documents: number) => {
      filling.push(...(await memoryOfNodes(nodes.url, nodes.pids)));
      console.log(`${documents} documents written at ${new Date().toISOString()}`);
    };
    for (const layout of layouts) spaces.push(await begun(nodes, layout, given));
    const most = Math.max(...layouts.map(({ documents }) => documents));
    const batches = documentsInBatches(given.corpus, most, 2500);
    const filled = await writeAlternately(spaces, batches, nodes, weigh);
    await waitForMerges(nodes.url);
    const clusters = await asked(nodes, filled, given);
    const searched = await memoryOfNodes(nodes.url, nodes.pids);
    return { clusters, memory: { filling, searched }, repeating: await repeating(nodes, filled, given) };
  } finally {
    for (const space of spaces) await space.close();
  }
}

async function begun(all: Nodes, layout: Layout, { thesaurus }: Given) {
  const nodes = firstNodes(all, layout.nodes);
  const { shards, replicas } = layout;
  const name = `bench-${layout.nodes}-${shards}-${replicas}-${layout.documents}`;
  const space = await emptySpace(nodes, name, { shards, replicas: String(replicas) });
  await space.content.thesaurus!.replaceThesaurus(createReadStream(thesaurus), 'text/turtle');
  await allocateIndex(all.url, name, layout);
  return { ...space, layout };
}

async function asked(nodes: Nodes, filled: Filled[], { questions, rounds }: Given) {
  const some = [...questions.values()].flatMap((each) => each.slice(0, 2));
  const warming = await warmUpUntilStable(filled, some);
  console.log(`Warm after ${warming.length} rounds: ${warming.map(Math.round).join(' ')} ms`);
  const idle = await idleShare(nodes);
  console.log(`Idle load of a node: ${(1000 * idle).toFixed(1)} ms of processor time per second`);
  const contenders = filled.map((space) => ({
    ...space,
    elsewhere: () => space.elsewhere() - idle * space.layout.nodes * performance.now(),
  }));
  const { costs } = await runInTurn(contenders, questions, { counted: rounds, warmUp: 1 });
  const clusters: Measurements['clusters'] = [];
  for (const space of filled) {
    const { name, layout, writing } = space;
    const [size, between] = [await indexSize(nodes.url, name), await exchange(nodes, space, questions)];
    clusters.push({ ...layout, writing, ...size, ...between, costs: costs[name]! });
  }
  return sortLayouts(clusters);
}

/** Idle load of a node as a share of one processor; it must be subtracted, because searches take longer on a busy machine. */
async function idleShare({ elsewhere, pids }: Nodes): Promise<number> {
  const [before, began] = [elsewhere(), performance.now()];
  await pause(10_000);
  return (elsewhere() - before) / (performance.now() - began) / pids.length;
}

/** Traffic between nodes, and load distribution. */
async function exchange(nodes: Nodes, { space, layout }: Filled, questions: Given['questions']) {
  const all = [...questions.values()].flat();
  const some = firstNodes(nodes, layout.nodes).pids;
  const [before, busy] = [await readTraffic(nodes.url), some.map(cpuOf)];
  for (const question of all) await space.search(question);
  const spent = some.map((pid, i) => cpuOf(pid) - busy[i]!);
  const { received } = await readTraffic(nodes.url);
  return {
    exchanged: Math.round((received - before.received) / all.length),
    busiest: Math.max(...spent) / spent.reduce((sum, each) => sum + each, 0),
  };
}

/** Repetition test on the layout with the most nodes, then fewest copies and documents, which has the highest throughput. */
async function repeating(nodes: Nodes, filled: Filled[], { repeated, searches }: Given) {
  const [one] = filled.toSorted(
    ({ layout: a }, { layout: b }) =>
      b.nodes - a.nodes || a.replicas - b.replicas || a.documents - b.documents,
  );
  const { name, layout } = one!;
  const asking = { exponent: 0.9, searches, atOnce: 12 };
  const asItIs = await runRepeatedQueries(one!, mixed(repeated), asking);
  const [{ url, close }, some] = [await startCacheProxy(nodes.url), firstNodes(nodes, layout.nodes)];
  const shape = { shards: layout.shards, replicas: String(layout.replicas) };
  const keeping = await emptySpace({ ...some, urls: [url] }, name, shape);
  const kept = await runRepeatedQueries(keeping, mixed(repeated), asking);
  await keeping.close();
  await close();
  return { of: layout, asItIs, kept };
}

/** Interleaves the query classes. */
function mixed(questions: Map<string, SearchQuery[]>): SearchQuery[] {
  const classes = [...questions.values()];
  const most = Math.max(...classes.map((some) => some.length));
  return Array.from({ length: most }, (_, i) => classes.flatMap((some) => some.slice(i, i + 1))).flat();
}
