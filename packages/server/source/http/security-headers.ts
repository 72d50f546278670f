/** Response headers that keep a browser from doing more with an answer than it is meant for. */
import type { Middleware } from 'koa';
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
const apiHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** `https` tells browsers to come back over TLS only. */
export function securityHeaders({ https }: { https: boolean }): Middleware {
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
  return (ctx, next) => {
    if (!ctx.path.startsWith('/api/')) return forPages(ctx, next);
    ctx.set(forApi);
    return next();
  };
}
