/** Streams a request body without buffering it, with an inactivity timeout. */
import type { Context } from 'koa';
import { ProblemError } from '../errors/problem.ts';

/** The connection is closed if the client sends nothing for this long while the server waits for data. */
const INACTIVITY_TIMEOUT_MS = 30_000;

/**
 * Throws bad-request if the body is incomplete. If the consumer stops early, the connection stays open and the rest of the
 * body is discarded, so that the client can read the response.
 */
export async function* streamedBody(ctx: Context, silence = INACTIVITY_TIMEOUT_MS): AsyncGenerator<Buffer> {
  const pieces: AsyncIterator<Buffer> = ctx.req.iterator({ destroyOnReturn: false });
  try {
    while (true) {
      const { done, value } = await nextPiece(pieces, () => ctx.req.destroy(), silence);
      if (done) return;
      yield value;
    }
  } finally {
    await pieces.return?.();
    ctx.req.resume();
  }
}

async function nextPiece(
  pieces: AsyncIterator<Buffer>,
  end: () => void,
  silence: number,
): Promise<IteratorResult<Buffer>> {
  const tooSlow = setTimeout(end, silence);
  try {
    return await pieces.next();
  } catch (cause) {
    throw new ProblemError('bad-request', 'The connection closed before the body was complete.', { cause });
  } finally {
    clearTimeout(tooSlow);
  }
}
