/** Stream of a request body, which is not buffered, with a minimum rate. */
import type { Context } from 'koa';
import { incompleteBody } from './body.ts';

/** Longest total wait for data. Received data restores waiting time, at the minimum rate. */
const MAX_WAIT_MS = 30_000;
/** Slower clients could hold an upload slot by sending a byte now and then. */
const MIN_BYTES_PER_SECOND = 32;

/**
 * Closes the connection of a client that sends less than the minimum rate while the server waits for data.
 * Throws bad-request if the body is incomplete. If the consumer stops early, the connection stays open and the rest of the
 * body is discarded, so that the client can read the response.
 */
export async function* streamedBody(ctx: Context, maxWaitMs = MAX_WAIT_MS): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = ctx.req.iterator({ destroyOnReturn: false });
  let remainingMs = maxWaitMs;
  try {
    while (true) {
      const since = performance.now();
      const { done, value } = await nextChunk(chunks, () => ctx.req.destroy(), remainingMs);
      if (done) return;
      const restoredMs = (1000 * value.length) / MIN_BYTES_PER_SECOND;
      remainingMs = Math.min(maxWaitMs, remainingMs - (performance.now() - since) + restoredMs);
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
