/**
 * The headers that every answer has: its request's id, and what keeps a browser from doing more with it than it is meant
 * for. They are set when an answer is on its way out, so that one which lies ready takes all its headers in one call:
 * setting them one by one costs as much as sending them.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context, Middleware } from 'koa';
import helmet from 'koa-helmet';
import { clientIdentity } from '../auth/client-identity.ts';
import { setHeaders } from './raw-headers.ts';
import {
  abortWhenStalled,
  type ResponseMemoryLimit,
  tooManyPendingResponses,
} from './response-memory-limit.ts';

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

const strictTransportSecurity = { maxAge: 15_552_000 };

/** Names and values in turn. `https` tells browsers to come back over TLS only. */
export function apiResponseHeaders(https: boolean): readonly string[] {
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
    if (!ctx.path.startsWith('/api/')) {
      ctx.set('X-Request-Id', ctx.state.requestId);
      return forPages(ctx, next);
    }
    ctx.state.answerHeaders = forApi;
    await next();
    if (ctx.headerSent) return;
    // It may vary by more already, such as what it is compressed with.
    ctx.vary('Origin');
    const absent = true;
    setHeaders(ctx.res, forApi, absent);
    setHeaders(ctx.res, ['Cache-Control', 'no-store', 'X-Request-Id', ctx.state.requestId], absent);
  };
}

/** An answer of the API that lies ready. `headers` are names and values in turn. */
export interface PreparedResponse {
  status: number;
  headers: readonly string[];
  body?: string | Buffer;
  /** Instead, of what is too long for one piece. */
  pieces?: Pieces;
}

export interface Pieces {
  each: Iterable<string | Buffer> | AsyncIterable<string | Buffer>;
  /** What is in memory for one reader, with what a piece is made of: about so many bytes. */
  held: number;
}

/** Sends all at once, past Koa, which would set every header by itself. Throws service-unavailable when too much waits. */
export function sendPrepared(ctx: Context, answer: PreparedResponse): void {
  if (answer.pieces && ctx.method !== 'HEAD') {
    sendInPieces(ctx, answer.pieces, answer);
    return;
  }
  const { status, headers } = answer;
  const { requestId, answerHeaders, answers, access } = ctx.state;
  const body = ctx.method === 'HEAD' ? undefined : answer.body;
  // What is short is no buffer and not counted.
  if (typeof body === 'object' && !answers.hold(ctx.res, body, clientIdentity(access)))
    throw tooManyPendingResponses();
  ctx.res.writeHead(status, ['X-Request-Id', requestId, ...answerHeaders, ...headers]).end(body);
}

/** Each piece is asked for when the one before has gone out. */
function sendInPieces(ctx: Context, pieces: Pieces, { status, headers }: PreparedResponse): void {
  const { requestId, answerHeaders, access } = ctx.state;
  const answers: ResponseMemoryLimit = ctx.state.answers;
  const held = { length: pieces.held };
  if (!answers.hold(ctx.res, held, clientIdentity(access))) throw tooManyPendingResponses();
  ctx.respond = false;
  ctx.res.writeHead(status, ['X-Request-Id', requestId, ...answerHeaders, ...headers]);
  abortWhenStalled(ctx.res);
  const told = telling(pieces, () => answers.isRead(held));
  pipeline(Readable.from(told), ctx.res).catch((error) => ctx.app.emit('error', error, ctx));
}

async function* telling({ each }: Pieces, isRead: () => void): AsyncIterable<string | Buffer> {
  for await (const piece of each) {
    isRead();
    yield piece;
  }
}
