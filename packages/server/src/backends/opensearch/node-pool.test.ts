import type { RequestListener } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { type FakeNode, fakeNode, half, json, silent } from '../../../test/support/fake-opensearch-node.ts';
import { nodes } from './node-pool.ts';

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function node(answers: RequestListener, alive = true): Promise<FakeNode> {
  const made = await fakeNode(answers, alive);
  opened.push(made);
  return made;
}

function connected(urls: URL[], deadline: number) {
  const connection = nodes({ nodes: urls, sockets: 16, deadline });
  opened.push(connection);
  return {
    get: () => connection.send(get, AbortSignal.timeout(deadline)),
    put: () => connection.send({ ...get, method: 'PUT' }, AbortSignal.timeout(deadline)),
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
const countOf = (all: FakeNode[]) => all.reduce((sum, { asked }) => sum + asked.length, 0);

test.each([
  ['refuses', () => Promise.resolve({ url: nobody })],
  ['is frozen', () => node(silent, false)],
  ['breaks off', () => node(broken)],
  ['breaks off within its answer', () => node(brokenWithin)],
  ['says that it cannot', () => node(json(503, { error: 'busy' }))],
  ['cannot be reached by its proxy', () => node(json(502, {}))],
  ['lost another one meanwhile', () => node(json(500, lostAnother))],
])('a call goes on to another node where one %s', async (_, bad) => {
  const both = connected([(await bad()).url, (await node(good)).url], 2000);
  for (let round = 0; round < 4; round += 1) expect(await both.get()).toEqual({ good: true });
});

test('a search may take most of the deadline, and is asked of one node only', async () => {
  const deadline = 5000;
  const all = await Promise.all([1, 2, 3].map(() => node(later(0.6 * deadline))));
  const three = connected(
    all.map(({ url }) => url),
    deadline,
  );
  expect(await three.get()).toEqual({ good: true });
  expect(countOf(all)).toBe(1);
});

test.each([
  ['says that it takes too long', 504, 'slow'],
  ['has too much to do', 429, 'overloaded'],
  ['fails', 500, 'failing'],
  ['refuses it', 400, 'refused'],
])('a call is not asked of another node where one %s', async (_, status, kind) => {
  const all = await Promise.all([1, 2, 3].map(() => node(json(status, {}))));
  const three = connected(
    all.map(({ url }) => url),
    2000,
  );
  await expect(three.get()).rejects.toMatchObject({ kind });
  expect(countOf(all)).toBe(1);
});

test('a node that is away is asked last, and in its turn again when it gives signs of life', async () => {
  let well = false;
  const away = await node((request, response) => (well ? good(request, response) : void response.destroy()));
  const others = await Promise.all([1, 2].map(() => node(good)));
  const three = connected(
    [away, ...others].map(({ url }) => url),
    2000,
  );
  for (let round = 0; round < 6; round += 1) await three.get();
  expect(away.asked.length).toBe(1);
  well = true;
  const askedAgain = async () => {
    await three.get();
    return away.asked.length;
  };
  await expect.poll(askedAgain, { timeout: 5000 }).toBeGreaterThan(3);
});

test('a connection that a node has closed meanwhile is no failure', async () => {
  let first = true;
  const only = await node((request, response) => {
    if (first) response.destroy();
    else good(request, response);
    first = false;
  });
  expect(await connected([only.url], 2000).put()).toEqual({ good: true });
});

test('what no node answers has the fault of the last', async () => {
  const all = await Promise.all([1, 2, 3].map(() => node(json(503, {}))));
  const three = connected(
    all.map(({ url }) => url),
    2000,
  );
  await expect(three.get()).rejects.toMatchObject({ kind: 'overloaded' });
  expect(all.map(({ asked }) => asked.length)).toEqual([1, 1, 1]);
});

test('an answer over 16 MB is refused, whether its length is told or not', async () => {
  const large = await node((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ text: 'x'.repeat(request.method === 'PUT' ? 16e6 : 17e6) }));
  });
  const told = await node((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 2 ** 40 }).write('{');
  });
  for (const { url } of [large, told])
    await expect(connected([url], 30_000).get()).rejects.toMatchObject({ kind: 'too-large' });
  expect(await connected([large.url], 30_000).put()).toMatchObject({ text: expect.stringMatching(/^xxx/) });
});

test('what breaks within an answer is told, and nothing of it printed', async () => {
  const printed = vi.spyOn(console, 'log');
  const reset = await node((request, response) => {
    half(request, response);
    setImmediate(() => request.socket.resetAndDestroy());
  });
  await expect(connected([reset.url], 5000).get()).rejects.toMatchObject({ kind: 'unreachable' });
  expect(printed).not.toHaveBeenCalled();
  printed.mockRestore();
});

test('a page in place of an answer is none', async () => {
  const page = await node((_, response) => void response.writeHead(200).end('<html>'));
  await expect(connected([page.url], 2000).get()).rejects.toMatchObject({ kind: 'garbled' });
});
