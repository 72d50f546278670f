/** Request IDs: sent as X-Request-Id and logged with every request. */
import { randomBytes } from 'node:crypto';
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
  return isSafe ? id : newRequestId();
}

/** 64 random bits that distinguish this process from others that write to the same log. */
const processId = randomBytes(8).toString('hex');
let count = 0;

/** Request IDs grant no access, so a counter is enough; random IDs would cost more. */
export function newRequestId(): string {
  count += 1;
  return `${processId}-${count}`;
}
