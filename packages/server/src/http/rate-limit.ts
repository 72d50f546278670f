/** Rate limits per token and per client address (429 of RFC 6585; RateLimit headers of the IETF draft). */
import { hash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { Context, Middleware } from 'koa';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ProblemError } from '../errors/problem.ts';

/** Requests per minute, from `settings/environment`; null for no limit. */
export interface RateLimits {
  perToken: number | null;
  perAddress: number | null;
  /** Counter shared by replicas; by default each process counts in memory. */
  counter?: MakeCounter;
}

type Counter = Pick<RateLimiterAbstract, 'consume'>;
export type MakeCounter = (name: string, points: number, seconds: number) => Counter;

/** Interval in which requests are counted. */
const WINDOW_SECONDS = 60;

export function limitPerAddress({ perAddress, counter }: RateLimits): Middleware {
  return limit('address', perAddress, networkOf, counter);
}

/** Applies to verified tokens. `clientOf` returns the identity of the token. */
export function limitPerToken(
  { perToken, counter }: RateLimits,
  clientOf: (ctx: Context) => string,
): Middleware {
  return limit('token', perToken, (ctx) => hash('sha256', clientOf(ctx), 'base64'), counter);
}

const inMemoryCounter: MakeCounter = (_name, points, duration) => new RateLimiterMemory({ points, duration });

/** Throws too-many-requests. */
function limit(
  name: string,
  points: number | null,
  keyOf: (ctx: Context) => string,
  counter = inMemoryCounter,
): Middleware {
  if (points === null) return (_ctx, next) => next();
  const limiter = counter(name, points, WINDOW_SECONDS);
  return async (ctx, next) => {
    const usage = await limiter.consume(keyOf(ctx)).catch(exceeded);
    // If the clock was set back, the remaining time would be longer than the interval.
    const wait = Math.min(WINDOW_SECONDS, Math.ceil(usage.msBeforeNext / 1000));
    ctx.set('RateLimit-Policy', `${points};w=${WINDOW_SECONDS}`);
    ctx.set('RateLimit', `limit=${points}, remaining=${usage.remainingPoints}, reset=${wait}`);
    if (usage.consumedPoints > points) {
      const detail = `Rate limit exceeded: ${points} requests per ${WINDOW_SECONDS} seconds.`;
      throw new ProblemError('too-many-requests', detail, { headers: { 'Retry-After': String(wait) } });
    }
    await next();
  };
}

/** Handler of a rejection: the limiter rejects with its result if the limit is exceeded. Throws other rejections. */
export function exceeded(rejected: unknown): RateLimiterRes {
  if (rejected instanceof RateLimiterRes) return rejected;
  throw rejected;
}

/** Key of the client's address: the /64 prefix for IPv6, because one client controls all of it. */
function networkOf({ ip, req }: Context): string {
  const { remoteAddress = '' } = req.socket;
  // Some proxies append a port, such as `[2001:db8::1]:4711`. An invalid entry counts for the connection.
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/.exec(ip) ?? [];
  const statedAddress = bracketed ?? dotted ?? ip;
  const address = [statedAddress, remoteAddress].find((text) => ipaddr.isValid(text));
  if (address === undefined) return '';
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}
