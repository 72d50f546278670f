/** Timeouts of clients that do not read the response: their connections are closed. */
import type { ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import type { Middleware } from 'koa';

/** A client that reads nothing of a pending response for one to two of these periods is disconnected. */
const STALL_TIMEOUT_MS = 15_000;
/** Timeout for a stream if the client does not request its next piece. */
const STREAM_STALL_TIMEOUT_MS = 30_000;

/** Middleware: disconnects a client that does not read a response which the server has completed. */
export function disconnectStalled(timeoutMs = STALL_TIMEOUT_MS): Middleware {
  return async (ctx, next) => {
    const { res } = ctx;
    res.once('prefinish', () => {
      if (res.writableLength > 0) res.setTimeout(timeoutMs);
    });
    await next();
    // A compressed body is complete before it is sent. Other streams may pause, and have a timeout of their own.
    if (ctx.body instanceof Transform) res.setTimeout(timeoutMs);
  };
}

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
  response.setTimeout(timeoutMs);
}
