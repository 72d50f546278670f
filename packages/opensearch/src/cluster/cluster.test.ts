import type { RequestListener } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { fakeNode, half, json, nothingFound, silent } from '../../test/cluster/fake-node.ts';
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
  const connected = connectToCluster({ nodes, deadlineMs: 2000, ...more });
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
  const pending = cluster([await node(manner)], { deadlineMs: 100 }).call(get);
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
