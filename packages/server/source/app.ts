/** The service's table of contents: middleware and routes in the order in which a request meets them. */
import type Router from '@koa/router';
import Koa, { type Middleware } from 'koa';
import compress from 'koa-compress';
import type { Logger } from 'pino';
import { authentication } from './authentication/authentication.ts';
import type { TokenCheck } from './authentication/check.ts';
import { cors } from './cors.ts';
import { errorAnswers } from './errors.ts';
import { addressLimit, type RateLimits, tokenLimit } from './limits.ts';
import { acceptable, otherMethods } from './methods.ts';
import { requestIdentity, requestLog } from './request-identity.ts';
import { securityHeaders } from './security-headers.ts';

export interface AppParts {
  log: Logger;
  /** Where people reach the service; null when it is what the Host header says. */
  publicUrl: URL | null;
  /** How many proxies before the service tell the client's address; 0 believes none. */
  proxies: number;
  limits: RateLimits;
  check: TokenCheck;
  knowsOrigin(origin: string): boolean;
  /** Health and version: no token needed. */
  open: Router[];
  /** Static files and pages; they pass on what they do not know. */
  pages: Middleware[];
  /** Everything under /api: with a token only. */
  routes: Router[];
}

export function createApp(parts: AppParts): Koa {
  const app = new Koa({ proxy: parts.proxies > 0, maxIpsCount: parts.proxies });
  app.use(requestIdentity());
  app.use(requestLog(parts.log));
  app.use(errorAnswers(parts.log));
  app.use(securityHeaders({ https: parts.publicUrl?.protocol === 'https:' }));
  app.use(cors(parts.knowsOrigin));
  app.use(compress({ br: false }));
  for (const router of parts.open) app.use(router.routes());
  for (const page of parts.pages) app.use(outsideApi(page));
  app.use(underApi(addressLimit(parts.limits)));
  app.use(underApi(ownOrigin(parts.publicUrl)));
  app.use(underApi(authentication(parts.check)));
  app.use(underApi(tokenLimit(parts.limits)));
  app.use(underApi(acceptable()));
  for (const router of parts.routes) app.use(router.routes());
  app.use(otherMethods());
  // The error middleware has answered already; what comes here is a connection that broke.
  app.on('error', (error) => parts.log.debug({ error }, 'connection'));
  return app;
}

function underApi(middleware: Middleware): Middleware {
  return (ctx, next) => (isApi(ctx.path) ? middleware(ctx, next) : next());
}

function outsideApi(middleware: Middleware): Middleware {
  return (ctx, next) => (isApi(ctx.path) ? next() : middleware(ctx, next));
}

/** /api/version tells nothing that would need a token, whatever the method. */
function isApi(path: string): boolean {
  return (path === '/api' || path.startsWith('/api/')) && path !== '/api/version';
}

function ownOrigin(publicUrl: URL | null): Middleware {
  return async (ctx, next) => {
    if (publicUrl) ctx.state.ownOrigin = publicUrl.origin;
    await next();
  };
}
