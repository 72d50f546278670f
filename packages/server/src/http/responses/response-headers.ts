/**
 * Security headers and request ID of every response; sends prepared responses.
 *
 * Headers are set last, so that a prepared response passes all of them to one `writeHead` call. Setting them one by one
 * costs as much as sending them.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context, Middleware } from 'koa';
import helmet from 'koa-helmet';
import { isDataPath } from '../requests/data-path.ts';
import {
  type ResponseMemoryLimit,
  setStreamStallTimeout,
  tooManyPendingResponses,
} from './response-memory-limit.ts';
import { setHeaders } from './set-headers.ts';

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

/** API responses are data: no scripts, no embedding. */
const apiHeaders: Record<string, string> = {
  Vary: 'Origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const strictTransportSecurity = { maxAge: 15_552_000 };

/** Alternating names and values. `https` adds Strict-Transport-Security. */
function apiResponseHeaders(https: boolean): readonly string[] {
  const overTls = [
    'Strict-Transport-Security',
    `max-age=${strictTransportSecurity.maxAge}; includeSubDomains`,
  ];
  return [...Object.entries(apiHeaders).flat(), ...(https ? overTls : [])];
}

export function responseHeaders(https: boolean): Middleware {
  const forPages = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: pageSources },
    strictTransportSecurity: https && strictTransportSecurity,
  });
  const forApi = apiResponseHeaders(https);
  return async (ctx, next) => {
    if (!isDataPath(ctx.path)) {
      ctx.set('X-Request-Id', ctx.state.requestId);
      return forPages(ctx, next);
    }
    ctx.state.securityHeaders = forApi;
    await next();
    if (ctx.headerSent) return;
    // Vary may already contain other fields, such as Accept-Encoding.
    ctx.vary('Origin');
    setHeaders(ctx.res, forApi, { keepExisting: true });
    setHeaders(ctx.res, ['Cache-Control', 'no-store', 'X-Request-Id', ctx.state.requestId], {
      keepExisting: true,
    });
  };
}

/** A prepared API response. `headers` are alternating names and values. */
export interface PreparedResponse {
  status: number;
  headers: readonly string[];
  body?: string | Buffer;
  /** The body as a stream, if it is too long for one buffer. */
  pieces?: Pieces;
}

export interface Pieces {
  each: Iterable<string | Buffer> | AsyncIterable<string | Buffer>;
  /** Approximate memory per reader, in bytes, including the source of a piece. */
  held: number;
}

/** Sends the response in one call, bypassing Koa. Throws service-unavailable if the memory limit is reached. */
export function sendPrepared(ctx: Context, prepared: PreparedResponse): void {
  if (prepared.pieces && ctx.method !== 'HEAD') {
    sendInPieces(ctx, prepared.pieces, prepared);
    return;
  }
  const { status, headers } = prepared;
  const { requestId, securityHeaders, responseMemory, client } = ctx.state;
  const body = ctx.method === 'HEAD' ? undefined : prepared.body;
  // Small bodies are strings and not counted.
  if (typeof body === 'object' && !responseMemory.hold(ctx.res, body, client))
    throw tooManyPendingResponses();
  ctx.res.writeHead(status, ['X-Request-Id', requestId, ...securityHeaders, ...headers]).end(body);
}

/** Streams the body with back-pressure: each piece is read after the previous one was sent. */
function sendInPieces(ctx: Context, pieces: Pieces, { status, headers }: PreparedResponse): void {
  const { requestId, securityHeaders, client } = ctx.state;
  const responseMemory: ResponseMemoryLimit = ctx.state.responseMemory;
  const held = { length: pieces.held };
  if (!responseMemory.hold(ctx.res, held, client)) throw tooManyPendingResponses();
  ctx.respond = false;
  ctx.res.writeHead(status, ['X-Request-Id', requestId, ...securityHeaders, ...headers]);
  setStreamStallTimeout(ctx.res);
  const tracked = trackProgress(pieces, () => responseMemory.recordProgress(held));
  pipeline(Readable.from(tracked), ctx.res).catch((error) => ctx.app.emit('error', error, ctx));
}

async function* trackProgress({ each }: Pieces, recordProgress: () => void): AsyncIterable<string | Buffer> {
  for await (const piece of each) {
    recordProgress();
    yield piece;
  }
}
