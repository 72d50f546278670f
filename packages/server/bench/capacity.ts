/**
 * Capacity benchmark: cost of searches and writes by layout, and an extrapolation to a large collection.
 *
 * A layout is the embedded engine or a number of OpenSearch nodes, shards, copies and documents. All clusters are on the
 * same nodes and use the first n of them. The layouts are written one after another, warmed up until the cost per query stops falling,
 * and measured alternately, so that neither warm-up nor other load looks like growth. Prints Markdown tables; costs are
 * processor time.
 *
 *   node packages/server/bench/capacity.ts
 *     --layouts embedded:50000,3x3x2x50000   nodes, shards, copies, documents (see DEFAULT_LAYOUTS)
 *     --corpus FILE --queries FILE --thesaurus FILE   files of the benchmark kit (default: a synthetic corpus)
 *     --queries-per-class NUMBER (12)   --rounds NUMBER (2)
 */
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { DocumentInput, SearchQuery } from '@semantic-search/engine';
import { type Cell, formatCell } from '../../engine/bench/table.ts';
import { missingCluster } from '../../opensearch/test/cluster/cluster.fixture.ts';
import {
  emptyEmbedded,
  emptySpace,
  firstNodes,
  type Nodes,
  type Source,
  startNodes,
  type WritableCandidate,
  write,
} from './backends/candidates.ts';
import { documentsInBatches, readQueries, syntheticSource } from './backends/corpus.ts';
import { ownCpu } from './backends/processes.ts';
import { type Cost, rotated, runInTurn, warmUpUntilStable } from './backends/rounds.ts';

/** Layouts of the page on sizing. */
const DEFAULT_LAYOUTS = [
  ['embedded:50000', '1x1x1x12500', '1x1x1x50000', '1x1x1x200000', '1x3x1x25000', '1x6x1x12500'],
  ['2x1x2x50000', '2x3x1x12500', '3x1x3x50000', '3x3x1x12500', '3x3x1x50000', '3x3x2x50000'],
  ['3x3x3x50000', '3x6x1x25000'],
].flat();

/** Documents. */
const BATCH_SIZE = 2500;
/** Excluded from the measurement: until then, the nodes compile their code. */
const WARM_UP_DOCUMENTS = 5000;
const FIT_ROUNDS = 20_000;
/** Fewer clusters do not determine the cost model. */
const MIN_CLUSTERS = 5;

export interface Layout {
  /** 0 for the embedded engine. */
  nodes: number;
  shards: number;
  /** Copies of each shard, including the first. */
  copies: number;
  documents: number;
}

/** Costs are milliseconds of processor time. */
export interface Measured extends Layout {
  search: Pick<Cost, 'cpu' | 'serverCpu' | 'backendCpu'>;
  /** Per document; NaN if there are no more documents than the warm-up. */
  write: { serverCpu: number; backendCpu: number };
  /** Size on disk of one copy of a document; 0 for the embedded engine. */
  bytesPerDocument: number;
}

function parseLayout(text: string): Layout {
  const [, nodes, shards, copies, documents] =
    /^(?:embedded:|([1-9]\d*)x([1-9]\d*)x([1-9]\d*)x)([1-9]\d*)$/.exec(text) ?? [];
  if (documents === undefined) throw new Error(`${text} is not NODESxSHARDSxCOPIESxDOCUMENTS.`);
  if (nodes === undefined) return { nodes: 0, shards: 1, copies: 1, documents: +documents };
  if (+copies! > +nodes) throw new Error(`${text}: a node cannot hold two copies of a shard.`);
  return { nodes: +nodes, shards: +shards!, copies: +copies!, documents: +documents };
}

function nameOf({ nodes, shards, copies }: Layout): string {
  return nodes === 0 ? 'embedded engine' : `${nodes} × ${shards} × ${copies}`;
}

type Point = Pick<Layout, 'nodes' | 'shards' | 'documents'> & { cost: number };

/** Coefficients of the cost model: milliseconds of processor time of the nodes per search. */
const COEFFICIENTS = ['fixed', 'per shard', 'per remote shard', 'per document'];

