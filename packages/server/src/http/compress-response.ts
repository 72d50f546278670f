/** Answers of routes as the bytes that go out: written once, compressed where that is worth it, counted where long. */
import type { Context, Middleware } from 'koa';
import { clientIdentity } from '../auth/client-identity.ts';
import { acceptedEncoding, compressed, FAST_COMPRESSION, worthCompressing } from './compression.ts';
import { LARGE_BODY_BYTES } from './conditional-requests.ts';
import { type Release, type ResponseMemoryLimit, tooManyPendingResponses } from './response-memory-limit.ts';

/** Counts what is answered. Koa would write an object twice, to know its length. */
export function countedResponses(answers: ResponseMemoryLimit): Middleware {
  return async (ctx, next) => {
    ctx.state.answers = answers;
    await next();
    const body = writtenBody(ctx);
    if (body !== undefined) hold(ctx, body, answers);
  };
}

/**
 * Compresses answers, but for those that have a tag, which is of the bytes as they are, and those in pieces: a stream
 * that compresses would hold some megabytes for as long as its reader takes.
 */
export function compressedResponses(answers: ResponseMemoryLimit): Middleware {
  return async (ctx, next) => {
    ctx.vary('Accept-Encoding');
    await next();
    const body = writtenBody(ctx);
    if (body === undefined || ctx.response.get('ETag')) return;
    const encoding = worthCompressing(body, ctx.type) && acceptedEncoding(ctx.req, FAST_COMPRESSION);
    if (!encoding) return;
    // Counted while it waits to be compressed, too.
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

/** Undefined where none is whole. What is long is a buffer afterwards; an object that is not, a text. */
function writtenBody(ctx: Context): string | Buffer | undefined {
  if (ctx.headerSent) return undefined;
  if (isPlain(ctx.body)) ctx.body = JSON.stringify(ctx.body);
  if (typeof ctx.body === 'string' && ctx.body.length >= LARGE_BODY_BYTES) ctx.body = Buffer.from(ctx.body);
  return typeof ctx.body === 'string' || Buffer.isBuffer(ctx.body) ? ctx.body : undefined;
}

/** What Koa writes as JSON. */
function isPlain(body: unknown): boolean {
  return typeof body === 'object' && body !== null && !Buffer.isBuffer(body) && !('pipe' in body);
}

/** What is short is not counted: a connection has one at a time. Those who have no token are one holder. */
function hold({ state, res, method }: Context, body: string | Buffer, answers: ResponseMemoryLimit): Release {
  if (body.length < LARGE_BODY_BYTES || typeof body === 'string') return () => undefined;
  const isDone = method !== 'GET' && /:write$/.test(state.permitted ?? '');
  const holder = clientIdentity(state.access);
  const giveBack = isDone ? answers.holdAnyway(res, body, holder) : answers.hold(res, body, holder);
  if (!giveBack) throw tooManyPendingResponses();
  return giveBack;
}
