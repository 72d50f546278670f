/** Routes without the rest of the server. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type Router from '@koa/router';
import Koa, { type Middleware } from 'koa';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { errorMiddleware } from '../../src/errors/error-middleware.ts';

/** Call in a test: resolves to the port of a server with these routes, which stops after the test. */
export async function serveRoutes(router: Router): Promise<number> {
  const app = new Koa()
    .use(errorMiddleware(pino({ level: 'silent' })))
    .use(router.routes() as Middleware)
    .use(router.allowedMethods() as Middleware);
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close().closeAllConnections());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
