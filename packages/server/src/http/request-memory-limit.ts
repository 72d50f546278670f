/**
 * Memory limit for all buffered request bodies; responses have a limit of their own.
 *
 * Counts received bytes, not Content-Length. If the limit is reached, the oldest incomplete body is rejected, so that slow
 * senders cannot block others. Streamed uploads are not buffered and not counted.
 */
import type { Context, Middleware } from 'koa';
import { ProblemError } from '../errors/problem.ts';
import { hasBody } from './request-body.ts';

/** A parsed body takes several times its size. */
const DEFAULT_LIMIT_BYTES = 64 * 1024 * 1024;

/** The share of one request body in the limit; used by the body parser. */
export interface BodyReservation {
  /** Counts received bytes. Calls `giveUp` with the error if the body is rejected, now or while it arrives. */
  take(size: number, giveUp: GiveUp): void;
  /** Marks the body as complete: it is no longer evicted and counts until the response. */
  arrived(): void;
}

export interface RequestMemoryLimit {
  /** Middleware that counts the bodies read downstream. */
  counting: Middleware;
  /** Number of buffered bytes. */
  bytes(): number;
}

type GiveUp = (refusal: ProblemError) => void;

interface Taken {
  size: number;
  /** Null before the first byte and after the rejection. */
  giveUp: GiveUp | null;
}

/** Undefined if bodies are not counted. */
export function bodyReservationOf({ state }: Context): BodyReservation | undefined {
  return (state as { bodyPlace?: BodyReservation }).bodyPlace;
}

export function requestMemoryLimit(most = DEFAULT_LIMIT_BYTES): RequestMemoryLimit {
  let sum = 0;
  /** Oldest first. */
  const onTheirWay = new Set<Taken>();

  function giveBack(taken: Taken): void {
    onTheirWay.delete(taken);
    sum -= taken.size;
    taken.size = 0;
  }

  function makeRoom(size: number): void {
    for (const oldest of onTheirWay) {
      if (sum + size <= most) return;
      giveBack(oldest);
      oldest.giveUp?.(tooMany());
      oldest.giveUp = null;
    }
  }

  function take(taken: Taken, size: number, giveUp: GiveUp): void {
    taken.giveUp = giveUp;
    onTheirWay.add(taken);
    if (sum + size > most) makeRoom(size);
    // This body was itself the oldest and has been rejected.
    if (taken.giveUp === null) return;
    sum += size;
    taken.size += size;
  }

  const counting: Middleware = async (ctx, next) => {
    if (!hasBody(ctx.req)) return next();
    const taken: Taken = { size: 0, giveUp: null };
    const place: BodyReservation = {
      take: (size, giveUp) => take(taken, size, giveUp),
      arrived: () => void onTheirWay.delete(taken),
    };
    ctx.state.bodyPlace = place;
    try {
      await next();
    } finally {
      giveBack(taken);
    }
  };
  return { counting, bytes: () => sum };
}

function tooMany(): ProblemError {
  return new ProblemError(
    'service-unavailable',
    'The server is overloaded with large requests; try again later.',
    {
      headers: { 'Retry-After': '1' },
    },
  );
}
