/**
 * The headers that every answer has: its request's id, and what keeps a browser from doing more with it than it is meant
 * for. They are set when an answer is on its way out, so that one which lies ready takes all its headers in one call:
 * setting them one by one costs as much as sending them.
 */
import type { Context, Middleware } from 'koa';
import helmet from 'koa-helmet';

const pageSources = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'https:', 'data:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  formAction: ["'self'"],
  baseUri: ["'none'"],
  frameAncestors: ["'self'"],
  requireTrustedTypesFor: ["'script'"],
};

/** An answer of the API is data: nothing may run in it or keep it, unless its route says otherwise. */
const apiHeaders: Record<string, string> = {
  Vary: 'Origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** `https` tells browsers to come back over TLS only. */
export function answerHeaders({ https }: { https: boolean }): Middleware {
  const strictTransportSecurity = https && { maxAge: 15_552_000 };
  const forPages = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: pageSources },
    strictTransportSecurity,
  });
  const forApi: Record<string, string> = strictTransportSecurity
    ? {
        ...apiHeaders,
        'Strict-Transport-Security': `max-age=${strictTransportSecurity.maxAge}; includeSubDomains`,
      }
    : apiHeaders;
  const inOneCall = Object.entries(forApi).flat();
  return async (ctx, next) => {
    if (!ctx.path.startsWith('/api/')) {
      ctx.set('X-Request-Id', ctx.state.requestId);
      return forPages(ctx, next);
    }
    ctx.state.answerHeaders = inOneCall;
    await next();
    if (ctx.headerSent) return;
    for (const [name, value] of Object.entries(forApi)) if (!ctx.res.hasHeader(name)) ctx.set(name, value);
    if (!ctx.res.hasHeader('Cache-Control')) ctx.set('Cache-Control', 'no-store');
    ctx.set('X-Request-Id', ctx.state.requestId);
  };
}

/** An answer of the API that lies ready. `headers` are names and values in turn. */
export interface ReadyAnswer {
  status: number;
  headers: readonly string[];
  body?: string | Buffer;
}

/** Sends all at once, past Koa, which would set every header by itself. */
export function sendReady(ctx: Context, { status, headers, body }: ReadyAnswer): void {
  const { requestId, answerHeaders } = ctx.state;
  ctx.res.writeHead(status, ['X-Request-Id', requestId, ...answerHeaders, ...headers]).end(body);
}
