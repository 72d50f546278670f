/** Request IDs: sent as X-Request-Id and logged with every request. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';

declare module 'koa' {
  interface DefaultState {
    requestId: string;
  }
}

export function assignRequestId(): Middleware {
  return (ctx, next) => {
    ctx.state.requestId = requestIdOf(ctx.req);
    ctx.set('X-Request-Id', ctx.state.requestId);
    return next();
  };
}

/** Uses the client's X-Request-Id if it is short and safe for logs and pages; otherwise creates one. */
function requestIdOf({ headers }: IncomingMessage): string {
  const id = headers['x-request-id'];
  const isSafe = typeof id === 'string' && /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(id);
  return isSafe ? id : randomUUID();
}
