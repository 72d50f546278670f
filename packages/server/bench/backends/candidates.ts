/** The backends to compare, each over the same documents: the embedded engine, a stand-in for a remote service, a cluster. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { type DocumentInput, openSpace, type SearchSpace } from '@semantic-search/engine';
import { startCluster } from '../../../../test/backends/opensearch/cluster.fixture.ts';
import type { SpaceContent } from '../../src/backends/backend.ts';
import { openEmbeddedBackend } from '../../src/backends/embedded.ts';
import { graphsearchBackend } from '../../src/backends/graphsearch/backend.ts';
import { opensearchBackend } from '../../src/backends/opensearch/backend.ts';
import { FAKE_SPACE_ID } from '../../test/support/fake-graphsearch-server/responses.ts';
import { documentsInBatches } from './corpus.ts';
import { cpuOf, ownCpu, withStartedProcesses } from './processes.ts';

export interface Built {
  /** A second on the wall. */
  perSecond: number;
  /** A second of processor time of all processes. */
  perCpuSecond: number;
}

export interface Candidate {
  name: string;
  space: SearchSpace;
  /** Milliseconds of processor time of the processes that answer beside this one. */
  elsewhere(): number;
  /** Undefined where its documents were not written through its adapter. */
  built: Built | undefined;
  close(): Promise<void>;
}

export interface Source {
  corpus: string;
  thesaurus: string;
}

const bench = 'bench';
const deadline = 600_000;

export async function embedded(folder: string, source: Source): Promise<Candidate> {
  const options = { directory: folder, onWarning: (_: string, message: string) => console.warn(message) };
  const backend = await openEmbeddedBackend(options);
  const built = await fill((await backend.content(bench, true))!, source, () => 0);
  const close = () => backend.close();
  return { name: 'embedded', space: (await backend.space(bench))!, elsewhere: () => 0, built, close };
}

/** The stand-in answers from the embedded engine: what it holds is put there beforehand. */
export async function graphsearch(folder: string, { corpus, thesaurus }: Source): Promise<Candidate> {
  const held = await openSpace(folder);
  await held.replaceThesaurus(createReadStream(thesaurus), 'text/turtle');
  for await (const some of documentsInBatches(corpus)) {
    // By this facet the adapter asks for single documents.
    await held.put(some.map((document) => ({ ...document, identifier: document.id })));
  }
  await held.close();
  const program = new URL('../../test/support/fake-graphsearch-server/server.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [program, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const url = new URL(`http://127.0.0.1:${String(line).trim()}`);
  const credentials = { type: 'none' } as const;
  const backend = graphsearchBackend({
    name: bench,
    url,
    searchSpaceId: FAKE_SPACE_ID,
    credentials,
    deadline,
  });
  return {
    name: 'graphsearch',
    space: (await backend.space(bench))!,
    elsewhere: () => cpuOf(child.pid!),
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

export interface ClusterCandidate extends Candidate {
  /** Of the first node. */
  url: URL;
  content: SpaceContent;
}

export interface Nodes {
  url: URL;
  urls: URL[];
  /** Their processes, in the same order. */
  pids: number[];
  /** Milliseconds of processor time of all of them. */
  elsewhere(): number;
  close(): Promise<void>;
}

export async function opensearch(source: Source, layout: ClusterLayout): Promise<ClusterCandidate> {
  const cluster = await emptyCluster(layout);
  const built = await fill(cluster.content, source, cluster.elsewhere);
  return { ...cluster, built };
}

/** Of one space without documents. */
export async function emptyCluster({ nodes, ...layout }: ClusterLayout): Promise<ClusterCandidate> {
  const cluster = await startNodes(nodes);
  const space = await emptySpace(cluster, 'opensearch', layout);
  return {
    ...space,
    async close() {
      await space.close();
      await cluster.close();
    },
  };
}

export async function startNodes(count: number): Promise<Nodes> {
  const [{ url, urls, close }, pids] = await withStartedProcesses(() => startCluster(count));
  return { url, urls, pids, elsewhere: () => cpuOfAll(pids), close };
}

/** The same seen as if there were the first `count` only: the others are neither asked nor counted. */
export function firstNodes({ url, urls, pids, close }: Nodes, count: number): Nodes {
  const some = pids.slice(0, count);
  return { url, urls: urls.slice(0, count), pids: some, elsewhere: () => cpuOfAll(some), close };
}

const cpuOfAll = (pids: number[]) => pids.reduce((sum, pid) => sum + cpuOf(pid), 0);

/** A space of its own in nodes that others share. */
export async function emptySpace(
  { url, urls, elsewhere }: Nodes,
  name: string,
  layout: Omit<ClusterLayout, 'nodes'>,
): Promise<ClusterCandidate> {
  const backend = opensearchBackend({ name, index: name, nodes: urls, deadline, ...layout });
  const content = (await backend.content(name, true))!;
  const space = (await backend.space(name))!;
  return { name, space, elsewhere, built: undefined, url, content, close: () => backend.close() };
}

async function fill(
  content: SpaceContent,
  { corpus, thesaurus }: Source,
  elsewhere: () => number,
): Promise<Built> {
  await content.thesaurus!.replaceThesaurus(createReadStream(thesaurus), 'text/turtle');
  const [began, cpu] = [performance.now(), ownCpu() + elsewhere()];
  let written = 0;
  for await (const some of documentsInBatches(corpus)) {
    await write(content, some);
    written += some.length;
  }
  const [wall, spent] = [performance.now() - began, ownCpu() + elsewhere() - cpu];
  return { perSecond: (1000 * written) / wall, perCpuSecond: (1000 * written) / spent };
}

/** Throws where one is refused. */
export async function write({ documents }: SpaceContent, some: DocumentInput[]): Promise<void> {
  const { refused } = await documents.put(some);
  if (refused.length > 0) throw new Error(`A document was refused: ${refused[0]!.message}`);
}
