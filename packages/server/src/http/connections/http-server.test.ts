import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { httpServer } from './http-server.ts';

const servers: Server[] = [];
const clients: Socket[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  for (const server of servers.splice(0)) await new Promise((closed) => server.close(closed));
});

/** A connection to a server that answers so. */
async function connected(answer: RequestListener, headersTimeout?: number): Promise<Socket> {
  const server = httpServer(headersTimeout).on('request', answer);
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  clients.push(client);
  client.on('error', () => undefined); // Whoever is cut off is counted by its end.
  await once(client, 'connect');
  return client;
}

const gets = (count: number) =>
  Array.from({ length: count }, (_, index) => `GET /${index} HTTP/1.1\r\nHost: a\r\n\r\n`).join('');

test('responds to pipelined requests in their order', async () => {
  const client = await connected((request, response) => {
    const delay = request.url === '/0' ? 50 : 0;
    setTimeout(() => response.end(`answer to ${request.url};`), delay);
  });
  let text = '';
  client.on('data', (data) => {
    text += data;
  });
  client.write(gets(20));
  await expect.poll(() => text).toContain('answer to /19;');
  const responded = [...text.matchAll(/answer to \/(\d+);/g)].map(([, index]) => Number(index));
  expect(responded).toEqual(Array.from({ length: 20 }, (_, index) => index));
});

test('sends complete responses to pipelined requests', async () => {
  const client = await connected((_, response) => response.end('whole;'));
  let text = '';
  client.on('data', (data) => {
    text += data;
  });
  client.write(gets(10));
  await expect.poll(() => text.split('whole;').length).toBe(11);
  client.write(gets(1));
  await expect.poll(() => text.split('whole;').length).toBe(12);
});

test.each([
  ['nothing', ''],
  ['a part of its headers', 'GET / HTTP/1.1\r\nHost: a\r\n'],
])('who sends %s is ended in time, not when Node looks by itself', async (_what, bytes) => {
  const client = await connected((_, response) => response.end(), 100);
  client.resume().write(bytes);
  // Half a minute passes before Node looks by itself, longer than this waits.
  await once(client, 'close', { signal: AbortSignal.timeout(15_000) });
});
