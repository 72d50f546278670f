/** Every request has an id, on the answer and in the log. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';

export function requestIdentity(): Middleware {
  return (ctx, next) => {
    ctx.state.requestId = requestIdOf(ctx.req);
    return next();
  };
}

/** Takes over the client's X-Request-Id when it is sane: short, and nothing that a log or a page could trip over. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const sent = headers['x-request-id'];
  const sane = typeof sent === 'string' && /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(sent);
  return sane ? sent : randomUUID();
}
