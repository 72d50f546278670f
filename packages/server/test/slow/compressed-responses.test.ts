/** Thousands of concurrent compressed responses: bounded memory, all requests succeed. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { served } from '../../../../test/support/fixtures.ts';
import { growthDuring } from '../support/memory.ts';

/** In MB, including garbage: 3,000 encoders at once. With encoders of zstd it would be several thousand. */
const mostGrowth = 900;
const readers = 3000;

const service = served({ LOG_LEVEL: 'error' });

async function connected(): Promise<Socket> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
}

/** Resolves to the status line and headers when the response is complete. */
async function ask(socket: Socket, path: string, encoding: string): Promise<string> {
  const lines = [
    `GET ${path} HTTP/1.1`,
    `Host: ${new URL(service.url).host}`,
    `Accept-Encoding: ${encoding}`,
    `Authorization: Bearer ${service.adminToken}`,
    'Connection: close',
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return (await text(socket)).split('\r\n\r\n', 1)[0]!.toLowerCase();
}

const suggestions = '/api/configurations/1/suggestConcepts?searchString=a&count=50';

test.each([
  ['br', 'a page', '/demo/index.html'],
  ['br', 'suggestions', suggestions],
  ['gzip', 'suggestions', suggestions],
])('concurrent %s-compressed responses need bounded memory: %s', async (encoding, _what, path) => {
  const sockets = await Promise.all(Array.from({ length: readers }, connected));
  const { result: heads, growth } = await growthDuring(service, () =>
    Promise.all(sockets.map((socket) => ask(socket, path, encoding))),
  );
  console.log(`${readers} times ${path} in ${encoding}: grown by ${growth.toFixed(0)} MB`);
  expect(growth).toBeLessThan(mostGrowth);
  for (const head of heads) {
    expect(head).toMatch(/^http\/1.1 200 /);
    expect(head).toContain(`content-encoding: ${encoding}`);
  }
});
