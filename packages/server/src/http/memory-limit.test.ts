import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { errorMiddleware } from '../errors/error-middleware.ts';
import { limitMemory } from './memory-limit.ts';

/** More than the buffers of both sockets. */
const LARGE = 8 * 1024 * 1024;

test('a large response is rejected only while others are unread, and a small one never', async () => {
  const app = new Koa().use(errorMiddleware(pino({ level: 'silent' })));
  app.use(limitMemory({ responseBytes: 1.5 * LARGE }));
  app.use((ctx) => {
    ctx.body = 'x'.repeat(ctx.path === '/large' ? LARGE : 1000);
  });
  const server = createServer(app.callback()).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close().closeAllConnections());
  await once(server, 'listening');
  const ask = async (path: string) => {
    const request = get({ port: (server.address() as AddressInfo).port, path, agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return response;
  };
  const unread = await ask('/large');
  expect((await ask('/large')).statusCode).toBe(503);
  expect((await ask('/small')).statusCode).toBe(200);
  unread.resume();
  await once(unread, 'end');
  await expect.poll(async () => (await ask('/large')).statusCode).toBe(200);
});

test('large request bodies are rejected only while others are in progress, and small ones never', async () => {
  const pending = Promise.withResolvers<void>();
  const app = new Koa().use(errorMiddleware(pino({ level: 'silent' })));
  app.use(limitMemory({ requestBytes: 150_000 }));
  app.use(async (ctx) => {
    if (ctx.path === '/slow') await pending.promise;
    ctx.body = 'done';
  });
  const server = createServer(app.callback()).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close().closeAllConnections());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const headers = { 'Content-Type': 'application/json' };
  const send = (path: string, length: number) =>
    fetch(url + path, { method: 'POST', headers, body: 'x'.repeat(length) });
  const slow = send('/slow', 100_000);
  await expect.poll(async () => (await send('/', 100_000)).status).toBe(503);
  expect((await send('/', 100_000)).headers.get('retry-after')).toBe('5');
  expect((await send('/', 1000)).status).toBe(200);
  pending.resolve();
  expect((await slow).status).toBe(200);
  await expect.poll(async () => (await send('/', 100_000)).status).toBe(200);
});
