/** Buffered request bodies, with limits of size and time. */
import type { Context } from 'koa';
import rawBody from 'raw-body';
import { bodyTooLarge } from './body-size-limit.ts';
import { incompleteBody } from './request-body.ts';

/** Time limit for receiving the body; then the connection is closed. */
const BODY_TIMEOUT_MS = 30_000;

/** Reads a body of at most `limit` bytes. Throws problems with status 400 (incomplete) and 413. */
export async function readBody(ctx: Context, limit: number): Promise<Buffer> {
  const timer = setTimeout(() => ctx.req.destroy(), BODY_TIMEOUT_MS);
  try {
    return await rawBody(ctx.req, { limit, length: ctx.req.headers['content-length'] ?? null });
  } catch (error) {
    const { type } = error as { type?: string };
    throw type === 'entity.too.large' ? bodyTooLarge(ctx, limit) : incompleteBody(error);
  } finally {
    clearTimeout(timer);
  }
}
