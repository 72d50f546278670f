/** How many requests a token and an address may make (RFC 6585 for 429, RateLimit headers of the IETF draft). */
import { createHash } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ProblemError } from '../errors.ts';

/** Requests a minute; null for no limit. */
export interface RateLimits {
  perToken: number | null;
  perAddress: number | null;
  /** What replicas count with; this process counts for itself where absent. */
  counter?: MakeCounter;
}

export type MakeCounter = (
  name: string,
  points: number,
  seconds: number,
) => Pick<RateLimiterAbstract, 'consume'>;

const ownCounter: MakeCounter = (_name, points, duration) => new RateLimiterMemory({ points, duration });

const seconds = 60;

/** Counts per address before the token is looked at. */
export function addressLimit({ perAddress, counter = ownCounter }: RateLimits): Middleware[] {
  if (perAddress === null) return [];
  return [limit(perAddress, counter('address', perAddress, seconds), (ctx) => ctx.ip)];
}

/** Counts per token, after it was checked. */
export function tokenLimit({ perToken, counter = ownCounter }: RateLimits): Middleware[] {
  if (perToken === null) return [];
  const keyOf = (ctx: Context) => createHash('sha256').update(ctx.get('Authorization')).digest('base64');
  return [limit(perToken, counter('token', perToken, seconds), keyOf)];
}

function limit(
  points: number,
  limiter: ReturnType<MakeCounter>,
  keyOf: (ctx: Context) => string,
): Middleware {
  return async (ctx, next) => {
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
}
