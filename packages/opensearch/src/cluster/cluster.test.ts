import type { RequestListener } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { fakeNode, half, json, nothingFound, silent } from '../../test/fake-node.ts';
import { type ClusterOptions, connectToCluster } from './cluster.ts';

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function node(listener: RequestListener): Promise<URL> {
  const made = await fakeNode(listener);
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
  ['before the response', silent],
  ['during the response', half],
])('a call that is aborted %s rejects with the reason and is not retried', async (_, manner) => {
  let calls = 0;
  const url = await node((request, response) => {
    calls += 1;
    manner(request, response);
  });
  const gone = new AbortController();
  const reason = new Error('The visitor typed on.');
  const pending = cluster([url]).call(get, gone.signal);
  await expect.poll(() => calls).toBe(1);
  gone.abort(reason);
  await expect(pending).rejects.toBe(reason);
  await expect(cluster([url]).call(get, AbortSignal.abort(reason))).rejects.toBe(reason);
  expect(calls).toBe(1);
});

test.each([
  ['silent', silent],
  ['stuck in its response', half],
])('a node that is %s leads to a timeout at the deadline', async (_, manner) => {
  const pending = cluster([await node(manner)], { deadline: 100 }).call(get);
  await expect(pending).rejects.toMatchObject({ name: 'BackendError', kind: 'timeout' });
});

test.each([
  [429, 'overloaded'],
  [503, 'overloaded'],
  [500, 'server-error'],
  [403, 'credentials'],
  [404, 'unknown-space'],
  [400, 'rejected'],
])('status %i is %s', async (status, kind) => {
  const url = await node(json(status, { error: { type: 'x', reason: 'y' }, status }));
  await expect(cluster([url]).call(get)).rejects.toMatchObject({ kind });
});

test('rejects responses with failed shards or a timeout', async () => {
  const pending = async (more: object) =>
    cluster([await node(json(200, { ...nothingFound, ...more }))]).search('/_search', {});
  expect(await pending({})).toMatchObject({ total: 0 });
  await expect(pending({ _shards: { total: 2, failed: 1 } })).rejects.toMatchObject({ kind: 'malformed' });
  await expect(pending({ timed_out: true })).rejects.toMatchObject({ kind: 'timeout' });
});

test('after five consecutive failures, calls are rejected, then one probe is sent', async () => {
  let [calls, well] = [0, false];
  const url = await node((request, response) => {
    calls += 1;
    json(well ? 200 : 500, {})(request, response);
  });
  const guarded = cluster([url], { circuitBreaker: { resetTimeoutMs: 200 } });
  for (let round = 0; round < 5; round += 1) {
    await expect(guarded.call(get)).rejects.toMatchObject({ kind: 'server-error' });
  }
  await expect(guarded.call(get)).rejects.toMatchObject({ kind: 'circuit-open' });
  expect(calls).toBe(5);
  well = true;
  await expect.poll(() => guarded.call(get).catch(() => null), { timeout: 2000 }).toEqual({});
});

test('limits concurrent and queued calls', async () => {
  let open = 0;
  const url = await node((request, response) => {
    if (request.url === '/later') json(200, {})(request, response);
    else open += 1;
  });
  const narrow = cluster([url], {
    circuitBreaker: { maxConcurrentCalls: 2, maxQueuedCalls: 1 },
    deadline: 1000,
  });
  const pending = [1, 2, 3].map(() => narrow.call(get));
  await expect(narrow.call(get)).rejects.toMatchObject({ kind: 'overloaded' });
  // Earlier calls in flight have arrived before this one responds.
  await cluster([url]).call({ method: 'GET', path: '/later' });
  expect(open).toBe(2);
  const ends = await Promise.allSettled(pending);
  expect(ends.map((end) => (end as PromiseRejectedResult).reason.kind)).toEqual([
    'timeout',
    'timeout',
    'timeout',
  ]);
});
