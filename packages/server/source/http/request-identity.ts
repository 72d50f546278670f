/** Every request has an id, on the answer and in the log. */
import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';

/** Takes over the client's X-Request-Id when it is sane: short, and nothing that a log or a page could trip over. */
export function requestIdentity(): Middleware {
  return (ctx, next) => {
    const sent = ctx.req.headers['x-request-id'];
    const sane = typeof sent === 'string' && /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(sent);
    ctx.state.requestId = sane ? sent : randomUUID();
    return next();
  };
}
