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
  return [limit(perAddress, counter('address', perAddress, seconds), (ctx) => networkOf(ctx.ip))];
}

/** Counts per token, after it was checked. */
export function tokenLimit({ perToken, counter = ownCounter }: RateLimits): Middleware[] {
  if (perToken === null) return [];
  const keyOf = (ctx: Context) => createHash('sha256').update(signedPart(ctx)).digest('base64');
  return [limit(perToken, counter('token', perToken, seconds), keyOf)];
}

/** One token can be written in many ways: with other letters for `Bearer`, more spaces, a signature as good as its own. */
function signedPart(ctx: Context): string {
  const header = ctx.get('Authorization');
  return header.slice(header.lastIndexOf(' ') + 1, header.lastIndexOf('.'));
}

/** Who has one address of IPv6 has its /64, so that is what counts. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address;
  const [first = '', last] = address.toLowerCase().split('%')[0]!.split('::');
  const [left, right] = [first, last ?? ''].map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: Math.max(0, 8 - left!.length - right!.length) }, () => '0');
  return [...left!, ...zeros, ...right!].slice(0, 4).join(':');
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
