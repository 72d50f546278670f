/** Limit of the memory that large unread responses take, for servers without a buffering proxy. */
import type { Middleware } from 'koa';
import { ProblemError } from '../../errors/problem.ts';

/** Shorter responses, such as those of searches, are never rejected. */
const MIN_COUNTED_BYTES = 256 * 1024;
const MAX_UNREAD_BYTES = 256 * 1024 * 1024;

/** Throws service-unavailable for a large response while others take all of the memory. */
export function limitUnreadResponses(maxBytes = MAX_UNREAD_BYTES): Middleware {
  let unreadBytes = 0;
  return async (ctx, next) => {
    await next();
    const size = ctx.length ?? 0;
    if (size < MIN_COUNTED_BYTES) return;
    if (unreadBytes + size > maxBytes) {
      const detail = 'Clients have not read too many large responses yet; try again later.';
      throw new ProblemError('service-unavailable', detail, { headers: { 'Retry-After': '5' } });
    }
    unreadBytes += size;
    ctx.res.once('close', () => {
      unreadBytes -= size;
    });
  };
}
