/** Streams a request body without buffering it, with an inactivity timeout. */
import type { Context } from 'koa';
import { incompleteBody } from './request-body.ts';

/** The connection is closed if the client sends nothing for this long while the server waits for data. */
const INACTIVITY_TIMEOUT_MS = 30_000;

/**
 * Throws bad-request if the body is incomplete. If the consumer stops early, the connection stays open and the rest of the
 * body is discarded, so that the client can read the response.
 */
export async function* streamedBody(ctx: Context, timeoutMs = INACTIVITY_TIMEOUT_MS): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = ctx.req.iterator({ destroyOnReturn: false });
  try {
    while (true) {
      const { done, value } = await nextChunk(chunks, () => ctx.req.destroy(), timeoutMs);
      if (done) return;
      yield value;
    }
  } finally {
    await chunks.return?.();
    ctx.req.resume();
  }
}

async function nextChunk(
  chunks: AsyncIterator<Buffer>,
  abort: () => void,
  timeoutMs: number,
): Promise<IteratorResult<Buffer>> {
  const timer = setTimeout(abort, timeoutMs);
  try {
    return await chunks.next();
  } catch (cause) {
    throw incompleteBody(cause);
  } finally {
    clearTimeout(timer);
  }
}
