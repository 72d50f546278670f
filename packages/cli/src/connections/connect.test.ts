import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addDocuments, listSpaces } from '@semantic-search/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connect } from './connect.ts';

async function connectionTo(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  vi.stubEnv('SEARCH_TOKEN', 'a.b.c');
  onTestFinished(() => void vi.unstubAllEnvs());
  return connect([], `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

const progress = (accepted: number, done: boolean) =>
  `${JSON.stringify({ accepted, refused: 0, errors: [], done })}\n`;

test('sends documents as a stream, and reads the response before the last document', async () => {
  const connection = await connectionTo((request, response) => {
    let received = '';
    request.on('data', (chunk) => {
      received += chunk;
      response.write(progress(received.split('\n').length - 1, false));
    });
    request.on('end', () => response.end(progress(received.split('\n').length - 1, true)));
  });
  const { promise: acknowledged, resolve: acknowledge } = Promise.withResolvers<void>();
  async function* documents() {
    yield { id: 'a', title: 'First' };
    await acknowledged;
    yield { id: 'b', title: 'Second' };
  }
  const report = await addDocuments(connection, 'zoo', documents(), { onProgress: () => acknowledge() });
  expect(report).toMatchObject({ accepted: 2, done: true });
});

test('reports an early refusal of an upload, although its documents do not end', async () => {
  const connection = await connectionTo((_, response) => {
    response.writeHead(413, { 'Content-Type': 'application/problem+json' });
    response.end(JSON.stringify({ type: '/problems/content-too-large', detail: 'Too large.' }));
  });
  async function* documents() {
    for (;;) yield { id: 'a', title: 'x'.repeat(100_000) };
  }
  const upload = addDocuments(connection, 'zoo', documents());
  await expect(upload).rejects.toMatchObject({ code: 'content-too-large', status: 413 });
});

test('reports the error of documents that cannot be read, also of the first one', async () => {
  const connection = await connectionTo((request) => request.resume());
  async function* documents(count: number) {
    for (let id = 0; id < count; id++) yield { id: `${id}`, title: 'Read' };
    throw new Error('The file is damaged');
  }
  for (const count of [0, 1, 100])
    await expect(addDocuments(connection, 'zoo', documents(count))).rejects.toMatchObject({
      cause: { message: 'The file is damaged' },
    });
});

test.each(['localhost:8080', 'http:localhost', 'https:///'])(
  'rejects the address of a server %s',
  async (server) => {
    vi.stubEnv('SEARCH_TOKEN', 'a.b.c');
    onTestFinished(() => void vi.unstubAllEnvs());
    await expect(connect([], server)).rejects.toThrow(`--server ${server}: expected an address`);
  },
);

test('sends the token, ends with the signal, and reports a closed connection', async () => {
  const tokens: unknown[] = [];
  const connection = await connectionTo((request, response) => {
    tokens.push(request.headers.authorization);
    if (tokens.length === 1) response.end('{"spaces":[]}');
    if (tokens.length === 3) request.socket.destroy();
  });
  expect(await listSpaces(connection)).toEqual({ spaces: [] });
  await expect(listSpaces(connection, { signal: AbortSignal.timeout(50) })).rejects.toThrow('timeout');
  await expect(listSpaces(connection)).rejects.toMatchObject({ code: 'unreachable' });
  expect(tokens).toEqual(Array(3).fill('Bearer a.b.c'));
});
