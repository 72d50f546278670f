/** Koa application: registers middleware and routes in the order in which a request passes them. */

import type { RequestListener } from 'node:http';
import { extname } from 'node:path';
import type Router from '@koa/router';
import Koa, { type Middleware } from 'koa';
import type { Logger } from 'pino';
import { authentication } from './auth/authentication.ts';
import { corsForPublishableTokens } from './auth/cors-for-publishable-tokens.ts';
import type { TokenCheck } from './auth/verify-token.ts';
import { errorMiddleware } from './errors/error-middleware.ts';
import { type AllowedOrigins, cors } from './http/cors.ts';
import { requireValidHost } from './http/host.ts';
import { acceptable, methodNotAllowed } from './http/methods.ts';
import { type RateLimits, type RequestLimits, rateLimited, requestLimits } from './http/rate-limit.ts';
import { isDataPath } from './http/requests/data-path.ts';
import { assignRequestId } from './http/requests/request-id.ts';
import { type RequestMemoryLimit, requestMemoryLimit } from './http/requests/request-memory-limit.ts';
import { compressedResponses, countedResponses } from './http/responses/compress-response.ts';
import { responseHeaders } from './http/responses/response-headers.ts';
import {
  type ResponseMemoryLimit,
  responseMemoryLimit,
  setBufferedStallTimeout,
} from './http/responses/response-memory-limit.ts';
import type { Metrics } from './observability/metrics.ts';
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
  check: TokenCheck;
  origins: AllowedOrigins;
  /** Health and version: no token needed. */
  open: Router[];
  /** Static files and pages; they call `next` for unknown paths. */
  pages: Middleware[];
  /** Serve prepared responses before routing; they call `next` for other requests. */
  cached: Middleware[];
  /** Routes under /api with strong entity tags: not compressed, because the tag identifies the exact bytes. */
  tagged: Router[];
  /** All other routes under /api, and that of /mcp. */
  routes: Router[];
}

/** Dependencies of the listener around the application. */
export interface ListenerOptions extends AppOptions {
  metrics: Pick<Metrics, 'held' | 'cutOff'>;
  /** Called before each request: reloads files that other processes changed. Never throws. */
  refresh(): void;
}

/** The request listener of the server. Closes connections that do not read the response. */
export function createListener(options: ListenerOptions): RequestListener {
  const [responses, bodies] = [responseMemoryLimit(), requestMemoryLimit()];
  options.metrics.held('answers', responses.bytes);
  options.metrics.held('requests', bodies.bytes);
  options.metrics.cutOff(responses.evictedCount);
  const handle = createApp(options, responses, bodies).callback();
  return async (request, response) => {
    options.refresh();
    await handle(request, response);
    setBufferedStallTimeout(response);
  };
}

export function createApp(
  options: AppOptions,
  responses = responseMemoryLimit(),
  bodies = requestMemoryLimit(),
): Koa {
  const limits = requestLimits(options.limits, options.trustedProxies);
  const app = new Koa({ proxy: options.trustedProxies > 0, maxIpsCount: options.trustedProxies });
  app.use(assignRequestId());
  app.use(requestLog(options.log, options.observe));
  for (const step of options.tracing) app.use(step);
  app.use(responseHeaders(options.publicUrl?.protocol === 'https:'));
  app.use(errorMiddleware(options.log));
  app.use(requireValidHost());
  app.use(cors(options.origins));
  const withToken = inOrder(api(options, limits, responses, bodies));
  const open = inOrder(pages(options, limits, responses));
  app.use((ctx, next) => (needsToken(ctx.path) ? withToken(ctx, next) : open(ctx, next)));
  app.use(methodNotAllowed());
  // The error middleware has handled all other errors; only broken connections and aborted responses get here.
  app.on('error', (error: NodeJS.ErrnoException) =>
    isBrokenConnection(error)
      ? options.log.debug({ error }, 'connection')
      : options.log.error({ error }, 'Response aborted'),
  );
  return app;
}

function isBrokenConnection({ code }: NodeJS.ErrnoException): boolean {
  return ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'ECANCELED'].includes(code ?? '');
}

function api(
  options: AppOptions,
  limits: RequestLimits,
  responses: ResponseMemoryLimit,
  bodies: RequestMemoryLimit,
): Middleware[] {
  return [
    ...rateLimited(limits.address),
    bodies.middleware,
    ownOrigin(options.publicUrl),
    authentication(options.check),
    corsForPublishableTokens(),
    ...rateLimited(limits.token),
    acceptable(),
    countedResponses(responses),
    ...options.cached,
    ...options.tagged.map(routesOf),
    compressedResponses(responses),
    ...options.routes.map(routesOf),
  ];
}

function pages(options: AppOptions, limits: RequestLimits, responses: ResponseMemoryLimit): Middleware[] {
  return [
    countedResponses(responses),
    compressedResponses(responses),
    ...options.open.map(routesOf),
    ...rateLimited(limits.address).map(forPagesOnly),
    ...options.pages,
  ];
}

/** Limits pages, which contain tokens, but not their many static files, which are served from memory. */
function forPagesOnly(step: Middleware): Middleware {
  return (ctx, next) => (['', '.html'].includes(extname(ctx.path)) ? step(ctx, next) : next());
}

function needsToken(path: string): boolean {
  return isDataPath(path) && path !== '/api/version';
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
