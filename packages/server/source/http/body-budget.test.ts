import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startForTest } from '../server.testing.ts';

let directory: string;
let server: Awaited<ReturnType<typeof startForTest>>;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'budget-'));
  server = await startForTest(directory);
});
afterEach(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});

/** Says that a body of a mebibyte comes, and sends one byte of it. */
async function begin(): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const lines = [
    'POST /api/configurations HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${server.token}`,
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
    '',
    '1\r\n{\r\n',
  ];
  socket.write(lines.join('\r\n'));
  return socket;
}

test('a flood of bodies is answered 503 before it is read; others are served, and all are when it has gone', async () => {
  const flood = await Promise.all(Array.from({ length: 64 }, begin));
  const create = () => server.call('POST', '/api/configurations', { config: { title: 'New' } });
  await expect.poll(async () => (await create()).status).toBe(503);
  const refused = await create();
  expect(refused.body).toMatchObject({ type: '/problems/service-unavailable', status: 503 });
  expect(refused.headers.get('retry-after')).toBe('1');
  expect((await server.call('GET', '/api/configurations/default')).status).toBe(200);
  for (const socket of flood) socket.destroy();
  await expect.poll(async () => (await create()).status).toBe(200);
});
