import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { servedForEach } from '../../../test/support/service.ts';
import { openContent } from '../../open-content.ts';
import { searchBodyLimit } from './body-size-limit.ts';

const server = servedForEach({}, openContent);
const opened: Socket[] = [];

beforeEach(async () => {
  await server.call('POST', '/api/configurations', { config: { searchSpace: 'animals' } });
});
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
});

/** Begins a body that may be as large as any, sends so many bytes of it, and then nothing more. */
async function begin(size: number): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  opened.push(socket);
  socket.on('error', () => undefined); // A refused one is closed while it is still sending.
  await once(socket, 'connect');
  const lines = [
    'POST /api/configurations/1/search HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${server.token}`,
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
    '',
    `${size.toString(16)}\r\n${' '.repeat(size)}\r\n`,
  ];
  await new Promise((sent) => socket.write(lines.join('\r\n'), sent));
  return socket;
}

const create = () => server.call('POST', '/api/configurations', { config: { title: 'New' } });

test('does not let stalled bodies block other requests', async () => {
  await Promise.all(Array.from({ length: 200 }, () => begin(1)));
  for (let count = 0; count < 5; count += 1) expect((await create()).status).toBe(200);
});

test('reports the buffered bytes as a metric', async () => {
  const reported = async () => {
    const text = String((await server.call('GET', '/metrics')).body);
    return /^http_held_bytes\{of="requests"\} (\d+)$/mu.exec(text)?.[1];
  };
  const socket = await begin(1234);
  await expect.poll(reported).toBe('1234');
  socket.destroy();
  await expect.poll(reported).toBe('0');
});

test('sheds a flood of large bodies with 503, oldest first, and serves others', async () => {
  const oldest = await begin(searchBodyLimit - 10);
  const responded = once(oldest, 'data');
  for (let count = 0; count < 64; count += 1) await begin(searchBodyLimit - 10);
  const [head = '', body = ''] = String((await responded)[0]).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 503 .*\r\nRetry-After: 1\r\n/is);
  expect(JSON.parse(body)).toMatchObject({ type: '/problems/service-unavailable', status: 503 });
  expect((await create()).status).toBe(200);
});
