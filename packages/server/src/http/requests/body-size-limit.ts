/** Size limits of buffered request bodies, and the error for a larger body (413 Content Too Large). */
import { requestLimits } from '@semantic-search/contract';
import type { Context } from 'koa';
import { ProblemError } from '../../errors/problem.ts';

export const configurationBodyLimit = requestLimits.configurationBodyBytes;
export const searchBodyLimit = requestLimits.searchBodyBytes;

/** Discards the rest of the body, so that the client can read the response. */
export function bodyTooLarge(ctx: Context, limitBytes: number): ProblemError {
  ctx.req.resume();
  return new ProblemError('content-too-large', `The body is larger than ${limitBytes} bytes.`);
}
