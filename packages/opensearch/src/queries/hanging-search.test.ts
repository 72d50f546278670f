/** A cluster in which only document searches hang. */

import type { RequestListener } from 'node:http';
import type { WritableBackend } from '@semantic-search/engine/backend';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backendCalls } from '../../../server/src/backends/call.ts';
import { type Execute, queries } from '../../../server/src/backends/space-queries.ts';
import { plain } from '../../../server/test/support/documents.ts';

import { type FakeNode, fakeNode, json, nothingFound } from '../../test/cluster/fake-node.ts';
import { opensearchBackend } from '../backend.ts';
import { LAYOUT_VERSION } from '../cluster/index-template.ts';

const mappings = {
  'zoo-v-1': { mappings: { _meta: { layout: LAYOUT_VERSION, parts: 0 } } },
  'zoo-words': { mappings: { _meta: { id: 'words' } } },
};
const found = json(200, { ...nothingFound, aggregations: {} });

let well: boolean;
let node: FakeNode;
let backend: WritableBackend;
let execute: Execute;

beforeEach(async () => {
  well = false;
  const listener: RequestListener = (request, response) => {
    if (request.url?.includes('_mapping')) json(200, mappings)(request, response);
    else if (well || request.url?.includes('words')) found(request, response);
  };
  node = await fakeNode(listener);
  backend = opensearchBackend({ name: 'zoo', index: 'zoo', nodes: [node.url], deadlineMs: 20_000 });
  ({ execute } = backendCalls({ backend, remoteCalls: new Map([['zoo', 16]]) }));
  // The active index is cached.
  well = true;
  expect(await search()).toBe(200);
  well = false;
  node.requests.length = 0;
});
afterEach(async () => {
  await backend.close();
  node.close();
});

const searches = () => node.requests.filter((call) => call === 'POST /zoo-v-1/_search').length;

/** HTTP status for the visitor. */
async function search(limit = 20_000, signal = new AbortController().signal): Promise<number> {
  return queries(execute, { space: 'zoo', client: '', signal, deadline: performance.now() + limit })
    .search(plain)
    .then(
      () => 200,
      (error: { status: number }) => error.status,
    );
}

test('five hanging searches time out, then searches are rejected until a probe succeeds', async () => {
  for (let round = 0; round < 5; round += 1) expect(await search(600)).toBe(504);
  const before = searches();
  expect(before).toBe(5);
  // In between, the index lookup succeeded.
  expect(node.requests.filter((call) => call.endsWith('_mapping')).length).toBeGreaterThan(1);
  expect(await search()).toBe(503);
  expect(searches()).toBe(before);
  well = true;
  await expect.poll(() => search(), { timeout: 20_000 }).toBe(200);
});

test('aborted searches do not count as failures', async () => {
  for (let round = 0; round < 7; round += 1) {
    const gone = new AbortController();
    const before = searches();
    const pending = search(20_000, gone.signal);
    await expect.poll(searches, { timeout: 20_000 }).toBe(before + 1);
    gone.abort(new Error('The visitor typed on.'));
    await pending;
  }
  well = true;
  expect(await search()).toBe(200);
});
