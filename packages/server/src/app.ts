/** The service's table of contents: middleware and routes in the order in which a request meets them. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type Router from '@koa/router';
import Koa, { type Middleware } from 'koa';
import type { Logger } from 'pino';
import { authentication } from './auth/authentication.ts';
import type { TokenCache } from './auth/token-cache.ts';
import type { TokenCheck } from './auth/verify-token.ts';
import type { ReadyReads } from './configurations/cached-responses.ts';
import { errorResponses } from './errors.ts';
import { fastPath } from './fast-path.ts';
import { compressedResponses, countedResponses } from './http/compress-response.ts';
import { type AllowedOrigins, cors, corsForPublishableTokens, crossOrigin } from './http/cors.ts';
import { requireValidHost } from './http/host.ts';
import { acceptable, methodNotAllowed } from './http/methods.ts';
import { type RateLimits, type RequestLimits, rateLimited, requestLimits } from './http/rate-limit.ts';
import { assignRequestId } from './http/request-id.ts';
import { type RequestMemoryLimit, requestMemoryLimit } from './http/request-memory-limit.ts';
import { apiResponseHeaders, responseHeaders } from './http/response-headers.ts';
import {
  abortIfStalled,
  type ResponseMemoryLimit,
  responseMemoryLimit,
} from './http/response-memory-limit.ts';
import type { Metrics } from './observability/metrics.ts';
import { type Observe, requestLog, requestLogger } from './observability/request-log.ts';

export interface AppOptions {
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
  origins: AllowedOrigins;
  /** Health and version: no token needed. */
  open: Router[];
  /** Static files and pages; they pass on what they do not know. */
  pages: Middleware[];
  /** Routes under /api whose answers have a strong tag: they are not compressed, that would be another answer. */
  tagged: Router[];
  /** All other routes under /api. */
  routes: Router[];
}

/** What the straight way needs beside. */
export interface ListenerOptions extends AppOptions {
  reads: ReadyReads;
  checked: TokenCache;
  remembered(): void;
  metrics: Pick<Metrics, 'held' | 'cutOff'>;
  /** Called before each request: takes in what other processes wrote. Never throws. */
  refresh(): void;
}

/** Answers every request: straight where the answer lies ready and nothing is to be refused, else by the app. */
export function createListener(parts: ListenerOptions): RequestListener {
  const limits = requestLimits(parts.limits, parts.proxies);
  const [answers, bodies] = [responseMemoryLimit(), requestMemoryLimit()];
  parts.metrics.held('answers', answers.bytes);
  parts.metrics.held('requests', bodies.bytes);
  parts.metrics.cutOff(answers.cutOff);
  const whole = endingAtStandstill(createApp(parts, limits, answers, bodies));
  const { refresh } = parts;
  // Where requests are traced, each goes the way that is traced.
  const answer = parts.tracing.length > 0 ? whole : straightOr(whole, parts, limits, answers);
  return (request, response) => {
    refresh();
    answer(request, response);
  };
}

/** What is handed over by the whole way, and waits. */
function endingAtStandstill(app: Koa): RequestListener {
  const answer = app.callback();
  return async (request: IncomingMessage, response: ServerResponse) => {
    await answer(request, response);
    abortIfStalled(response);
  };
}

function straightOr(
  whole: RequestListener,
  parts: ListenerOptions,
  limits: RequestLimits,
  answers: ResponseMemoryLimit,
): RequestListener {
  const { reads, checked, remembered } = parts;
  return fastPath(
    {
      readyAt: reads.at,
      checked,
      remembered,
      limits,
      answers,
      crossOrigin: crossOrigin(parts.origins),
      answerHeaders: apiResponseHeaders(isHttps(parts)),
      tell: requestLogger(parts.log, parts.observe),
    },
    whole,
  );
}

export function createApp(
  parts: AppOptions,
  limits = requestLimits(parts.limits, parts.proxies),
  answers = responseMemoryLimit(),
  bodies = requestMemoryLimit(),
): Koa {
  const app = new Koa({ proxy: parts.proxies > 0, maxIpsCount: parts.proxies });
  app.use(assignRequestId());
  app.use(requestLog(requestLogger(parts.log, parts.observe), parts.log));
  for (const step of parts.tracing) app.use(step);
  app.use(responseHeaders(isHttps(parts)));
  app.use(errorResponses(parts.log));
  app.use(requireValidHost());
  app.use(cors(parts.origins));
  const withToken = inOrder(api(parts, limits, answers, bodies));
  const open = inOrder(pages(parts, limits, answers));
  app.use((ctx, next) => (needsToken(ctx.path) ? withToken(ctx, next) : open(ctx, next)));
  app.use(methodNotAllowed());
  // The error middleware has answered already; what comes here is a connection that broke, or an answer that did.
  app.on('error', (error: NodeJS.ErrnoException) =>
    isBrokenConnection(error)
      ? parts.log.debug({ error }, 'connection')
      : parts.log.error({ error }, 'An answer was broken off'),
  );
  return app;
}

function isBrokenConnection({ code }: NodeJS.ErrnoException): boolean {
  return ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'ECANCELED'].includes(code ?? '');
}

function isHttps({ publicUrl }: AppOptions): boolean {
  return publicUrl?.protocol === 'https:';
}

function api(
  parts: AppOptions,
  limits: RequestLimits,
  answers: ResponseMemoryLimit,
  bodies: RequestMemoryLimit,
): Middleware[] {
  return [
    ...rateLimited(limits.address),
    bodies.counting,
    ownOrigin(parts.publicUrl),
    authentication(parts.check),
    corsForPublishableTokens(),
    ...rateLimited(limits.token),
    acceptable(),
    countedResponses(answers),
    ...parts.tagged.map(routesOf),
    compressedResponses(answers),
    ...parts.routes.map(routesOf),
  ];
}

function pages(parts: AppOptions, limits: RequestLimits, answers: ResponseMemoryLimit): Middleware[] {
  return [
    countedResponses(answers),
    compressedResponses(answers),
    ...parts.open.map(routesOf),
    ...rateLimited(limits.address).map(forPagesOnly),
    ...parts.pages,
  ];
}

/** Pages have tokens written into them. The files that they are made of are many, and lie ready. */
function forPagesOnly(step: Middleware): Middleware {
  return (ctx, next) => (/\.(?!html$)\w+$/.test(ctx.path) ? next() : step(ctx, next));
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
