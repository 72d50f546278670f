/** Backends to compare over the same documents: embedded, GraphSearch (fake server), OpenSearch. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import type { DocumentInput, SearchSpace } from '@semantic-search/engine';
import type { SpaceContent } from '@semantic-search/engine/backend';
import { openSpace } from '@semantic-search/engine/building-blocks';
import { graphsearchBackend } from '../../../graphsearch/src/backend.ts';
import { FAKE_SPACE_ID } from '../../../graphsearch/test/fake-server/responses.ts';
import { opensearchBackend } from '../../../opensearch/src/backend.ts';
import { startCluster } from '../../../opensearch/test/cluster/cluster.fixture.ts';
import { openEmbeddedBackend } from '../../src/backends/embedded.ts';
import { documentsInBatches } from './corpus.ts';
import { cpuOf, ownCpu, withStartedProcesses } from './processes.ts';

export interface Built {
  /** Documents per second of elapsed time. */
  perSecond: number;
  /** Documents per second of processor time of all processes. */
  perCpuSecond: number;
}

export interface Candidate {
  name: string;
  space: SearchSpace;
  /** Processor time of the backend processes other than this one, in milliseconds. */
  backendCpu(): number;
  /** Undefined if the documents were not written through the adapter. */
  built: Built | undefined;
  close(): Promise<void>;
}

export interface Source {
  corpus: string;
  thesaurus: string;
}

const bench = 'bench';
const DEADLINE_MS = 600_000;

export async function embedded(folder: string, source: Source): Promise<Candidate> {
  const space = await emptyEmbedded(folder);
  return { ...space, built: await fill(space.content, source, () => 0) };
}

export async function emptyEmbedded(folder: string, name = 'embedded'): Promise<WritableCandidate> {
  const options = { directory: folder, onWarning: (_: string, message: string) => console.warn(message) };
  const backend = await openEmbeddedBackend(options);
  const content = (await backend.content(bench, { create: true }))!;
  const space = (await backend.space(bench))!;
  return { name, space, backendCpu: () => 0, built: undefined, content, close: () => backend.close() };
}

/** The fake server uses the embedded engine, so its documents are written to that engine beforehand. */
export async function graphsearch(folder: string, { corpus, thesaurus }: Source): Promise<Candidate> {
  const engine = await openSpace(folder);
  await engine.replaceThesaurus(createReadStream(thesaurus), 'text/turtle');
  for await (const some of documentsInBatches(corpus)) {
    // The adapter requests single documents by this facet.
    await engine.put(some.map((document) => ({ ...document, identifier: document.id })));
  }
  await engine.close();
  const program = new URL('../../../graphsearch/test/fake-server/server.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [program, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const url = new URL(`http://127.0.0.1:${String(line).trim()}`);
  const credentials = { type: 'none' } as const;
  const backend = graphsearchBackend({
    name: bench,
    url,
    searchSpaceId: FAKE_SPACE_ID,
    credentials,
    deadlineMs: DEADLINE_MS,
  });
  return {
    name: 'graphsearch',
    space: (await backend.space(bench))!,
    backendCpu: () => cpuOf(child.pid!),
    built: undefined,
    async close() {
      await backend.close();
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

export interface ClusterLayout {
  nodes: number;
  shards: number;
  replicas: string;
}

/** A candidate to which documents can be written. */
export interface WritableCandidate extends Candidate {
  content: SpaceContent;
}

export interface Nodes {
  url: URL;
  urls: URL[];
  /** Process ids, in the same order. */
  pids: number[];
  /** Processor time of all nodes in milliseconds. */
  backendCpu(): number;
  close(): Promise<void>;
}

export async function opensearch(source: Source, { nodes, ...layout }: ClusterLayout): Promise<Candidate> {
  const cluster = await startNodes(nodes);
  const space = await emptySpace(cluster, 'opensearch', layout);
  const built = await fill(space.content, source, space.backendCpu);
  return {
    ...space,
    built,
    async close() {
      await space.close();
      await cluster.close();
    },
  };
}

export async function startNodes(count: number): Promise<Nodes> {
  const [{ url, urls, close }, pids] = await withStartedProcesses(() => startCluster(count, {}, []));
  return { url, urls, pids, backendCpu: () => cpuOfAll(pids), close };
}

/** View of the first `count` nodes only. */
export function firstNodes({ url, urls, pids, close }: Nodes, count: number): Nodes {
  const some = pids.slice(0, count);
  return { url, urls: urls.slice(0, count), pids: some, backendCpu: () => cpuOfAll(some), close };
}

const cpuOfAll = (pids: number[]) => pids.reduce((sum, pid) => sum + cpuOf(pid), 0);

/** A new space on shared nodes. */
export async function emptySpace(
  { urls, backendCpu }: Nodes,
  name: string,
  layout: Omit<ClusterLayout, 'nodes'>,
): Promise<WritableCandidate> {
  const backend = opensearchBackend({ name, index: name, nodes: urls, deadlineMs: DEADLINE_MS, ...layout });
  const content = (await backend.content(name, { create: true }))!;
  const space = (await backend.space(name))!;
  return { name, space, backendCpu, built: undefined, content, close: () => backend.close() };
}

async function fill(
  content: SpaceContent,
  { corpus, thesaurus }: Source,
  backendCpu: () => number,
): Promise<Built> {
  await content.thesaurus!.replaceThesaurus(createReadStream(thesaurus), 'text/turtle');
  const [began, cpu] = [performance.now(), ownCpu() + backendCpu()];
  let written = 0;
  for await (const some of documentsInBatches(corpus)) {
    await write(content, some);
    written += some.length;
  }
  const [wall, spent] = [performance.now() - began, ownCpu() + backendCpu() - cpu];
  return { perSecond: (1000 * written) / wall, perCpuSecond: (1000 * written) / spent };
}

/** Throws if a document is rejected. */
export async function write({ documents }: SpaceContent, some: DocumentInput[]): Promise<void> {
  const { refused } = await documents.put(some);
  if (refused.length > 0) throw new Error(`A document was rejected: ${refused[0]!.message}`);
}
