/** Limit of the memory of large bodies, for servers without a buffering proxy. */
import type { Context, Middleware } from 'koa';
import { ProblemError } from '../errors/problem.ts';
import { isBuffered } from './requests/body.ts';

const MIB = 1024 * 1024;

export interface MemoryLimits {
  /** Request bodies until their response is sent; each takes several times its size. */
  requestBytes: number;
  /** Responses that clients have not read yet; each takes about four times its size. */
  responseBytes: number;
}

/** Shorter bodies, such as those of searches, are never rejected. */
const MIN_COUNTED_BYTES = 64 * 1024;

/** Throws service-unavailable for a large body while others take all of the memory. */
export function limitMemory({
  requestBytes = 32 * MIB,
  responseBytes = 128 * MIB,
}: Partial<MemoryLimits> = {}): Middleware {
  const reserveRequest = budget(requestBytes, 'The server is processing too many large requests');
  const reserveResponse = budget(responseBytes, 'Clients have not read too many large responses yet');
  return async (ctx, next) => {
    if (isBuffered(ctx)) reserveRequest(ctx, ctx.request.length ?? MIB);
    await next();
    reserveResponse(ctx, ctx.length ?? 0);
  };
}

function budget(maxBytes: number, reason: string): (ctx: Context, bytes: number) => void {
  let used = 0;
  return (ctx, bytes) => {
    if (bytes < MIN_COUNTED_BYTES) return;
    if (used + bytes > maxBytes) {
      ctx.req.resume();
      const headers = { 'Retry-After': '5' };
      throw new ProblemError('service-unavailable', `${reason}; try again later.`, { headers });
    }
    used += bytes;
    ctx.res.once('close', () => {
      used -= bytes;
    });
  };
}