/**
 * A search uses one copy of each shard, so the number of copies does not matter. Coordinating nodes alternate, so 1 − 1/n of
 * the shards are remote. Facets are counted over all matches, whose number grows with the documents.
 */
function regressors({ nodes, shards, documents }: Omit<Point, 'cost'>): number[] {
  return [1, shards, shards * (1 - 1 / nodes), documents];
}

const dot = (one: number[], other: number[]) => one.reduce((sum, value, i) => sum + value * other[i]!, 0);

export function predictedCost(model: number[], point: Omit<Point, 'cost'>): number {
  return dot(model, regressors(point));
}

/** Non-negative least squares of relative errors, by coordinate descent. */
export function fitCostModel(points: readonly Point[]): number[] {
  // Dividing by the cost weights relative errors equally: rows · model ≈ 1.
  const rows = points.map((point) => regressors(point).map((value) => value / point.cost));
  const model = COEFFICIENTS.map(() => 0);
  for (let round = 0; round < FIT_ROUNDS; round += 1) {
    for (const i of model.keys()) {
      let [product, square] = [0, 0];
      for (const row of rows) {
        product += row[i]! * (1 - dot(row, model) + row[i]! * model[i]!);
        square += row[i]! ** 2;
      }
      model[i] = square === 0 ? 0 : Math.max(0, product / square);
    }
  }
  return model;
}

const TARGET = {
  documents: 100e6,
  searchesPerSecond: 10_000,
  /** Mean processor time that one shard may spend on a search, in milliseconds. */
  shardMs: 250,
  /** Utilization of the processors, below 1 to keep queues short. */
  utilization: 0.6,
  processorsPerNode: 32,
  minCopies: 2,
};

/** Required capacity without response caching. Takes the sizes and the cost of the server from the largest cluster. */
export function extrapolate(measured: readonly Measured[]) {
  const clusters = measured.filter(({ nodes }) => nodes > 0);
  const model = fitCostModel(clusters.map((each) => ({ ...each, cost: each.search.backendCpu })));
  const largest = clusters.reduce((most, each) => (each.documents > most.documents ? each : most));
  const [, perShard, perRemoteShard, perDocument] = model as [number, number, number, number];
  const documentsOfShard = Math.max(1, (TARGET.shardMs - perShard - perRemoteShard) / perDocument);
  const shards = Math.max(1, Math.ceil(TARGET.documents / documentsOfShard));
  // Nearly every shard is on another node than the coordinating one.
  const layout = { nodes: Number.POSITIVE_INFINITY, shards, documents: TARGET.documents };
  const searchSeconds = predictedCost(model, layout) / 1000;
  const processors = Math.ceil((TARGET.searchesPerSecond * searchSeconds) / TARGET.utilization);
  const nodes = Math.max(TARGET.minCopies, Math.ceil(processors / TARGET.processorsPerNode));
  const copies = Math.max(TARGET.minCopies, Math.ceil(nodes / shards));
  const serverSeconds = (TARGET.searchesPerSecond * largest.search.serverCpu) / 1000;
  return {
    model,
    shards,
    'documents per shard': Math.round(TARGET.documents / shards),
    'processor seconds of the nodes per search': searchSeconds,
    'processors of the nodes': processors,
    nodes,
    'copies of each shard, so that each node has one': copies,
    'disk of all nodes, GB': (TARGET.documents * copies * largest.bytesPerDocument) / 1e9,
    'processors of the servers': Math.ceil(serverSeconds / TARGET.utilization),
  };
}

