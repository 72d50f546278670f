/** Lets pages of other origins call the service, where a token in force or the operator names them. */
import type { IncomingMessage } from 'node:http';
import koaCors from '@koa/cors';
import type { Middleware } from 'koa';

/** What of a page's request is told to the browser: names and values in turn; none for a stranger or no page at all. */
export type CrossOrigin = (request: IncomingMessage) => readonly string[];

const exposed = 'ETag,X-Request-Id,Retry-After';
const none: readonly string[] = [];

/** No credentials are allowed: a browser never sends any on its own, so any other page gains nothing. */
export function crossOrigin(knowsOrigin: (origin: string) => boolean): CrossOrigin {
  return ({ headers: { origin } }) =>
    origin === undefined || origin === '' || !knowsOrigin(origin)
      ? none
      : ['Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', exposed];
}

/**
 * A preflight carries no token, so it is answered for every known origin; the request itself is decided by its token.
 */
export function cors(knowsOrigin: (origin: string) => boolean): Middleware {
  const headersFor = crossOrigin(knowsOrigin);
  const preflight = koaCors({
    origin: (ctx) => {
      const origin = ctx.get('Origin');
      return origin !== '' && knowsOrigin(origin) ? origin : '';
    },
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', 'If-Match', 'If-None-Match', 'Prefer', 'X-Request-Id'],
    exposeHeaders: exposed,
    maxAge: 600,
    keepHeadersOnError: false,
  });
  return (ctx, next) => {
    if (ctx.req.headers.origin === undefined) return next();
    if (ctx.method === 'OPTIONS') return preflight(ctx, next);
    ctx.vary('Origin');
    const headers = headersFor(ctx.req);
    for (let index = 0; index < headers.length; index += 2) ctx.set(headers[index]!, headers[index + 1]!);
    return next();
  };
}
