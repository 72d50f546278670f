/** Koa application: one chain of middleware, in the order in which a request passes it. */

import type { RequestListener } from 'node:http';
import { extname } from 'node:path';
import type Router from '@koa/router';
import Koa, { type Context, type Middleware } from 'koa';
import jwt from 'koa-jwt';
import type { Logger } from 'pino';
import { edDsa, jwtOptions, type TokenRules, tokenAccess } from './auth/authentication.ts';
import { errorMiddleware } from './errors/error-middleware.ts';
import { type AllowedOrigins, cors } from './http/cors.ts';
import { requireValidHost } from './http/host.ts';
import { acceptable, methodNotAllowed } from './http/methods.ts';
import { limitPerAddress, limitPerToken, type RateLimits } from './http/rate-limit.ts';
import { isDataPath } from './http/requests/data-path.ts';
import { assignRequestId } from './http/requests/request-id.ts';
import { compression } from './http/responses/compression.ts';
import { notModified } from './http/responses/conditional-requests.ts';
import { responseHeaders } from './http/responses/response-headers.ts';
import { closeIfStalled } from './http/responses/stalled-response-timeout.ts';
import { limitUnreadResponses } from './http/responses/unread-responses.ts';
import { type Observe, requestLog } from './observability/request-log.ts';

export interface AppOptions {
  log: Logger;
  /** Called after every request, for metrics. */
  observe: Observe;
  /** Tracing middleware; empty if tracing is off. */
  tracing: Middleware[];
  /** Public URL; null if it is derived from the Host header. */
  publicUrl: URL | null;
  /** Number of trusted proxies that set `X-Forwarded-For`; 0 ignores the header. */
  trustedProxies: number;
  limits: RateLimits;
  tokens: TokenRules;
  origins: AllowedOrigins;
  /** Health, metrics and version: no token needed, never limited. */
  open: Router[];
  /** Static files and pages; they call `next` for unknown paths. */
  pages: Middleware[];
  /** Routes under /api, and that of /mcp. */
  routes: Router[];
}

/** Dependencies of the listener around the application. */
export interface ListenerOptions extends AppOptions {
  /** Called before each request: reloads files that other processes changed. Never throws. */
  refresh(): void;
}

/** The request listener of the server. Closes connections that do not read the response. */
export function createListener(options: ListenerOptions): RequestListener {
  const handle = createApp(options).callback();
  return async (request, response) => {
    options.refresh();
    await handle(request, response);
    closeIfStalled(response);
  };
}

export function createApp(options: AppOptions): Koa {
  const { log, publicUrl, trustedProxies } = options;
  const app = new Koa({ proxy: trustedProxies > 0, maxIpsCount: trustedProxies });
  app.use(assignRequestId());
  app.use(requestLog(log, options.observe));
  for (const step of options.tracing) app.use(step);
  app.use(responseHeaders(publicUrl?.protocol === 'https:'));
  app.use(errorMiddleware(log));
  app.use(requireValidHost());
  app.use(cors(options.origins));
  app.use(compression());
  app.use(limitUnreadResponses());
  app.use(notModified());
  for (const router of options.open) app.use(routesOf(router));
  app.use(only(isLimited, limitPerAddress(options.limits)));
  app.use(ownOrigin(publicUrl));
  app.use(only(isData, edDsa(options.tokens)));
  app.use(
    jwt(jwtOptions(options.tokens)).unless({
      custom: (ctx) => !isData(ctx) || ctx.state.token !== undefined,
    }),
  );
  app.use(only(isData, tokenAccess(options.tokens)));
  app.use(only(isData, limitPerToken(options.limits)));
  app.use(only(isData, acceptable()));
  for (const router of options.routes) app.use(routesOf(router));
  for (const step of options.pages) app.use(step);
  app.use(methodNotAllowed());
  // The error middleware has handled all other errors; only broken connections and aborted responses get here.
  app.on('error', (error: NodeJS.ErrnoException) =>
    isBrokenConnection(error) ? log.debug({ error }, 'connection') : log.error({ error }, 'Response aborted'),
  );
  return app;
}

function isBrokenConnection({ code }: NodeJS.ErrnoException): boolean {
  return ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'ECANCELED'].includes(code ?? '');
}

const isData = ({ path }: Context) => isDataPath(path);

/** Operations, and pages, which contain tokens; not the many static files of a page. */
const isLimited = ({ path }: Context) => isDataPath(path) || ['', '.html'].includes(extname(path));

function only(applies: (ctx: Context) => boolean, step: Middleware): Middleware {
  return (ctx, next) => (applies(ctx) ? step(ctx, next) : next());
}

function routesOf(router: Router): Middleware {
  return router.routes() as Middleware;
}

function ownOrigin(publicUrl: URL | null): Middleware {
  return (ctx, next) => {
    ctx.state.ownOrigin = () => publicUrl?.origin ?? `${ctx.protocol}://${ctx.host}`;
    return next();
  };
}
