/**
 * How connections are closed so that nobody loses by it what was asked or answered. Closed with something unread, a
 * connection is reset: its client's system then throws away what the client has not read of an answer, and a request that
 * has arrived is lost. So all that has come is read first (RFC 9112, section 9.6).
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * A connection that is kept asks nothing for so long at most, in milliseconds: longer than proxies and load balancers keep
 * theirs, which mostly is a minute. So it is they who close, and none of them asks on a connection that is being closed.
 */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;
/** What of a body comes after its answer is read and thrown away for so long, in milliseconds. */
const MAX_DRAIN_MS = 30_000;

/** Ends the connections that Node finds to stand still, but for those on which something has come by now. */
export function closeIdle(server: Server): void {
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  server.on('timeout', (socket: Socket) => {
    const { bytesRead } = socket;
    // A server that was held up finds out how late it is before it reads what has arrived meanwhile.
    setImmediate(() => socket.bytesRead > bytesRead || socket.destroy());
  });
}

/** Who is answered before having sent all gets to read the answer, but cannot go on sending for ever. */
export function drainRequestBody(request: IncomingMessage, response: ServerResponse): void {
  // Before Node closes the connection, where it is not to be kept.
  response.prependOnceListener('finish', () => {
    if (request.complete) return;
    const { socket } = request;
    const { destroySoon } = socket;
    let isToClose = false;
    socket.destroySoon = () => {
      isToClose = true;
      socket.end();
      request.resume();
    };
    const tooLong = setTimeout(() => socket.destroy(), MAX_DRAIN_MS).unref();
    // A connection that is kept brings any number of such requests: nothing of them stays with it.
    request.once('close', () => {
      clearTimeout(tooLong);
      socket.destroySoon = destroySoon;
      if (isToClose) socket.destroySoon();
    });
  });
}
