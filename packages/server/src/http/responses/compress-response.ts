/** Middleware that serializes, compresses and counts response bodies. */
import type { Context, Middleware } from 'koa';
import { acceptedEncoding, compressed, FAST_COMPRESSION, isCompressible } from './compression.ts';
import { LARGE_BODY_BYTES } from './conditional-requests.ts';
import { type Release, type ResponseMemoryLimit, tooManyPendingResponses } from './response-memory-limit.ts';

/** Counts large bodies in the memory limit. Serializes objects once; Koa would do it twice for Content-Length. */
export function countedResponses(responses: ResponseMemoryLimit): Middleware {
  return async (ctx, next) => {
    ctx.state.responseMemory = responses;
    await next();
    const body = serializedBody(ctx);
    if (body !== undefined) hold(ctx, body, responses);
  };
}

/**
 * Compresses responses. Exceptions: responses with an entity tag, which identifies the exact bytes, and streams, whose
 * compressor would hold some megabytes as long as the client reads.
 *
 * koa-compress keeps one encoder per response: 3,000 concurrent ones cost up to 2,000 MB, and less than 250 MB here
 * (test/slow/compressed-responses.test.ts). It also starts over for every request of the same body.
 */
export function compressedResponses(responses: ResponseMemoryLimit): Middleware {
  return async (ctx, next) => {
    ctx.vary('Accept-Encoding');
    await next();
    const body = serializedBody(ctx);
    if (body === undefined || ctx.response.get('ETag')) return;
    const encoding = isCompressible(body, ctx.type) && acceptedEncoding(ctx.req, FAST_COMPRESSION);
    if (!encoding) return;
    // The uncompressed body counts while it waits for compression.
    const release = hold(ctx, body, responses);
    try {
      const encoded = await compressed(body, encoding, FAST_COMPRESSION);
      if (!encoded) return;
      ctx.set('Content-Encoding', encoding);
      ctx.body = encoded;
    } finally {
      release();
    }
  };
}

/** Serializes the body; large ones to a buffer. Undefined for streams, empty bodies and responses already sent. */
function serializedBody(ctx: Context): string | Buffer | undefined {
  if (ctx.headerSent) return undefined;
  if (isJson(ctx.body)) ctx.body = JSON.stringify(ctx.body);
  if (typeof ctx.body === 'string' && ctx.body.length >= LARGE_BODY_BYTES) ctx.body = Buffer.from(ctx.body);
  return typeof ctx.body === 'string' || Buffer.isBuffer(ctx.body) ? ctx.body : undefined;
}

/** Whether Koa would serialize the body as JSON. */
function isJson(body: unknown): boolean {
  return typeof body === 'object' && body !== null && !Buffer.isBuffer(body) && !('pipe' in body);
}

/** Counts large bodies only: a connection has one small body at a time. Unauthenticated clients share one identity. */
function hold(
  { state, res, method }: Context,
  body: string | Buffer,
  responses: ResponseMemoryLimit,
): Release {
  if (body.length < LARGE_BODY_BYTES || typeof body === 'string') return () => undefined;
  const isChange = method !== 'GET' && /:write$/.test(state.permitted ?? '');
  const client = state.client ?? '';
  const release = isChange ? responses.holdAnyway(res, body, client) : responses.hold(res, body, client);
  if (!release) throw tooManyPendingResponses();
  return release;
}
