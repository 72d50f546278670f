/** Every request has an id, on the answer and in the log. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';

export function assignRequestId(): Middleware {
  return (ctx, next) => {
    ctx.state.requestId = requestIdOf(ctx.req);
    return next();
  };
}

/** Takes over the client's X-Request-Id when it is sane: short, and nothing that a log or a page could trip over. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const sent = headers['x-request-id'];
  const sane = typeof sent === 'string' && /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(sent);
  return sane ? sent : newRequestId();
}

/** Tells this process from all others that write into the same log: 64 random bits. */
const ofProcess = randomBytes(8).toString('hex');
let count = 0;

/** Nobody is let in for knowing an id, so that it need not be hard to guess, which would cost more. */
export function newRequestId(): string {
  count += 1;
  return `${ofProcess}-${count}`;
}
