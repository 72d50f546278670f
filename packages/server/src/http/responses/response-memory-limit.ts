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
  /** Counts `body` for `client`. Returns a function that releases it early; null if the limit is reached. */
  hold(response: ServerResponse, body: Sized, client: string): Release | null;
  /** Like `hold`, but never rejects: for responses to changes that have already been made. */
  holdAnyway(response: ServerResponse, body: Sized, client: string): Release;
  /** Records progress: the body counts as new. */
  recordProgress(body: Sized): void;
  /** Number of pending bytes. */
  bytes(): number;
  /** Number of responses aborted in favor of others. */
  evictedCount(): number;
}

/** A body, or the number of bytes that a streamed response keeps in memory. */
export interface Sized {
  readonly length: number;
}

export type Release = () => void;

interface PendingResponse {
  body: Sized;
  /** Client identity of the first reader. */
  client: string;
  /** When the last reader was added or made progress. */
  since: number;
  readers: Set<ServerResponse>;
}

export function responseMemoryLimit(
  limitBytes = DEFAULT_LIMIT_BYTES,
  minReadingTimeMs = MIN_READING_TIME_MS,
): ResponseMemoryLimit {
  let [pendingBytes, evicted] = [0, 0];
  const bytesByClient = new Map<string, number>();
  /** Oldest first. */
  const pendingByBody = new Map<Sized, PendingResponse>();
  const bytesOf = (client: string) => bytesByClient.get(client) ?? 0;

  function count(client: string, size: number): void {
    pendingBytes += size;
    const total = bytesOf(client) + size;
    if (total > 0) bytesByClient.set(client, total);
    else bytesByClient.delete(client);
  }

  function release(pending: PendingResponse): void {
    if (pendingByBody.get(pending.body) !== pending) return;
    pendingByBody.delete(pending.body);
    count(pending.client, -pending.body.length);
  }

  const isFull = (size: number) => pendingBytes + size > limitBytes;
  const isBeyondShare = (size: number, client: string) => bytesOf(client) + size > limitBytes / 2;

  function abortOldest(size: number, client: string): boolean {
    for (const pending of pendingByBody.values()) {
      if (!isFull(size)) {
        if (!isBeyondShare(size, client)) return true;
        if (pending.client !== client) continue;
      }
      if (performance.now() - pending.since < minReadingTimeMs) return false;
      release(pending);
      evicted += pending.readers.size;
      for (const reader of pending.readers) reader.destroy();
    }
    // A body larger than the limit is sent alone.
    return true;
  }

  function holdAnyway(response: ServerResponse, body: Sized, client: string): Release {
    const pending: PendingResponse = pendingByBody.get(body) ?? {
      body,
      client,
      since: 0,
      readers: new Set(),
    };
    release(pending);
    pendingByBody.set(body, pending);
    count(pending.client, body.length);
    pending.since = performance.now();
    pending.readers.add(response);
    const removeReader = () => {
      response.off('close', removeReader);
      pending.readers.delete(response);
      if (pending.readers.size === 0) release(pending);
    };
    response.on('close', removeReader);
    if (response.destroyed) removeReader();
    return removeReader;
  }

  return {
    holdAnyway,
    bytes: () => pendingBytes,
    evictedCount: () => evicted,
    recordProgress(body) {
      const pending = pendingByBody.get(body);
      if (!pending) return;
      pending.since = performance.now();
      pendingByBody.delete(body);
      pendingByBody.set(body, pending);
    },
    hold: (response, body, client) =>
      pendingByBody.has(body) || abortOldest(body.length, client) ? holdAnyway(response, body, client) : null,
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
