import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Koa from 'koa';
import { afterEach, expect, test } from 'vitest';
import { streamedBody } from './streaming-body.ts';

let server: Server | undefined;
let sending: Socket | undefined;
afterEach(() => server?.close());

/** Sends `text` to a server whose requests are read with `read`; resolves to what came back when the connection ends. */
async function sent(text: string, read: (pieces: AsyncIterable<Buffer>) => Promise<string>): Promise<string> {
  const app = new Koa();
  app.use(async (ctx) => {
    ctx.body = await read(streamedBody(ctx, 50)).catch((error: Error) => `refused: ${error.message}`);
  });
  server = createServer(app.callback()).listen(0);
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port);
  sending = socket;
  socket.write(text);
  const pieces: Buffer[] = [];
  socket.on('data', (piece) => pieces.push(piece));
  await once(socket, 'close');
  return Buffer.concat(pieces).toString();
}

const post = (length: number, body: string, connection = 'close') =>
  `POST / HTTP/1.1\r\nHost: a\r\nConnection: ${connection}\r\nContent-Length: ${length}\r\n\r\n${body}`;

test('reads a body to its end', async () => {
  const read = async (pieces: AsyncIterable<Buffer>) => String(Buffer.concat(await Array.fromAsync(pieces)));
  expect(await sent(post(5, 'hello'), read)).toMatch(/\r\n\r\nhello$/);
});

test('can respond before the body ends and keeps the connection usable', async () => {
  const read = async (pieces: AsyncIterable<Buffer>) => {
    for await (const piece of pieces) return `enough of ${piece.length}`;
    return 'nothing';
  };
  const large = post(5_000_000, 'x'.repeat(5_000_000), 'keep-alive');
  expect(await sent(large + post(5, 'hello'), read)).toMatch(/enough of \d+HTTP.*enough of 5$/s);
});

test('disconnects a client that sends a byte now and then', async () => {
  let received = 0;
  const read = async (pieces: AsyncIterable<Buffer>) => {
    for await (const { length } of pieces) received += length;
    return 'all';
  };
  const slow = setInterval(() => sending?.write('x'), 40);
  try {
    // The connection is reset if a byte arrives after its end.
    await sent(post(1000, 'x'), read).catch(({ code }) => expect(code).toBe('ECONNRESET'));
  } finally {
    clearInterval(slow);
  }
  expect(received).toBeGreaterThan(1);
  expect(received).toBeLessThan(100);
});

test('disconnects a client that stops sending', async () => {
  let rejection: unknown;
  const read = (pieces: AsyncIterable<Buffer>) =>
    Array.fromAsync(pieces).then(
      () => 'all',
      (error) => {
        rejection = error;
        return 'refused';
      },
    );
  await sent(post(5, 'hel'), read);
  expect(rejection).toMatchObject({
    code: 'bad-request',
    message: 'The connection closed before the body was complete.',
  });
});
