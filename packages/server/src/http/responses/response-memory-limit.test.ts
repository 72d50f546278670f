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

/** Larger than the buffers of a connection. */
const BODY_BYTES = 16 * 1024 * 1024;

/** A server that returns a response of `BODY_BYTES` for each path, or 503 if the memory limit is reached. */
async function serve(responses: ResponseMemoryLimit, stallTimeoutMs?: number) {
  const bodies = new Map<string, Buffer>();
  const server = createServer((incoming, response) => {
    const path = incoming.url!;
    const body = bodies.get(path) ?? Buffer.alloc(BODY_BYTES, 97);
    bodies.set(path, body);
    // The first path segment is the token; without one, each path has a token of its own.
    const client = /^\/(\w+)\//u.exec(path)?.[1] ?? path;
    if (!responses.hold(response, body, client)) return response.writeHead(503).end();
    response.end(body);
    setBufferedStallTimeout(response, stallTimeoutMs);
  });
  opened.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    /** Resolves to a connection that has read only the beginning of its response. */
    async request(path: string): Promise<{ status: number; socket: Socket }> {
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

const LONG_READING_TIME_MS = 60_000;

test('rejects responses beyond the limit until an unread one is consumed or its client leaves', async () => {
  const { request } = await serve(responseMemoryLimit(2 * BODY_BYTES, LONG_READING_TIME_MS));
  const first = await request('/1');
  const second = await request('/2');
  expect([first.status, second.status, (await request('/3')).status]).toEqual([200, 200, 503]);
  first.socket.destroy();
  await expect.poll(async () => (await request('/4')).status).toBe(200);
  expect((await request('/5')).status).toBe(503);
  second.socket.resume();
  await expect.poll(async () => (await request('/6')).status).toBe(200);
});

test('counts a shared response once', async () => {
  const { request } = await serve(responseMemoryLimit(2 * BODY_BYTES, LONG_READING_TIME_MS));
  for (let count = 0; count < 5; count += 1) expect((await request('/same')).status).toBe(200);
  expect((await request('/other')).status).toBe(200);
  expect((await request('/third')).status).toBe(503);
});

test('limits one token to half of the memory', async () => {
  const { request } = await serve(responseMemoryLimit(4 * BODY_BYTES, LONG_READING_TIME_MS));
  const statuses: number[] = [];
  for (const path of ['/a/1', '/a/2', '/a/3', '/b/1', '/b/2', '/b/3', '/a/1'])
    statuses.push((await request(path)).status);
  expect(statuses).toEqual([200, 200, 503, 200, 200, 503, 200]);
});

test('evicts the oldest responses of a token that exceeds its half', async () => {
  const { request } = await serve(responseMemoryLimit(4 * BODY_BYTES, 0));
  const other = await request('/b/1');
  const first = await request('/a/1');
  const second = await request('/a/2');
  const closed = once(first.socket.resume(), 'close');
  expect((await request('/a/3')).status).toBe(200);
  await closed;
  expect([other.socket.closed, second.socket.closed]).toEqual([false, false]);
});

test('allows a single response that is larger than the limit', async () => {
  const { request } = await serve(responseMemoryLimit(BODY_BYTES / 2, LONG_READING_TIME_MS));
  expect((await request('/1')).status).toBe(200);
  expect((await request('/2')).status).toBe(503);
});

test('evicts long-pending responses in favor of new ones, oldest first', async () => {
  const responses = responseMemoryLimit(2 * BODY_BYTES, 0);
  const { request } = await serve(responses);
  const [first, second] = [await request('/1'), await request('/2')];
  const closed = once(first.socket.resume(), 'close');
  expect((await request('/3')).status).toBe(200);
  await closed;
  expect(first.socket.bytesRead).toBeLessThan(BODY_BYTES);
  expect(second.socket.closed).toBe(false);
  expect([responses.bytes(), responses.evictedCount()]).toEqual([2 * BODY_BYTES, 1]);
});

test('evicts the streamed response that has been stalled the longest', () => {
  const aborted: string[] = [];
  const reader = (name: string) =>
    Object.assign(new EventEmitter(), { destroyed: false, destroy: () => aborted.push(name) }) as never;
  const responses = responseMemoryLimit(2, 0);
  const [one, other] = [{ length: 1 }, { length: 1 }];
  responses.hold(reader('one'), one, 'one');
  responses.hold(reader('other'), other, 'other');
  responses.recordProgress(one);
  responses.hold(reader('third'), { length: 1 }, 'third');
  expect(aborted).toEqual(['other']);
});

test('disconnects a client that stops reading', async () => {
  const { request } = await serve(responseMemoryLimit(), 100);
  const { socket } = await request('/1');
  // The server has closed the connection; the client still reads what had arrived.
  await new Promise((resolve) => setTimeout(resolve, 500));
  await once(socket.resume(), 'close');
  expect(socket.bytesRead).toBeLessThan(BODY_BYTES);
});
