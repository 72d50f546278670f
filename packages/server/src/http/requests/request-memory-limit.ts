/**
 * Memory limit for all buffered request bodies; responses have a limit of their own.
 *
 * Counts received bytes, not Content-Length. If the limit is reached, the oldest incomplete body is rejected, so that slow
 * senders cannot block others. Streamed uploads are not buffered and not counted.
 */
import type { Context, Middleware } from 'koa';
import { ProblemError } from '../../errors/problem.ts';
import { hasBody } from './request-body.ts';

/** A parsed body takes several times its size. */
const DEFAULT_LIMIT_BYTES = 64 * 1024 * 1024;

/** The share of one request body in the limit; used by the body parser. */
export interface BodyReservation {
  /** Counts received bytes. Calls `reject` with the error if the body is rejected, now or while it arrives. */
  take(size: number, reject: Reject): void;
  /** Marks the body as complete: it is no longer evicted and counts until the response. */
  complete(): void;
}

export interface RequestMemoryLimit {
  /** Middleware that counts the bodies read downstream. */
  middleware: Middleware;
  /** Number of buffered bytes. */
  bytes(): number;
}

type Reject = (error: ProblemError) => void;

interface CountedBody {
  size: number;
  /** Null before the first byte and after the rejection. */
  reject: Reject | null;
}

/** Undefined if bodies are not counted. */
export function bodyReservationOf({ state }: Context): BodyReservation | undefined {
  return (state as { bodyReservation?: BodyReservation }).bodyReservation;
}

export function requestMemoryLimit(limitBytes = DEFAULT_LIMIT_BYTES): RequestMemoryLimit {
  let bufferedBytes = 0;
  /** Oldest first. */
  const incomplete = new Set<CountedBody>();

  function release(body: CountedBody): void {
    incomplete.delete(body);
    bufferedBytes -= body.size;
    body.size = 0;
  }

  function evict(size: number): void {
    for (const oldest of incomplete) {
      if (bufferedBytes + size <= limitBytes) return;
      release(oldest);
      oldest.reject?.(overloaded());
      oldest.reject = null;
    }
  }

  function take(body: CountedBody, size: number, reject: Reject): void {
    body.reject = reject;
    incomplete.add(body);
    if (bufferedBytes + size > limitBytes) evict(size);
    // This body was itself the oldest and has been rejected.
    if (body.reject === null) return;
    bufferedBytes += size;
    body.size += size;
  }

  const middleware: Middleware = async (ctx, next) => {
    if (!hasBody(ctx.req)) return next();
    const body: CountedBody = { size: 0, reject: null };
    const reservation: BodyReservation = {
      take: (size, reject) => take(body, size, reject),
      complete: () => void incomplete.delete(body),
    };
    ctx.state.bodyReservation = reservation;
    try {
      await next();
    } finally {
      release(body);
    }
  };
  return { middleware, bytes: () => bufferedBytes };
}

function overloaded(): ProblemError {
  return new ProblemError(
    'service-unavailable',
    'The server is overloaded with large requests; try again later.',
    {
      headers: { 'Retry-After': '1' },
    },
  );
}
