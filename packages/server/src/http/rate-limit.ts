/** How many requests a token and an address may make (RFC 6585 for 429, RateLimit headers of the IETF draft). */
import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Middleware } from 'koa';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { bearerOf } from '../auth/authentication.ts';
import { ProblemError } from '../errors.ts';
import { perConnection } from './connection-cache.ts';

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

export interface RequestLimit {
  count(request: IncomingMessage): Promise<Count>;
  /** Who asks for this request's count again gets this one, and it is not counted again. */
  keep(request: IncomingMessage, count: Count): void;
}

export interface Count {
  /** For the answer. */
  headers: Record<string, string>;
  /** Thrown where the request is one too many. */
  refusal: ProblemError | null;
}

/** Null where there is no limit. */
export interface RequestLimits {
  address: RequestLimit | null;
  /** Of tokens that were checked. */
  token: RequestLimit | null;
}

/** `proxies` is how many of them before the service tell the client's address. */
export function requestLimits(rates: RateLimits, proxies: number): RequestLimits {
  const { perAddress, perToken, counter = ownCounter } = rates;
  const limit = (name: string, points: number | null, keyOf: (request: IncomingMessage) => string) =>
    points === null ? null : limitOf(points, counter(name, points, seconds), keyOf);
  const network = perConnection(networkOf);
  const digest = perConnection((text) => hash('sha256', text, 'base64'));
  return {
    address: limit('address', perAddress, (request) => network(request.socket, addressOf(request, proxies))),
    token: limit('token', perToken, (request) => digest(request.socket, signedPart(request))),
  };
}

/** Throws too-many-requests. */
export function rateLimited(limit: RequestLimit | null): Middleware[] {
  if (limit === null) return [];
  return [
    async (ctx, next) => {
      const { headers, refusal } = await limit.count(ctx.req);
      ctx.set(headers);
      if (refusal) throw refusal;
      await next();
    },
  ];
}

/** Of the token that is checked: its signature can be written in several ways that are as good. */
function signedPart({ headers }: IncomingMessage): string {
  const token = bearerOf(headers.authorization) ?? '';
  return token.slice(0, token.lastIndexOf('.'));
}

/** Each proxy adds whom it was asked by at the end. What it wrote that is no address counts as its own. */
function addressOf({ headers, socket }: IncomingMessage, proxies: number): string {
  const told = proxies === 0 ? undefined : headers['x-forwarded-for'];
  const addresses = told === undefined ? [] : String(told).split(',').slice(-proxies);
  return withoutPort(addresses[0]?.trim() ?? '') ?? socket.remoteAddress ?? '';
}

/** Some proxies write `192.0.2.1:4711` and `[2001:db8::1]:4711`: each connection has another port. Null for no address. */
function withoutPort(text: string): string | null {
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/.exec(text) ?? [];
  const address = bracketed ?? dotted ?? text;
  return isIP(address) === 0 ? null : address;
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

function limitOf(
  points: number,
  limiter: ReturnType<MakeCounter>,
  keyOf: (request: IncomingMessage) => string,
): RequestLimit {
  const kept = new WeakMap<IncomingMessage, Count>();
  const countOf = counted(points);
  return {
    count(request) {
      const known = kept.get(request);
      if (known) return Promise.resolve(known);
      return limiter.consume(keyOf(request)).then(countOf, (rejected) => countOf(refusalOf(rejected)));
    },
    keep: (request, count) => void kept.set(request, count),
  };
}

/** The limiter rejects with its count; all else is an error. */
function refusalOf(rejected: unknown): RateLimiterRes {
  if (rejected instanceof RateLimiterRes) return rejected;
  throw rejected;
}

function counted(points: number): (result: RateLimiterRes) => Count {
  const policy = `${points};w=${seconds}`;
  return ({ msBeforeNext, remainingPoints, consumedPoints }) => {
    const wait = Math.ceil(msBeforeNext / 1000);
    const headers = {
      'RateLimit-Policy': policy,
      RateLimit: `limit=${points}, remaining=${remainingPoints}, reset=${wait}`,
    };
    return { headers, refusal: consumedPoints > points ? tooMany(points, wait) : null };
  };
}

function tooMany(points: number, wait: number): ProblemError {
  return new ProblemError('too-many-requests', `There may be ${points} requests in ${seconds} seconds.`, {
    headers: { 'Retry-After': String(wait) },
  });
}
