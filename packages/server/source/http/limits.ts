/** How many requests a token and an address may make (RFC 6585 for 429, RateLimit headers of the IETF draft). */
import { createHash } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ProblemError } from '../errors.ts';

/** Requests a minute; null for no limit. */
export interface RateLimits {
  perToken: number | null;
  perAddress: number | null;
}

const seconds = 60;

/** Counts per address before the token is looked at. */
export function addressLimit({ perAddress }: RateLimits): Middleware[] {
  return limit(perAddress, (ctx) => ctx.ip);
}

/** Counts per token, after it was checked. */
export function tokenLimit({ perToken }: RateLimits): Middleware[] {
  return limit(perToken, (ctx) => createHash('sha256').update(ctx.get('Authorization')).digest('base64'));
}

/** No middleware where there is no limit. */
function limit(points: number | null, keyOf: (ctx: Context) => string): Middleware[] {
  if (points === null) return [];
  const limiter = new RateLimiterMemory({ points, duration: seconds });
  const step: Middleware = async (ctx, next) => {
    const result = await limiter.consume(keyOf(ctx)).catch((refusal) => refusal);
    if (!(result instanceof RateLimiterRes)) throw result;
    const wait = Math.ceil(result.msBeforeNext / 1000);
    ctx.set('RateLimit-Policy', `${points};w=${seconds}`);
    ctx.set('RateLimit', `limit=${points}, remaining=${result.remainingPoints}, reset=${wait}`);
    if (result.consumedPoints > points) {
      throw new ProblemError('too-many-requests', `There may be ${points} requests in ${seconds} seconds.`, {
        headers: { 'Retry-After': String(wait) },
      });
    }
    await next();
  };
  return [step];
}
