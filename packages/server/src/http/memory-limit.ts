/** Limit of the memory of large bodies, for servers without a buffering proxy. */
import { Stream } from 'node:stream';
import type { Context, Middleware } from 'koa';
import { temporarilyUnavailable } from '../errors/problem.ts';
import { isBuffered } from './requests/body.ts';

const MIB = 1024 * 1024;

/** Shorter bodies, such as search requests, are never rejected. */
const MIN_COUNTED_BYTES = 64 * 1024;

/**
 * Throws service-unavailable for a large body while others take all of the memory. A request body counts until its response is
 * sent, because it takes several times its size; a response counts until its client has read it. Serializes responses once.
 */
export function limitMemory({ requestBytes = 32 * MIB, responseBytes = 128 * MIB } = {}): Middleware {
  const reserveRequest = memoryBudget(requestBytes, 'The server is processing too many large requests');
  const reserveResponse = memoryBudget(responseBytes, 'Clients have not read too many large responses yet');
  return async (ctx, next) => {
    if (isBuffered(ctx)) reserveRequest(ctx, ctx.request.length ?? MIB);
    await next();
    const json = serialized(ctx.body);
    reserveResponse(ctx, json?.length ?? ctx.length ?? 0);
    // Set only now, so that rejected responses do not keep their bytes in memory.
    if (json) ctx.body = json;
  };
}

/** JSON of an object body; otherwise null. Serialized once here, instead of in the limit, the compression and Koa. */
function serialized(body: unknown): Buffer | null {
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body) || body instanceof Stream)
    return null;
  return Buffer.from(JSON.stringify(body));
}

function memoryBudget(maxBytes: number, reason: string): (ctx: Context, bytes: number) => void {
  let used = 0;
  return (ctx, bytes) => {
    if (bytes < MIN_COUNTED_BYTES) return;
    if (used + bytes > maxBytes) {
      ctx.req.resume();
      throw temporarilyUnavailable(`${reason}; try again later.`);
    }
    used += bytes;
    ctx.res.once('close', () => {
      used -= bytes;
    });
  };
}
