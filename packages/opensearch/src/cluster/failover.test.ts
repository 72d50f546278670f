/** Failover between nodes, by the pool and the retries of the official client. */
import type { RequestListener } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { type FakeNode, fakeNode, half, json, nothingFound, silent } from '../../test/cluster/fake-node.ts';
import { connectToCluster } from './cluster.ts';

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function node(listener: RequestListener, alive = true): Promise<FakeNode> {
  const made = await fakeNode(listener, alive);
  opened.push(made);
  return made;
}

function connected(urls: URL[], deadlineMs: number) {
  const cluster = connectToCluster({ nodes: urls, deadlineMs });
  opened.push(cluster);
  return {
    get: () => cluster.call(get),
    put: () => cluster.call({ ...get, method: 'PUT' }),
    search: () => cluster.search(get.path, {}),
  };
}

const get = { method: 'GET', path: '/zoo/_search' } as const;
const nobody = new URL('http://127.0.0.1:9');
const good = json(200, { good: true });
const later =
  (time: number): RequestListener =>
  async (request, response) => {
    await pause(time);
    good(request, response);
  };
const broken: RequestListener = (_, response) => void response.destroy();
const brokenWithin: RequestListener = (request, response) => {
  half(request, response);
  setImmediate(() => response.destroy());
};
const lostAnother = {
  error: {
    type: 'search_phase_execution_exception',
    root_cause: [{ type: 'node_disconnected_exception', reason: '[node-2] disconnected' }],
  },
};
const countOf = (all: FakeNode[]) => all.reduce((sum, { requests }) => sum + requests.length, 0);

test.each([
  ['refuses the connection', () => Promise.resolve({ url: nobody })],
  ['breaks the connection', () => node(broken)],
  ['breaks the connection during its response', () => node(brokenWithin)],
  ['returns 503', () => node(json(503, { error: 'busy' }))],
  ['is unreachable for its proxy', () => node(json(502, {}))],
])('a call fails over if a node %s', async (_, bad) => {
  const both = connected([(await bad()).url, (await node(good)).url], 2000);
  for (let round = 0; round < 4; round += 1) expect(await both.get()).toEqual({ good: true });
});

test('a slow search is sent to one node only', async () => {
  const deadlineMs = 5000;
  const all = await Promise.all([1, 2, 3].map(() => node(later(0.6 * deadlineMs))));
  const three = connected(
    all.map(({ url }) => url),
    deadlineMs,
  );
  expect(await three.get()).toEqual({ good: true });
  expect(countOf(all)).toBe(1);
});

test.each([
  ['is overloaded', 429, 'overloaded'],
  ['has an internal error', 500, 'server-error'],
  ['rejects the request', 400, 'rejected'],
])('a call does not fail over if a node %s', async (_, status, kind) => {
  const all = await Promise.all([1, 2, 3].map(() => node(json(status, {}))));
  const three = connected(
    all.map(({ url }) => url),
    2000,
  );
  await expect(three.get()).rejects.toMatchObject({ kind });
  expect(countOf(all)).toBe(1);
});

test('a search is repeated if a node lost another one meanwhile', async () => {
  let isFirst = true;
  const only = await node((request, response) => {
    json(isFirst ? 500 : 200, isFirst ? lostAnother : nothingFound)(request, response);
    isFirst = false;
  });
  expect(await connected([only.url], 2000).search()).toMatchObject({ total: 0 });
});

test('later calls avoid a node that has failed', async () => {
  const away = await node(broken);
  const others = await Promise.all([1, 2].map(() => node(good)));
  const three = connected(
    [away, ...others].map(({ url }) => url),
    2000,
  );
  for (let round = 0; round < 6; round += 1) await three.get();
  expect(away.requests.length).toBe(1);
});

test('a silent node fails over before the deadline', async () => {
  const silentNode = await node(silent);
  const both = connected([silentNode.url, (await node(good)).url], 1000);
  for (let round = 0; round < 4; round += 1) expect(await both.get()).toEqual({ good: true });
  expect(silentNode.requests.length).toBe(1);
});

test('retries a keep-alive connection that the node has closed', async () => {
  let first = true;
  const only = await node((request, response) => {
    if (first) response.destroy();
    else good(request, response);
    first = false;
  });
  expect(await connected([only.url], 2000).put()).toEqual({ good: true });
});

test('if all nodes fail, the call rejects with the last error', async () => {
  const all = await Promise.all([1, 2, 3].map(() => node(json(503, {}))));
  const three = connected(
    all.map(({ url }) => url),
    2000,
  );
  await expect(three.get()).rejects.toMatchObject({ kind: 'overloaded' });
  expect(all.map(({ requests }) => requests.length)).toEqual([1, 1, 1]);
});

test('rejects a response that would exhaust the memory', async () => {
  const large = await node((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 2 ** 40 }).write('{');
  });
  await expect(connected([large.url], 30_000).get()).rejects.toMatchObject({ kind: 'too-large' });
});

test('reports a connection that breaks during a response without printing it', async () => {
  const printed = vi.spyOn(console, 'log');
  const reset = await node((request, response) => {
    half(request, response);
    setImmediate(() => request.socket.resetAndDestroy());
  });
  await expect(connected([reset.url], 5000).get()).rejects.toMatchObject({ kind: 'unreachable' });
  expect(printed).not.toHaveBeenCalled();
  printed.mockRestore();
});

test('rejects an HTML page instead of JSON', async () => {
  const page = await node(
    (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
  );
  await expect(connected([page.url], 2000).get()).rejects.toMatchObject({ kind: 'malformed' });
});
