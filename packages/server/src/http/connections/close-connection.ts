/**
 * Closes connections without losing requests or responses (RFC 9112, section 9.6).
 *
 * Closing a socket with unread input resets the connection: the client loses the unread part of the response. Therefore all
 * received data is read first.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Longer than the idle timeout of common proxies and load balancers (60 s). So the proxy closes first and never sends a
 * request on a closing connection.
 */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;
/** How long the rest of a request body is discarded after the response. */
const MAX_DRAIN_MS = 30_000;

/** Closes idle connections, except those that have just received data. */
export function closeIdle(server: Server): void {
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  server.on('timeout', (socket: Socket) => {
    const { bytesRead } = socket;
    // After a blocked event loop, timers run before pending input is read.
    setImmediate(() => socket.bytesRead > bytesRead || socket.destroy());
  });
}

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
