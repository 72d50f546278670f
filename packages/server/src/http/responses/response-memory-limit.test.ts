import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import {
  type ResponseMemoryLimit,
  responseMemoryLimit,
  setBufferedStallTimeout,
} from './response-memory-limit.ts';

const opened: (Socket | Server)[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) 'listen' in each ? each.close() : each.destroy();
});

/** More than the buffers of a connection take. */
const size = 16 * 1024 * 1024;

/** A server that returns a response of `size` bytes for each path, or 503 if the memory limit is reached. */
async function serve(responses: ResponseMemoryLimit, standstill?: number) {
  const bodies = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const path = request.url!;
    const body = bodies.get(path) ?? Buffer.alloc(size, 97);
    bodies.set(path, body);
    // The first path segment is the token; without one, each path has a token of its own.
    const holder = /^\/(\w+)\//u.exec(path)?.[1] ?? path;
    if (!responses.hold(response, body, holder)) return response.writeHead(503).end();
    response.end(body);
    setBufferedStallTimeout(response, standstill);
  });
  opened.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    /** Resolves to a connection that has read the beginning of its answer, and no more. */
    async ask(path: string): Promise<{ status: number; socket: Socket }> {
      const socket = connect(port, '127.0.0.1');
      opened.push(socket);
      socket.on('error', () => undefined); // Some are reset.
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      const [head] = await once(socket, 'data');
      socket.pause();
      return { status: Number(/^HTTP\/1.1 (\d+)/.exec(String(head))?.[1]), socket };
    },
  };
}

const young = 60_000;

test('rejects responses beyond the limit until an unread one is consumed or its client leaves', async () => {
  const { ask } = await serve(responseMemoryLimit(2 * size, young));
  const first = await ask('/1');
  const second = await ask('/2');
  expect([first.status, second.status, (await ask('/3')).status]).toEqual([200, 200, 503]);
  first.socket.destroy();
  await expect.poll(async () => (await ask('/4')).status).toBe(200);
  expect((await ask('/5')).status).toBe(503);
  second.socket.resume();
  await expect.poll(async () => (await ask('/6')).status).toBe(200);
});

test('counts a shared response once', async () => {
  const { ask } = await serve(responseMemoryLimit(2 * size, young));
  for (let count = 0; count < 5; count += 1) expect((await ask('/same')).status).toBe(200);
  expect((await ask('/other')).status).toBe(200);
  expect((await ask('/third')).status).toBe(503);
});

test('limits one token to half of the budget', async () => {
  const { ask } = await serve(responseMemoryLimit(4 * size, young));
  const statuses: number[] = [];
  for (const path of ['/a/1', '/a/2', '/a/3', '/b/1', '/b/2', '/b/3', '/a/1'])
    statuses.push((await ask(path)).status);
  expect(statuses).toEqual([200, 200, 503, 200, 200, 503, 200]);
});

test('evicts the oldest responses of a token that exceeds its half', async () => {
  const { ask } = await serve(responseMemoryLimit(4 * size, 0));
  const other = await ask('/b/1');
  const first = await ask('/a/1');
  const second = await ask('/a/2');
  const closed = once(first.socket.resume(), 'close');
  expect((await ask('/a/3')).status).toBe(200);
  await closed;
  expect([other.socket.closed, second.socket.closed]).toEqual([false, false]);
});

test('allows a single response that is larger than the limit', async () => {
  const { ask } = await serve(responseMemoryLimit(size / 2, young));
  expect((await ask('/1')).status).toBe(200);
  expect((await ask('/2')).status).toBe(503);
});

test('evicts long-pending responses in favor of new ones, oldest first', async () => {
  const responses = responseMemoryLimit(2 * size, 0);
  const { ask } = await serve(responses);
  const [first, second] = [await ask('/1'), await ask('/2')];
  const closed = once(first.socket.resume(), 'close');
  expect((await ask('/3')).status).toBe(200);
  await closed;
  expect(first.socket.bytesRead).toBeLessThan(size);
  expect(second.socket.closed).toBe(false);
  expect([responses.bytes(), responses.cutOff()]).toEqual([2 * size, 1]);
});

test('evicts the streamed response that has been stalled the longest', () => {
  const gone: string[] = [];
  const reader = (name: string) =>
    Object.assign(new EventEmitter(), { destroyed: false, destroy: () => gone.push(name) }) as never;
  const responses = responseMemoryLimit(2, 0);
  const [one, other] = [{ length: 1 }, { length: 1 }];
  responses.hold(reader('one'), one, 'one');
  responses.hold(reader('other'), other, 'other');
  responses.recordProgress(one);
  responses.hold(reader('third'), { length: 1 }, 'third');
  expect(gone).toEqual(['other']);
});

test('disconnects a client that stops reading', async () => {
  const { ask } = await serve(responseMemoryLimit(), 100);
  const { socket } = await ask('/1');
  // Closed by the server while it is not read: what had arrived comes, and then the end.
  await new Promise((passed) => setTimeout(passed, 500));
  await once(socket.resume(), 'close');
  expect(socket.bytesRead).toBeLessThan(size);
});
