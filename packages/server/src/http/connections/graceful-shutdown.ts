/**
 * Graceful shutdown behind a load balancer.
 *
 * First `/ready` returns 503 while the server keeps serving and closes each connection after its response. After the delay,
 * it stops listening, completes requests in flight and closes idle connections.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Time limit for requests in flight. Containers are killed after 10 s; the rest is for closing files and connections. */
const MAX_DRAIN_MS = 6000;
/** Interval of the check for idle connections. */
const IDLE_CHECK_INTERVAL_MS = 50;

export function gracefulShutdown() {
  let isStopping = false;
  /** Connections without a request so far, such as those that browsers open in advance; Node does not count them as idle. */
  const unused = new Set<Socket>();

  function closeIdleConnections(server: Server): void {
    server.closeIdleConnections();
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
  }

  return {
    /** Health check for `/ready`. */
    unavailableReason: () => (isStopping ? 'The server is shutting down.' : null),
    /** Prepares the server, before it listens. Returns it. */
    prepare(server: Server): Server {
      server.on('connection', (socket: Socket) => {
        unused.add(socket);
        socket.once('close', () => unused.delete(socket));
      });
      return server.prependListener('request', (request, response) => {
        unused.delete(request.socket);
        if (isStopping) response.setHeader('Connection', 'close');
      });
    },
    /** Keeps serving during the delay, then closes the server. Resolves when it is closed. */
    async shutDown(server: Server, delayMs: number): Promise<void> {
      isStopping = true;
      await pause(delayMs);
      // Accept connections that the system has already established; otherwise they would be reset.
      await new Promise((resolve) => setImmediate(resolve));
      const closed = new Promise((resolve) => server.close(resolve));
      // setImmediate: pending input is read before the connection is checked.
      const check = () => setImmediate(closeIdleConnections, server);
      const idleCheck = setInterval(check, IDLE_CHECK_INTERVAL_MS);
      const deadline = setTimeout(() => server.closeAllConnections(), MAX_DRAIN_MS);
      await closed;
      clearInterval(idleCheck);
      clearTimeout(deadline);
    },
  };
}
