/** Streams a response and aborts it when the client stops reading. */
import type { ServerResponse } from 'node:http';
import { abortWhenStalled } from './response-memory-limit.ts';

/** The response is aborted if the client reads nothing for this long. */
const STALL_TIMEOUT_MS = 30_000;

/** Yields the same pieces; destroys `response` if the next piece is not requested in time. */
export async function* abortSlowReader<Piece>(
  pieces: AsyncIterable<Piece>,
  response: ServerResponse,
  timeoutMs = STALL_TIMEOUT_MS,
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
  abortWhenStalled(response, timeoutMs);
}
