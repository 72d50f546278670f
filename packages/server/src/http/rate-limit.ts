/** Rate limits per token and per client address (429 of RFC 6585; RateLimit headers of the IETF draft). */
import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Middleware } from 'koa';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ProblemError } from '../errors/problem.ts';
import { bearerOf } from './requests/bearer.ts';

/** Requests per minute; null for no limit. */
export interface RateLimits {
  perToken: number | null;
  perAddress: number | null;
  /** Counter shared by replicas; by default each process counts in memory. */
  counter?: MakeCounter;
}

export type MakeCounter = (
  name: string,
  points: number,
  seconds: number,
) => Pick<RateLimiterAbstract, 'consume'>;

const inMemoryCounter: MakeCounter = (_name, points, duration) => new RateLimiterMemory({ points, duration });

const seconds = 60;

/** Counts the request. */
type RequestLimit = (request: IncomingMessage) => Promise<Count>;

interface Count {
  /** Response headers. */
  headers: Record<string, string>;
  /** The error to throw if the limit is exceeded. */
  rejection: ProblemError | null;
}

/** A limit is null if it is disabled. */
export interface RequestLimits {
  address: RequestLimit | null;
  /** Applies to verified tokens only. */
  token: RequestLimit | null;
}

/** `trustedProxies` is the number of trusted proxies that set `X-Forwarded-For`. */
export function requestLimits(rates: RateLimits, trustedProxies: number): RequestLimits {
  const { perAddress, perToken, counter = inMemoryCounter } = rates;
  const limit = (name: string, points: number | null, keyOf: (request: IncomingMessage) => string) =>
    points === null ? null : limitOf(points, counter(name, points, seconds), keyOf);
  return {
    address: limit('address', perAddress, (request) => networkOf(addressOf(request, trustedProxies))),
    token: limit('token', perToken, (request) => hash('sha256', signedPart(request), 'base64')),
  };
}

/** Throws too-many-requests. */
export function rateLimited(limit: RequestLimit | null): Middleware[] {
  if (limit === null) return [];
  return [
    async (ctx, next) => {
      const { headers, rejection } = await limit(ctx.req);
      ctx.set(headers);
      if (rejection) throw rejection;
      await next();
    },
  ];
}

/** The rate-limit key omits the signature, which has several equivalent base64url encodings. */
function signedPart({ headers }: IncomingMessage): string {
  const token = bearerOf(headers.authorization) ?? '';
  return token.slice(0, token.lastIndexOf('.'));
}

/** Each proxy appends its client's address. An invalid entry falls back to the address of the connection. */
function addressOf({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const header = trustedProxies === 0 ? undefined : headers['x-forwarded-for'];
  const addresses = header === undefined ? [] : String(header).split(',').slice(-trustedProxies);
  return stripPort(addresses[0]?.trim() ?? '') ?? socket.remoteAddress ?? '';
}

/** Strips the port that some proxies append, such as `[2001:db8::1]:4711`; null if it is not an IP address. */
function stripPort(text: string): string | null {
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/.exec(text) ?? [];
  const address = bracketed ?? dotted ?? text;
  return isIP(address) === 0 ? null : address;
}

/** Rate-limit key of an address: the /64 prefix for IPv6, because one client controls all of it. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address;
  const [first = '', last] = address.toLowerCase().split('%')[0]!.split('::');
  const [left, right] = [first, last ?? ''].map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: Math.max(0, 8 - left!.length - right!.length) }, () => '0');
  return [...left!, ...zeros, ...right!].slice(0, 4).join(':');
}

function limitOf(
  points: number,
  limiter: ReturnType<MakeCounter>,
  keyOf: (request: IncomingMessage) => string,
): RequestLimit {
  const countOf = counted(points);
  return (request) =>
    limiter.consume(keyOf(request)).then(countOf, (rejected) => countOf(resultOf(rejected)));
}

/** The limiter rejects with its result if the limit is exceeded; other rejections are errors. */
function resultOf(rejected: unknown): RateLimiterRes {
  if (rejected instanceof RateLimiterRes) return rejected;
  throw rejected;
}

function counted(points: number): (result: RateLimiterRes) => Count {
  const policy = `${points};w=${seconds}`;
  return ({ msBeforeNext, remainingPoints, consumedPoints }) => {
    // A clock that has been set back would make the rest of the interval longer than the interval.
    const wait = Math.min(seconds, Math.ceil(msBeforeNext / 1000));
    const headers = {
      'RateLimit-Policy': policy,
      RateLimit: `limit=${points}, remaining=${remainingPoints}, reset=${wait}`,
    };
    return { headers, rejection: consumedPoints > points ? tooMany(points, wait) : null };
  };
}

function tooMany(points: number, wait: number): ProblemError {
  return new ProblemError(
    'too-many-requests',
    `Rate limit exceeded: ${points} requests per ${seconds} seconds.`,
    {
      headers: { 'Retry-After': String(wait) },
    },
  );
}
