/** A body is parsed identically whether it arrives with the headers or in several pieces. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import Koa from 'koa';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { errorMiddleware } from '../../errors/error-middleware.ts';
import { parseJsonBody, readJson } from './body.ts';

const limit = 40;
let server: Server;

beforeEach(async () => {
  const app = new Koa();
  app.use(errorMiddleware(pino({ level: 'silent' })));
  app.use(async (_ctx, next) => {
    await null; // As after a check of the token: what came with the head is there.
    await next();
  });
  app.use(parseJsonBody());
  app.use((ctx) => {
    ctx.body = { read: readJson(ctx, limit) };
  });
  server = createServer(app.callback()).listen(0);
  await once(server, 'listening');
});
afterEach(() => server.close());

async function sent(pieces: (string | Buffer)[]): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port).setNoDelay();
  const response: Buffer[] = [];
  socket.on('data', (piece) => response.push(piece));
  for (const piece of pieces) {
    socket.write(piece);
    await pause(20);
  }
  socket.end();
  await once(socket, 'close');
  return Buffer.concat(response).toString();
}

const head = (length: number) =>
  `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

const ways: [string, (body: string) => string[]][] = [
  ['with its head', (body) => [head(Buffer.byteLength(body)) + body]],
  ['after its head', (body) => [head(Buffer.byteLength(body)), body]],
  ['in two pieces', (body) => [head(Buffer.byteLength(body)) + body.slice(0, 5), body.slice(5)]],
];

describe.each(ways)('a body sent %s', (_name, piecesOf) => {
  test.each([
    ['is read', '{"a":[1]}', /^HTTP\/1\.1 200 .*{"read":{"a":\[1\]}}$/s],
    ['is read behind a byte order mark', '\uFEFF{"a":[1]}', /^HTTP\/1\.1 200 .*{"read":{"a":\[1\]}}$/s],
    ['is rejected if it is not JSON', '{"a":[1]', /^HTTP\/1\.1 400 .*not valid JSON/s],
    ['is rejected if it is too large', `"${'a'.repeat(48)}"`, /^HTTP\/1\.1 413 /],
  ])('%s', async (_what, body, expected) => {
    expect(await sent(piecesOf(body))).toMatch(expected);
  });

  test.each([
    [
      'is rejected if its bytes are not UTF-8',
      'application/json',
      /^HTTP\/1\.1 400 .*not valid UTF-8/s,
      'latin1',
    ],
    ['may have a type in capitals', 'APPLICATION/JSON', /{"read":{"a":"é"}}$/s, 'utf8'],
  ] as const)('%s', async (_what, type, expected, encoding) => {
    const pieces = piecesOf('{"a":"é"}').map((piece) => piece.replace('application/json', type));
    const length = Buffer.byteLength('{"a":"é"}', encoding);
    const written = pieces.map((piece) => piece.replace(/(Length: )\d+/, `$1${length}`));
    expect(await sent(written.map((piece) => Buffer.from(piece, encoding)))).toMatch(expected);
  });

  test('leaves the connection usable for the next request', async () => {
    const [one, other] = ['{"a":1}', '{"b":2}'];
    expect(await sent([...piecesOf(one), ...piecesOf(other)])).toMatch(
      /{"read":{"a":1}}.*{"read":{"b":2}}$/s,
    );
  });
});

test.each([
  ['a letter in another encoding', [0xe9], 400],
  ['the beginning of a character', [0xf0, 0x9f, 0x98], 400],
  ['a character in two pieces', [0xc3, 0xa9], 200],
])('chunks with %s', async (_what, [first = 0, ...others], status) => {
  const start =
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
  const chunk = (bytes: Buffer) =>
    Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
  const pieces = [Buffer.from([0x22, first]), Buffer.from([...others, 0x22]), Buffer.alloc(0)];
  expect(await sent([start, ...pieces.map(chunk)])).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});
