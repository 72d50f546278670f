/** Lets pages of other origins call the service, where a token in force or the operator names them. */
import type { IncomingMessage } from 'node:http';
import koaCors from '@koa/cors';
import type { Middleware } from 'koa';
import { isOrigin } from '../auth/origin.ts';
import type { Access } from '../auth/permission.ts';
import { setHeaders } from './raw-headers.ts';

export interface AllowedOrigins {
  /** Whether the operator or a token in force names it. */
  names(origin: string): boolean;
  /** Whether a token in force is bound to no origin. */
  any(): boolean;
}

/**
 * What of a page's request is told to the browser: names and values in turn; none for a stranger or no page at all.
 * `access` is that of the request's own token, once it is checked.
 */
export type CrossOrigin = (request: IncomingMessage, access?: Access) => readonly string[];

const exposed = 'ETag,X-Request-Id,Retry-After';
const none: readonly string[] = [];

/** No credentials are allowed: a browser never sends any on its own, so any other page gains nothing. */
export function crossOrigin({ names }: AllowedOrigins): CrossOrigin {
  return ({ headers: { origin } }, access) =>
    origin === undefined || !(names(origin) || mayComeFrom(access, origin)) ? none : headersFor(origin);
}

/**
 * A preflight carries no token, so it is answered for every origin that a token may come from; the request itself is
 * decided by its token.
 */
export function cors(known: AllowedOrigins): Middleware {
  const headersOf = crossOrigin(known);
  const preflight = koaCors({
    origin: (ctx) => {
      const origin = ctx.get('Origin');
      return known.names(origin) || (known.any() && isOrigin(origin)) ? origin : '';
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
    setHeaders(ctx.res, headersOf(ctx.req));
    return next();
  };
}

/** After the authentication: the page of an origin that nobody names sees the answers to a token that is bound to none. */
export function corsForPublishableTokens(): Middleware {
  return (ctx, next) => {
    const { origin } = ctx.req.headers;
    if (origin !== undefined && mayComeFrom(ctx.state.access, origin))
      setHeaders(ctx.res, headersFor(origin));
    return next();
  };
}

/** A token of a person names no origin either, but is not meant for pages: those it may come from are named. */
function mayComeFrom(access: Access | undefined, origin: string): boolean {
  return access?.kind === 'publishable' && access.origins === null && isOrigin(origin);
}

const headersFor = (origin: string) => [
  'Access-Control-Allow-Origin',
  origin,
  'Access-Control-Expose-Headers',
  exposed,
];
