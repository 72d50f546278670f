import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { errorMiddleware } from '../../errors/error-middleware.ts';
import { limitUnreadResponses } from './unread-responses.ts';

/** More than the buffers of both sockets. */
const LARGE = 8 * 1024 * 1024;

test('a large response is rejected only while others are unread, and a small one never', async () => {
  const app = new Koa().use(errorMiddleware(pino({ level: 'silent' })));
  app.use(limitUnreadResponses(1.5 * LARGE));
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
