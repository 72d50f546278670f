/** Lets pages of other origins call the service, where a token in force or the operator names them. */
import koaCors from '@koa/cors';
import type { Middleware } from 'koa';

/**
 * A preflight carries no token, so it is answered for every known origin; the request itself is decided by its
 * token. No credentials are allowed: a browser never sends any on its own, so any other page gains nothing.
 */
export function cors(knowsOrigin: (origin: string) => boolean): Middleware {
  const answer = koaCors({
    origin: (ctx) => {
      const origin = ctx.get('Origin');
      return origin !== '' && knowsOrigin(origin) ? origin : '';
    },
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', 'If-Match', 'If-None-Match', 'Prefer', 'X-Request-Id'],
    exposeHeaders: ['ETag', 'X-Request-Id', 'Retry-After'],
    maxAge: 600,
    keepHeadersOnError: false,
  });
  return (ctx, next) => (ctx.req.headers.origin === undefined ? next() : answer(ctx, next));
}
