import type { IncomingMessage, ServerResponse } from 'node:http';
import { json as bodyOf } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { type FakeNode, fakeNode, json, nothingFound } from '../../test/cluster/fake-node.ts';
import { type Cluster, connectToCluster } from '../cluster/cluster.ts';
import { scrollDocuments } from './scroll-documents.ts';

let node: FakeNode;
let cluster: Cluster;
afterEach(async () => {
  await cluster.close();
  node.close();
});

/** A cluster with documents, in which the response with more than `mostInMemory` of them is too large for the memory. */
async function archive(count: number, mostInMemory: number): Promise<string[]> {
  const hits = Array.from({ length: count }, (_, i) => {
    const content = JSON.stringify({ id: `urn:${i}` });
    return { _id: `${i}`, _score: null, _source: { id: `urn:${i}`, content, extracted: null }, sort: [i] };
  });
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith('/_search?')) return json(200, { pit_id: 'x' })(request, response);
    const { size, search_after: [last] = [-1] } = (await bodyOf(request)) as Asked;
    const page = hits.slice(last + 1, last + 1 + size);
    if (page.length > mostInMemory) {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 2 ** 40 }).write('{');
      return;
    }
    json(200, { ...nothingFound, hits: { hits: page } })(request, response);
  };
  node = await fakeNode((request, response) => void listener(request, response));
  cluster = connectToCluster({ nodes: [node.url], deadline: 20_000 });
  const ids: string[] = [];
  for await (const batch of scrollDocuments('zoo', cluster))
    ids.push(...batch.map(({ document }) => document.id));
  return ids;
}

interface Asked {
  size: number;
  search_after?: [number];
}

test('halves the page size if documents are too large for one response', async () => {
  const ids = await archive(8, 2);
  expect(ids).toEqual(Array.from({ length: 8 }, (_, i) => `urn:${i}`));
});

test('rejects a single document that is too large instead of omitting it', async () => {
  await expect(archive(1, 0)).rejects.toMatchObject({ kind: 'too-large' });
});
