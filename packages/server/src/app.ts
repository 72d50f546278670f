/** Koa application: one chain of middleware, in the order in which a request passes it. */
import { METHODS } from 'node:http';
import { extname } from 'node:path';
import Router from '@koa/router';
import Koa, { type Context, type Middleware } from 'koa';
import jwt from 'koa-jwt';
import type { Logger } from 'pino';
import { jwtOptions, type TokenRules, tokenAccess, verifyEdDsa } from './auth/authentication.ts';
import { clientOf } from './auth/permission.ts';
import { isSessionPath, renewSession, sessionCookie, useSession } from './auth/sessions/session.ts';
import { errorMiddleware } from './errors/error-middleware.ts';
import { type AllowsOrigin, cors } from './http/cors.ts';
import { limitMemory } from './http/memory-limit.ts';
import { limitPerAddress, limitPerToken, type RateLimits } from './http/rate-limit.ts';
import { parseJsonBody } from './http/requests/body.ts';
import { compression } from './http/responses/compression.ts';
import { sendNotModified } from './http/responses/conditional-requests.ts';
import { isDataPath, securityHeaders } from './http/responses/security-headers.ts';
import { disconnectStalled } from './http/responses/stalled-response-timeout.ts';
import { rejectAmbiguous, requireAcceptable } from './http/valid-headers.ts';
import { assignRequestId, type Observe, requestLog } from './observability/request-log.ts';
import type {} from './request-state.ts'; // The types of `ctx.state`.

interface AppOptions {
  log: Logger;
  /** Called after every request, for metrics. */
  observe: Observe;
  tracing: Middleware;
  /** Public URL; null if it is derived from the Host header. */
  publicUrl: URL | null;
  /** Number of trusted proxies that set `X-Forwarded-For`; 0 ignores the header. */
  trustedProxies: number;
  limits: RateLimits;
  tokens: TokenRules;
  allowsOrigin: AllowsOrigin;
  /** Records changes. */
  audit: Middleware;
  routes: Router[];
}

export function createApp(options: AppOptions): Koa {
  const { log, limits, publicUrl, trustedProxies } = options;
  const app = new Koa({ proxy: trustedProxies > 0, maxIpsCount: trustedProxies });
  app.use(assignRequestId());
  app.use(requestLog(log, options.observe));
  app.use(options.tracing);
  app.use(disconnectStalled());
  app.use(securityHeaders(publicUrl));
  app.use(errorMiddleware(log));
  app.use(rejectAmbiguous());
  app.use(ownOrigin(publicUrl));
  app.use(cors(options.allowsOrigin));
  app.use(unless(isUnlimited, limitPerAddress(limits)));
  app.use(sessionCookie(app, options.tokens, publicUrl));
  app.use(useSession);
  // The library of koa-jwt does not know EdDSA: koa-jwt checks only tokens that `verifyEdDsa` leaves.
  app.use(unless(isPublic, verifyEdDsa(options.tokens)));
  app.use(unless((ctx) => isPublic(ctx) || Boolean(ctx.state.token), jwt(jwtOptions(options.tokens))));
  app.use(unless(isPublic, tokenAccess(options.tokens)));
  app.use(unless(isPublic, renewSession(options.tokens)));
  app.use(unless(isPublic, limitPerToken(limits, clientOf)));
  app.use(unless(isPublic, requireAcceptable()));
  app.use(compression());
  app.use(limitMemory());
  app.use(sendNotModified());
  app.use(parseJsonBody());
  app.use(options.audit);
  const router = oneRouter(options.routes);
  app.use(router.routes() as Middleware);
  app.use(router.allowedMethods() as Middleware);
  // The error middleware has handled all other errors; only broken connections and aborted responses get here.
  app.on('error', (error: NodeJS.ErrnoException) =>
    isBrokenConnection(error) ? log.debug({ error }, 'connection') : log.error({ error }, 'Response aborted'),
  );
  return app;
}

/** Whether the request needs no token: pages, files, health, metrics, version, and signing in. */
const isPublic = ({ path, state }: Context) =>
  !isDataPath(path) || path === '/api/version' || (isSessionPath(path) && !state.isSession);

/** Whether no rate limit applies: health, metrics, and static files. Pages are limited, because they contain tokens. */
const isUnlimited = (ctx: Context) =>
  isPublic(ctx) && (['/health', '/ready', '/metrics', '/api/version'].includes(ctx.path) || isFile(ctx.path));

/** Whether the path names a static file that is not a page. */
const isFile = (path: string) => !['', '.html'].includes(extname(path));

function unless(isExempt: (ctx: Context) => boolean, step: Middleware): Middleware {
  return (ctx, next) => (isExempt(ctx) ? next() : step(ctx, next));
}

function oneRouter(routes: Router[]): Router {
  const router = new Router({ methods: METHODS, sensitive: true });
  for (const part of routes) router.use(part.routes());
  return router;
}

function ownOrigin(publicUrl: URL | null): Middleware {
  return (ctx, next) => {
    // Some proxies add the port to the host even if it is the usual one, which browsers omit.
    ctx.state.ownOrigin = () => publicUrl?.origin ?? URL.parse(`${ctx.protocol}://${ctx.host}`)?.origin ?? '';
    return next();
  };
}

function isBrokenConnection({ code }: NodeJS.ErrnoException): boolean {
  return ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'ECANCELED'].includes(code ?? '');
}