/** Three significant digits. The first column is left-aligned, all others are right-aligned. */
function markdownTable(header: string[], rows: Cell[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const rule = header.map((_, column) => (column === 0 ? '---' : '--:')).join('|');
  return [line(header), `|${rule}|`, ...rows.map((row) => line(row.map(formatCell))), ''].join('\n');
}

/** Milliseconds per search, milliseconds per thousand written documents, kilobytes on disk per document and copy. */
function reportOf(measured: readonly Measured[]): string {
  const rows = measured.map((each) => {
    const { cpu, serverCpu, backendCpu } = each.search;
    const writes = [1000 * each.write.serverCpu, 1000 * each.write.backendCpu];
    const search = [cpu.p50, cpu.p95, serverCpu, backendCpu];
    return [
      nameOf(each),
      each.documents.toLocaleString('en'),
      ...search,
      ...writes,
      each.bytesPerDocument / 1000,
    ];
  });
  const layout = ['nodes × shards × copies', 'documents'];
  const costs = ['search p50', 'search p95', 'server', 'nodes', 'write server', 'write nodes', 'KB'];
  const tables = [markdownTable([...layout, ...costs], rows)];
  if (measured.filter(({ nodes }) => nodes > 0).length >= MIN_CLUSTERS) {
    const { model, ...capacity } = extrapolate(measured);
    const header = [...COEFFICIENTS.slice(0, -1), 'per million documents'];
    const [first, ...others] = model.map((value, i) => (i === model.length - 1 ? 1e6 * value : value));
    tables.push(markdownTable(header, [[formatCell(first), ...others]]));
    // Two significant digits, the precision of the model.
    const rows = Object.entries(capacity).map(([name, value]) => [name, Number(value.toPrecision(2))]);
    tables.push(markdownTable(['required capacity', 'value'], rows));
  }
  return tables.join('\n');
}

interface Candidate extends WritableCandidate {
  layout: Layout;
}

interface Options {
  source: Source;
  queries: Map<string, SearchQuery[]>;
  rounds: number;
  folder: string;
}

async function measure(layouts: Layout[], options: Options): Promise<Measured[]> {
  const nodeCount = Math.max(...layouts.map(({ nodes }) => nodes));
  const nodes = nodeCount === 0 ? undefined : await startNodes(nodeCount);
  const candidates: Candidate[] = [];
  try {
    for (const layout of layouts) candidates.push(await emptyCandidate(layout, nodes, options));
    const writes = await writeInTurn(candidates, options, nodes);
    const sample = [...options.queries.values()].flatMap((each) => each.slice(0, 2));
    const rounds = await warmUpUntilStable(candidates, sample);
    console.error(`Warm after ${rounds.length} rounds`);
    // A search takes longer on a busy machine, so the idle load of the nodes is subtracted.
    const idle = nodes === undefined ? 0 : await idleShare(nodes);
    const adjusted = candidates.map((each) => ({
      ...each,
      backendCpu: () => each.backendCpu() - idle * each.layout.nodes * performance.now(),
    }));
    const { costs } = await runInTurn(adjusted, options.queries, { counted: options.rounds, warmUp: 1 });
    const measured: Measured[] = [];
    for (const { name, layout } of candidates) {
      const stats = nodes && layout.nodes > 0 ? await statsOf(nodes.url, name) : undefined;
      const bytesPerDocument = (stats?.primaries.store.size_in_bytes ?? 0) / layout.documents;
      measured.push({ ...layout, search: costs[name]!.all!, write: writes.get(name)!, bytesPerDocument });
    }
    return measured;
  } finally {
    for (const candidate of candidates) await candidate.close();
    await nodes?.close();
  }
}

async function emptyCandidate(layout: Layout, nodes: Nodes | undefined, { source, folder }: Options) {
  const { nodes: count, shards, copies, documents } = layout;
  const name = `bench-${count}-${shards}-${copies}-${documents}`;
  const candidate =
    nodes === undefined || count === 0
      ? await emptyEmbedded(join(folder, name), name)
      : await emptySpace(firstNodes(nodes, count), name, { shards, replicas: String(copies - 1) });
  await candidate.content.thesaurus!.replaceThesaurus(createReadStream(source.thesaurus), 'text/turtle');
  if (nodes !== undefined && count > 0) await allocate(nodes.url, name, layout);
  return { ...candidate, layout };
}

/** Processor time per document, in batches, each searchable before the next starts. */
async function writeInTurn(candidates: Candidate[], { source }: Options, nodes: Nodes | undefined) {
  const limit = Math.max(...candidates.map(({ layout }) => layout.documents));
  const total = new Map(candidates.map(({ name }) => [name, { serverCpu: 0, backendCpu: 0, documents: 0 }]));
  let [written, turn] = [0, 0];
  for await (const batch of documentsInBatches(source.corpus, limit, BATCH_SIZE)) {
    const incomplete = candidates.filter(({ layout }) => layout.documents > written);
    for (const candidate of rotated(incomplete, turn)) {
      const some: DocumentInput[] = batch.slice(0, candidate.layout.documents - written);
      const [server, backend] = [ownCpu(), candidate.backendCpu()];
      await write(candidate.content, some);
      const serverCpu = ownCpu() - server;
      // Otherwise the cost of background merges would be attributed to the next step.
      if (nodes !== undefined) await waitForMerges(nodes.url);
      if (written < WARM_UP_DOCUMENTS) continue;
      const sum = total.get(candidate.name)!;
      sum.serverCpu += serverCpu;
      sum.backendCpu += candidate.backendCpu() - backend;
      sum.documents += some.length;
    }
    written += batch.length;
    turn += 1;
  }
  console.error(`${written} documents written`);
  const perDocument = [...total].map(([name, { serverCpu, backendCpu, documents }]) => {
    return [name, { serverCpu: serverCpu / documents, backendCpu: backendCpu / documents }] as const;
  });
  return new Map(perDocument);
}

/** Idle load of a node as a share of one processor. */
async function idleShare({ backendCpu, pids }: Nodes): Promise<number> {
  const [before, start] = [backendCpu(), performance.now()];
  await pause(10_000);
  return (backendCpu() - before) / (performance.now() - start) / pids.length;
}

/** Allocates an empty index to the first nodes, with equal numbers of shards. */
async function allocate(url: URL, index: string, { nodes, shards, copies }: Layout): Promise<void> {
  const names = Array.from({ length: nodes }, (_, i) => `node-${i}`).join();
  const allocation = {
    'include._name': names,
    total_shards_per_node: Math.ceil((shards * copies) / nodes),
  };
  await request(url, `/${index}/_settings`, 'PUT', { index: { routing: { allocation } } });
  const wait = 'wait_for_status=green&wait_for_no_relocating_shards=true&timeout=60s';
  const health = await request<{ timed_out: boolean }>(url, `/_cluster/health/${index}?${wait}`);
  if (health.timed_out) throw new Error(`${index} was not allocated to ${names} in time.`);
}

async function waitForMerges(url: URL): Promise<void> {
  for (let attempt = 0; attempt < 4800; attempt += 1) {
    if ((await statsOf(url, '_all')).total.merges.current === 0) return;
    await pause(25);
  }
  throw new Error('Segment merges did not complete within two minutes.');
}

interface IndexStats {
  store: { size_in_bytes: number };
  merges: { current: number };
}

async function statsOf(url: URL, index: string) {
  const stats = await request<{ _all: { primaries: IndexStats; total: IndexStats } }>(
    url,
    `/${index}/_stats/store,merge`,
  );
  return stats._all;
}

async function request<Body>(url: URL, path: string, method = 'GET', body?: object): Promise<Body> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(new URL(path, url), {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return (await response.json()) as Body;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      layouts: { type: 'string', default: DEFAULT_LAYOUTS.join() },
      corpus: { type: 'string' },
      queries: { type: 'string' },
      thesaurus: { type: 'string' },
      'queries-per-class': { type: 'string', default: '12' },
      rounds: { type: 'string', default: '2' },
    },
  });
  const { corpus, queries, thesaurus } = values;
  const layouts = values.layouts.split(',').map(parseLayout);
  const reason = layouts.some(({ nodes }) => nodes > 0) ? await missingCluster() : undefined;
  if (reason !== undefined) throw new Error(reason);
  const folder = mkdtempSync(join(tmpdir(), 'bench-capacity-'));
  try {
    const size = Math.max(...layouts.map(({ documents }) => documents));
    const source =
      corpus && queries && thesaurus ? { corpus, queries, thesaurus } : syntheticSource(folder, size);
    const perClass = Number(values['queries-per-class']);
    const options = {
      source,
      queries: readQueries(source.queries, perClass),
      rounds: Number(values.rounds),
      folder,
    };
    const measured = await measure(layouts, options);
    console.log(
      `${cpus()[0]?.model}, ${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)}; milliseconds of processor time\n`,
    );
    console.log(reportOf(measured));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (import.meta.main) await main();
