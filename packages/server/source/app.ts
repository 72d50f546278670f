/** The service's table of contents: middleware and routes in the order in which a request meets them. */
import type Router from '@koa/router';
import Koa, { type Middleware } from 'koa';
import compress from 'koa-compress';
import type { Logger } from 'pino';
import { authentication } from './authentication/authentication.ts';
import type { TokenCheck } from './authentication/check.ts';
import { errorAnswers } from './errors.ts';
import { answerHeaders } from './http/answer-headers.ts';
import { bodyBudget } from './http/body-budget.ts';
import { cors } from './http/cors.ts';
import { wellFormedHost } from './http/host.ts';
import { addressLimit, type RateLimits, tokenLimit } from './http/limits.ts';
import { acceptable, otherMethods } from './http/methods.ts';
import { requestIdentity } from './http/request-identity.ts';
import { type Observe, requestLog } from './observability/request-log.ts';

export interface AppParts {
  log: Logger;
  /** Told of every request that is over. */
  observe: Observe;
  /** Spans for every request; empty where there are none. */
  tracing: Middleware[];
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
  /** Routes under /api whose answers have a strong tag: they are not compressed, that would be another answer. */
  tagged: Router[];
  /** All other routes under /api. */
  routes: Router[];
}

export function createApp(parts: AppParts): Koa {
  const app = new Koa({ proxy: parts.proxies > 0, maxIpsCount: parts.proxies });
  app.use(requestIdentity());
  app.use(requestLog(parts.log, parts.observe));
  for (const step of parts.tracing) app.use(step);
  app.use(answerHeaders({ https: parts.publicUrl?.protocol === 'https:' }));
  app.use(errorAnswers(parts.log));
  app.use(wellFormedHost());
  app.use(cors(parts.knowsOrigin));
  const [withToken, open] = [inOrder(api(parts)), inOrder(pages(parts))];
  app.use((ctx, next) => (needsToken(ctx.path) ? withToken(ctx, next) : open(ctx, next)));
  app.use(otherMethods());
  // The error middleware has answered already; what comes here is a connection that broke.
  app.on('error', (error) => parts.log.debug({ error }, 'connection'));
  return app;
}

function api(parts: AppParts): Middleware[] {
  return [
    ...addressLimit(parts.limits),
    bodyBudget(),
    ownOrigin(parts.publicUrl),
    authentication(parts.check),
    ...tokenLimit(parts.limits),
    acceptable(),
    ...parts.tagged.map(routesOf),
    compress(),
    ...parts.routes.map(routesOf),
  ];
}

function pages(parts: AppParts): Middleware[] {
  return [compress(), ...parts.open.map(routesOf), ...parts.pages];
}

/** /api/version tells nothing that would need a token. */
function needsToken(path: string): boolean {
  return (path === '/api' || path.startsWith('/api/')) && path !== '/api/version';
}

function routesOf(router: Router): Middleware {
  return router.routes() as Middleware;
}

function inOrder(steps: readonly Middleware[]): Middleware {
  return (ctx, next) => {
    const run = (index: number): Promise<unknown> => {
      const step = steps[index];
      return step ? step(ctx, () => run(index + 1)) : next();
    };
    return run(0);
  };
}

function ownOrigin(publicUrl: URL | null): Middleware {
  return (ctx, next) => {
    ctx.state.ownOrigin = () => publicUrl?.origin ?? `${ctx.protocol}://${ctx.host}`;
    return next();
  };
}
