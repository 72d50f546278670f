/** Reads a body that is too large to keep: in pieces, for as long as pieces come. */
import type { Context } from 'koa';
import { ProblemError } from '../errors.ts';

/** Who sends nothing for so long while it is waited for has its connection ended. In milliseconds. */
const longestSilence = 30_000;

/**
 * Throws bad-request when the body breaks off. A reader that turns away leaves the connection as it is, so that the
 * client gets to read the answer: the rest of the body is thrown away.
 */
export async function* streamedBody(ctx: Context, silence = longestSilence): AsyncGenerator<Buffer> {
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
    throw new ProblemError('bad-request', 'The body did not arrive completely.', { cause });
  } finally {
    clearTimeout(tooSlow);
  }
}
