import type { RequestListener } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { fakeNode, half, json, nothingFound, silent } from '../../../test/support/fake-opensearch-node.ts';
import { type ClusterOptions, connectToCluster } from './cluster.ts';

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function node(answers: RequestListener): Promise<URL> {
  const made = await fakeNode(answers);
  opened.push(made);
  return made.url;
}

function cluster(nodes: URL[], more: Partial<ClusterOptions> = {}) {
  const connected = connectToCluster({ nodes, deadline: 2000, ...more });
  opened.push(connected);
  return connected;
}

const get = { method: 'GET', path: '/_mapping' } as const;

test.each([
  ['before the answer', silent],
  ['within the answer', half],
])('a call that is given up %s ends with the reason, and is not sent again', async (_, manner) => {
  let calls = 0;
  const url = await node((request, response) => {
    calls += 1;
    manner(request, response);
  });
  const gone = new AbortController();
  const reason = new Error('The visitor typed on.');
  const asked = cluster([url]).call(get, gone.signal);
  await expect.poll(() => calls).toBe(1);
  gone.abort(reason);
  await expect(asked).rejects.toBe(reason);
  await expect(cluster([url]).call(get, AbortSignal.abort(reason))).rejects.toBe(reason);
  expect(calls).toBe(1);
});

test.each([
  ['silent', silent],
  ['stuck in its answer', half],
])('a node that is %s is slow at the deadline', async (_, manner) => {
  const asked = cluster([await node(manner)], { deadline: 100 }).call(get);
  await expect(asked).rejects.toMatchObject({ name: 'RemoteFault', kind: 'slow' });
});

test.each([
  [429, 'overloaded'],
  [503, 'overloaded'],
  [500, 'failing'],
  [403, 'credentials'],
  [404, 'unknown-space'],
  [400, 'refused'],
])('status %i is %s', async (status, kind) => {
  const url = await node(json(status, { error: { type: 'x', reason: 'y' }, status }));
  await expect(cluster([url]).call(get)).rejects.toMatchObject({ kind });
});

test('what a shard did not answer is no answer, and neither is one that ran out of time', async () => {
  const asked = async (more: object) =>
    cluster([await node(json(200, { ...nothingFound, ...more }))]).search('/_search', {});
  expect(await asked({})).toMatchObject({ total: 0 });
  await expect(asked({ _shards: { total: 2, failed: 1 } })).rejects.toMatchObject({ kind: 'garbled' });
  await expect(asked({ timed_out: true })).rejects.toMatchObject({ kind: 'slow' });
});

test('a cluster that failed five times in a row is left alone, then tried by one call', async () => {
  let [calls, well] = [0, false];
  const url = await node((request, response) => {
    calls += 1;
    json(well ? 200 : 500, {})(request, response);
  });
  const guarded = cluster([url], { guard: { rest: 200 } });
  for (let round = 0; round < 5; round += 1) {
    await expect(guarded.call(get)).rejects.toMatchObject({ kind: 'failing' });
  }
  await expect(guarded.call(get)).rejects.toMatchObject({ kind: 'resting' });
  expect(calls).toBe(5);
  well = true;
  await expect.poll(() => guarded.call(get).catch(() => null), { timeout: 2000 }).toEqual({});
});

test('so many calls are on their way at a time, and so many wait', async () => {
  let open = 0;
  const url = await node((request, response) => {
    if (request.url === '/later') json(200, {})(request, response);
    else open += 1;
  });
  const narrow = cluster([url], { guard: { calls: 2, waiting: 1 }, deadline: 1000 });
  const asked = [1, 2, 3].map(() => narrow.call(get));
  await expect(narrow.call(get)).rejects.toMatchObject({ kind: 'overloaded' });
  // Whatever is on its way has arrived before this one, by another way, is answered.
  await cluster([url]).call({ method: 'GET', path: '/later' });
  expect(open).toBe(2);
  const ends = await Promise.allSettled(asked);
  expect(ends.map((end) => (end as PromiseRejectedResult).reason.kind)).toEqual(['slow', 'slow', 'slow']);
});
