/** CORS middleware: allows the origins listed by the operator or by valid publishable tokens. */
import koaCors from '@koa/cors';
import type { Middleware } from 'koa';
import { isOrigin } from '../auth/origin.ts';
import type { Access } from '../auth/permission.ts';
import { setHeaders } from './raw-headers.ts';

export interface AllowedOrigins {
  /** Whether the operator or a valid token lists this origin. */
  names(origin: string): boolean;
  /** Whether a valid publishable token has no origin restriction. */
  any(): boolean;
}

const exposed = 'ETag,X-Request-Id,Retry-After';

/**
 * Never allows credentials: browsers attach none by themselves, so a foreign page gains nothing.
 *
 * Preflight requests carry no token. They succeed for every origin that any valid token permits; the token of the actual
 * request decides.
 */
export function cors(known: AllowedOrigins): Middleware {
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
    const { origin } = ctx.req.headers;
    if (origin === undefined) return next();
    if (ctx.method === 'OPTIONS') return preflight(ctx, next);
    ctx.vary('Origin');
    if (known.names(origin)) setHeaders(ctx.res, headersFor(origin));
    return next();
  };
}

/** Runs after authentication: allows any origin if the publishable token has no origin restriction. */
export function corsForPublishableTokens(): Middleware {
  return (ctx, next) => {
    const { origin } = ctx.req.headers;
    if (origin !== undefined && mayComeFrom(ctx.state.access, origin))
      setHeaders(ctx.res, headersFor(origin));
    return next();
  };
}

/** Access tokens have no origin restriction either, but pages may use them only from listed origins. */
function mayComeFrom(access: Access | undefined, origin: string): boolean {
  return access?.kind === 'publishable' && access.origins === null && isOrigin(origin);
}

const headersFor = (origin: string) => [
  'Access-Control-Allow-Origin',
  origin,
  'Access-Control-Expose-Headers',
  exposed,
];
