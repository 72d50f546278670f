/** Middleware that serializes, compresses and counts response bodies. */
import type { Context, Middleware } from 'koa';
import { acceptedEncoding, compressed, FAST_COMPRESSION, worthCompressing } from './compression.ts';
import { LARGE_BODY_BYTES } from './conditional-requests.ts';
import { type Release, type ResponseMemoryLimit, tooManyPendingResponses } from './response-memory-limit.ts';

/** Counts large bodies in the memory limit. Serializes objects once; Koa would do it twice for Content-Length. */
export function countedResponses(answers: ResponseMemoryLimit): Middleware {
  return async (ctx, next) => {
    ctx.state.answers = answers;
    await next();
    const body = writtenBody(ctx);
    if (body !== undefined) hold(ctx, body, answers);
  };
}

/**
 * Compresses responses. Exceptions: responses with an entity tag, which identifies the exact bytes, and streams, whose
 * compressor would hold some megabytes as long as the client reads.
 */
export function compressedResponses(answers: ResponseMemoryLimit): Middleware {
  return async (ctx, next) => {
    ctx.vary('Accept-Encoding');
    await next();
    const body = writtenBody(ctx);
    if (body === undefined || ctx.response.get('ETag')) return;
    const encoding = worthCompressing(body, ctx.type) && acceptedEncoding(ctx.req, FAST_COMPRESSION);
    if (!encoding) return;
    // The uncompressed body counts while it waits for compression.
    const giveBack = hold(ctx, body, answers);
    try {
      const smaller = await compressed(body, encoding, FAST_COMPRESSION);
      if (!smaller) return;
      ctx.set('Content-Encoding', encoding);
      ctx.body = smaller;
    } finally {
      giveBack();
    }
  };
}

/** Serializes the body; large ones to a buffer. Undefined for streams, empty bodies and responses already sent. */
function writtenBody(ctx: Context): string | Buffer | undefined {
  if (ctx.headerSent) return undefined;
  if (isPlain(ctx.body)) ctx.body = JSON.stringify(ctx.body);
  if (typeof ctx.body === 'string' && ctx.body.length >= LARGE_BODY_BYTES) ctx.body = Buffer.from(ctx.body);
  return typeof ctx.body === 'string' || Buffer.isBuffer(ctx.body) ? ctx.body : undefined;
}

/** Whether Koa would serialize the body as JSON. */
function isPlain(body: unknown): boolean {
  return typeof body === 'object' && body !== null && !Buffer.isBuffer(body) && !('pipe' in body);
}

/** Counts large bodies only: a connection has one small body at a time. Unauthenticated clients share one identity. */
function hold({ state, res, method }: Context, body: string | Buffer, answers: ResponseMemoryLimit): Release {
  if (body.length < LARGE_BODY_BYTES || typeof body === 'string') return () => undefined;
  const isDone = method !== 'GET' && /:write$/.test(state.permitted ?? '');
  const client = state.client ?? '';
  const giveBack = isDone ? answers.holdAnyway(res, body, client) : answers.hold(res, body, client);
  if (!giveBack) throw tooManyPendingResponses();
  return giveBack;
}
