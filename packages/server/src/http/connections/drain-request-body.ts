/**
 * Early responses to requests with incomplete bodies (RFC 9112, section 9.6).
 *
 * Closing a socket with unread input resets the connection: the client loses the unread part of the response. Therefore all
 * received data is read first.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** How long the rest of a request body is discarded after the response. */
const MAX_DRAIN_MS = 30_000;

/** Lets the client read an early response while the rest of its body is discarded, for a limited time. */
export function drainRequestBody(request: IncomingMessage, response: ServerResponse): void {
  // Runs before Node closes a connection without keep-alive.
  response.prependOnceListener('finish', () => {
    if (request.complete) return;
    const { socket } = request;
    const { destroySoon } = socket;
    let isClosing = false;
    socket.destroySoon = () => {
      isClosing = true;
      socket.end();
      request.resume();
    };
    const timer = setTimeout(() => socket.destroy(), MAX_DRAIN_MS).unref();
    // Clean up, because a keep-alive connection may carry many such requests.
    request.once('close', () => {
      clearTimeout(timer);
      socket.destroySoon = destroySoon;
      if (isClosing) socket.destroySoon();
    });
  });
}
