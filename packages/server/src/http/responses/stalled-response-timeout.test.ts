import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import Koa from 'koa';
import { afterEach, expect, test } from 'vitest';
import { compression } from './compression.ts';
import { disconnectStalled, withReadTimeout } from './stalled-response-timeout.ts';

let server: Server | undefined;
afterEach(() => server?.close());

/** A connection to a server that answers with these pieces, and what is kept while it does: given back at their end. */
async function asking(
  pieces: AsyncIterable<string>,
): Promise<{ socket: Socket; givenBack: Promise<unknown> }> {
  const { promise: givenBack, resolve } = Promise.withResolvers();
  const app = new Koa();
  app.silent = true;
  app.use((ctx) => {
    ctx.body = Readable.from(withReadTimeout(pieces, ctx.res, 50)).once('close', resolve);
  });
  server = createServer(app.callback()).listen(0);
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port);
  socket.on('error', () => undefined); // It is reset.
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  return { socket, givenBack };
}

/** Sends a request, reads nothing, and waits until the connection is closed. */
async function stalled(app: Koa, header = 'Accept: */*'): Promise<ServerResponse> {
  app.silent = true;
  server = createServer(app.callback()).listen(0);
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port)
    .on('error', () => undefined)
    .pause();
  socket.write(`GET / HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n`);
  const [, response] = await once(server, 'request');
  await once(response, 'close');
  socket.destroy();
  return response;
}

test('disconnects a client that does not read a response without pieces', async () => {
  const app = new Koa();
  app.use(disconnectStalled(50)).use((ctx) => {
    ctx.body = Buffer.alloc(40_000_000);
  });
  expect((await stalled(app)).writableFinished).toBe(false);
});

test('disconnects a client that does not read a compressed response', async () => {
  const app = new Koa();
  app.use(disconnectStalled(50)).use(compression());
  app.use((ctx) => {
    ctx.body = randomBytes(10_000_000).toString('base64');
  });
  const response = await stalled(app, 'Accept-Encoding: gzip');
  expect(response.getHeader('Content-Encoding')).toBe('gzip');
  expect(response.writableFinished).toBe(false);
});

test('disconnects a stalled client in the middle of a response and releases its resources', async () => {
  let ended = false;
  async function* endless() {
    try {
      for (;;) yield 'x'.repeat(100_000);
    } finally {
      ended = true;
    }
  }
  const { socket, givenBack } = await asking(endless());
  socket.pause();
  await givenBack;
  expect(ended).toBe(true);
});

test('disconnects a client that stalls before the last chunk', async () => {
  async function* last() {
    yield 'x'.repeat(40_000_000);
  }
  const { socket, givenBack } = await asking(last());
  socket.pause();
  await givenBack;
  await once(socket.resume(), 'close');
  expect(socket.bytesRead).toBeLessThan(40_000_000);
});

test('keeps a client that waits for a slow response', async () => {
  async function* slow() {
    for (const piece of ['a', 'b', 'c']) {
      yield piece;
      await new Promise((passed) => setTimeout(passed, 120));
    }
  }
  const { socket, givenBack } = await asking(slow());
  expect(await text(socket)).toMatch(/a\r\n1\r\nb\r\n1\r\nc\r\n0/);
  await givenBack;
});
