/** A cluster of which everything answers but searches of documents. */
import type { RequestListener } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { plain } from '../../../test/support/documents.ts';
import { type FakeNode, fakeNode, json, nothingFound } from '../../../test/support/fake-opensearch-node.ts';
import type { WritableBackend } from '../backend.ts';
import { coalescing } from '../coalescing.ts';
import { withDeadline } from '../with-deadline.ts';
import { opensearchBackend } from './backend.ts';
import { layoutVersion } from './index-template.ts';

const mappings = {
  'zoo-v-1': { mappings: { _meta: { layout: layoutVersion, thesaurus: { id: '', parts: 0 } } } },
  'zoo-words': { mappings: { _meta: { id: 'words' } } },
};
const found = json(200, { ...nothingFound, aggregations: {} });

let well: boolean;
let node: FakeNode;
let backend: WritableBackend;

beforeEach(async () => {
  well = false;
  const answers: RequestListener = (request, response) => {
    if (request.url?.includes('_mapping')) json(200, mappings)(request, response);
    else if (well || request.url?.includes('words')) found(request, response);
  };
  node = await fakeNode(answers);
  const [guard, deadline] = [{ rest: 2000 }, 20_000];
  backend = coalescing(opensearchBackend({ name: 'zoo', index: 'zoo', nodes: [node.url], deadline, guard }));
  // What is in force is known.
  well = true;
  expect(await search()).toBe(200);
  well = false;
  node.asked.length = 0;
});
afterEach(async () => {
  await backend.close();
  node.close();
});

const searches = () => node.asked.filter((call) => call === 'POST /zoo-v-1/_search').length;

/** The status, as a visitor is told. */
async function search(deadline = 20_000, signal = new AbortController().signal): Promise<number> {
  const space = (await backend.space('zoo'))!;
  const asking = withDeadline({ space: 'zoo', deadline, signal }, (ended) => space.search(plain, ended));
  return asking.then(
    () => 200,
    (error: { status: number }) => error.status,
  );
}

test('five searches that hang are too slow; then they are turned away at once, until one that tries is answered', async () => {
  for (let round = 0; round < 5; round += 1) expect(await search(600)).toBe(504);
  const before = searches();
  expect(before).toBe(5);
  // Between them what is in force was looked at anew, and answered.
  expect(node.asked.filter((call) => call.endsWith('_mapping')).length).toBeGreaterThan(1);
  expect(await search()).toBe(503);
  expect(searches()).toBe(before);
  well = true;
  await expect.poll(() => search(), { timeout: 20_000 }).toBe(200);
});

test('searches that their callers gave up say nothing of the cluster', async () => {
  for (let round = 0; round < 7; round += 1) {
    const gone = new AbortController();
    const before = searches();
    const asked = search(20_000, gone.signal);
    await expect.poll(searches, { timeout: 20_000 }).toBe(before + 1);
    gone.abort(new Error('The visitor typed on.'));
    await asked;
  }
  well = true;
  expect(await search()).toBe(200);
});
