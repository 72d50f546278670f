/**
 * How many bytes of bodies of requests the service keeps at a time (those of answers have a budget of their own). Each
 * body is limited, but many of them at once are not. What has arrived is counted, not what is announced; when there is no
 * room, the body that has been on its way for longest gives up its place, so that nobody holds up others by sending
 * slowly. What streams, such as documents, is never kept whole and not counted.
 */
import type { Context, Middleware } from 'koa';
import { ProblemError } from '../errors.ts';
import { hasBody } from './request-body.ts';

/** In bytes. Parsed, a body takes some times its size. */
const usual = 64 * 1024 * 1024;

/** The place of one request's body in the budget, for whoever reads it. */
export interface BodyReservation {
  /** Counts bytes that have arrived. `giveUp` is told the refusal, now or while the body is still on its way. */
  take(size: number, giveUp: GiveUp): void;
  /** The body is whole: from now on it keeps its place until its request is answered. */
  arrived(): void;
}

export interface RequestMemoryLimit {
  /** Counts what those after it read. */
  counting: Middleware;
  /** How many bytes are kept. */
  bytes(): number;
}

type GiveUp = (refusal: ProblemError) => void;

interface Taken {
  size: number;
  /** Null before the first byte, and when it was told. */
  giveUp: GiveUp | null;
}

/** Absent where bodies are not counted. */
export function bodyReservationOf({ state }: Context): BodyReservation | undefined {
  return (state as { bodyPlace?: BodyReservation }).bodyPlace;
}

export function requestMemoryLimit(most = usual): RequestMemoryLimit {
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
    // It was itself the one that had to go.
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
  return new ProblemError('service-unavailable', 'Too many large requests are being read just now.', {
    headers: { 'Retry-After': '1' },
  });
}
