/**
 * Memory limit for large responses that clients have not read yet (slow readers).
 *
 * A response counts from sending it until it is written or its connection closes; a body shared by several responses counts
 * once. If the limit is reached, the response without progress for the longest time is aborted. If none is old enough, the
 * new response is rejected. One client may use at most half of the limit; its own oldest responses are evicted first. Small
 * responses are not counted, because a connection has only one at a time.
 */
import type { ServerResponse } from 'node:http';
import { ProblemError } from '../../errors/problem.ts';

const DEFAULT_LIMIT_BYTES = 128 * 1024 * 1024;
/** A response is not aborted in favor of another before this time. */
const MIN_READING_TIME_MS = 5000;
/** A connection that reads nothing of a pending response is closed after one to two of these periods. */
const PENDING_STALL_TIMEOUT_MS = 15_000;

export interface ResponseMemoryLimit {
  /** Counts `body` for the client `holder`. Returns a function that releases it early; null if the limit is reached. */
  hold(response: ServerResponse, body: Sized, holder: string): Release | null;
  /** Like `hold`, but never rejects: for responses to changes that have already been made. */
  holdAnyway(response: ServerResponse, body: Sized, holder: string): Release;
  /** Records progress: the body counts as new. */
  recordProgress(body: Sized): void;
  /** Number of pending bytes. */
  bytes(): number;
  /** Number of responses aborted in favor of others. */
  cutOff(): number;
}

/** A body, or the number of bytes that a streamed response keeps in memory. */
export interface Sized {
  readonly length: number;
}

export type Release = () => void;

interface Held {
  body: Sized;
  /** Client identity of the first reader. */
  holder: string;
  /** When the last reader was added or made progress. */
  since: number;
  readers: Set<ServerResponse>;
}

export function responseMemoryLimit(
  limitBytes = DEFAULT_LIMIT_BYTES,
  minReadingTime = MIN_READING_TIME_MS,
): ResponseMemoryLimit {
  let [sum, cutOff] = [0, 0];
  const sums = new Map<string, number>();
  /** Oldest first. */
  const waiting = new Map<Sized, Held>();
  const sumOf = (holder: string) => sums.get(holder) ?? 0;

  function count(holder: string, size: number): void {
    sum += size;
    const own = sumOf(holder) + size;
    if (own > 0) sums.set(holder, own);
    else sums.delete(holder);
  }

  function release(held: Held): void {
    if (waiting.get(held.body) !== held) return;
    waiting.delete(held.body);
    count(held.holder, -held.body.length);
  }

  const isFull = (size: number) => sum + size > limitBytes;
  const isBeyondShare = (size: number, holder: string) => sumOf(holder) + size > limitBytes / 2;

  function abortOldest(size: number, holder: string): boolean {
    for (const held of waiting.values()) {
      if (!isFull(size)) {
        if (!isBeyondShare(size, holder)) return true;
        if (held.holder !== holder) continue;
      }
      if (performance.now() - held.since < minReadingTime) return false;
      release(held);
      cutOff += held.readers.size;
      for (const reader of held.readers) reader.destroy();
    }
    // A body larger than the limit is sent alone.
    return true;
  }

  function holdAnyway(response: ServerResponse, body: Sized, holder: string): Release {
    const held: Held = waiting.get(body) ?? { body, holder, since: 0, readers: new Set() };
    release(held);
    waiting.set(body, held);
    count(held.holder, body.length);
    held.since = performance.now();
    held.readers.add(response);
    const removeReader = () => {
      response.off('close', removeReader);
      held.readers.delete(response);
      if (held.readers.size === 0) release(held);
    };
    response.on('close', removeReader);
    if (response.destroyed) removeReader();
    return removeReader;
  }

  return {
    holdAnyway,
    bytes: () => sum,
    cutOff: () => cutOff,
    recordProgress(body) {
      const held = waiting.get(body);
      if (!held) return;
      held.since = performance.now();
      waiting.delete(body);
      waiting.set(body, held);
    },
    hold: (response, body, holder) =>
      waiting.has(body) || abortOldest(body.length, holder) ? holdAnyway(response, body, holder) : null,
  };
}

export function tooManyPendingResponses(): ProblemError {
  return new ProblemError(
    'service-unavailable',
    'Too many large responses are waiting to be read by clients; try again later.',
    {
      headers: { 'Retry-After': '5' },
    },
  );
}

/** Closes the connection of a sent response if the client reads nothing for `timeoutMs` milliseconds. */
export function setBufferedStallTimeout(
  response: ServerResponse,
  timeoutMs = PENDING_STALL_TIMEOUT_MS,
): void {
  if (response.writableLength > 0) response.setTimeout(timeoutMs);
}

/** The same for a streamed response that waits only for its reader. */
export function setStreamStallTimeout(response: ServerResponse, timeoutMs = PENDING_STALL_TIMEOUT_MS): void {
  response.setTimeout(timeoutMs);
}
