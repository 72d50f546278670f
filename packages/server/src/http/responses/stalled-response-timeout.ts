/** Streams a response and aborts it when the client stops reading. */
import type { ServerResponse } from 'node:http';
import { setStreamStallTimeout } from './response-memory-limit.ts';

/** The response is aborted if the client reads nothing for this long. */
const STREAM_STALL_TIMEOUT_MS = 30_000;

/** Yields the same pieces; destroys `response` if the next piece is not requested in time. */
export async function* withReadTimeout<Piece>(
  pieces: AsyncIterable<Piece>,
  response: ServerResponse,
  timeoutMs = STREAM_STALL_TIMEOUT_MS,
): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    const timer = setTimeout(() => response.destroy(), timeoutMs);
    try {
      yield piece;
    } finally {
      clearTimeout(timer);
    }
  }
  // The last piece may still be unread.
  setStreamStallTimeout(response, timeoutMs);
}
