/**
 * Graceful shutdown behind a load balancer.
 *
 * First `/ready` returns 503 while the server keeps serving and closes each connection after its response. After the delay,
 * it stops listening, completes requests in flight and closes idle connections.
 */
import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Time limit for requests in flight. Containers are killed after 10 s; the rest is for closing files and connections. */
const MAX_DRAIN_MS = 6000;
/** Interval of the check for idle connections. */
const IDLE_CHECK_INTERVAL_MS = 50;

export interface GracefulShutdown {
  /** Health check for `/ready`. */
  unavailableReason(): string | null;
  /** Wraps the listener: during shutdown, each connection is closed after its current request. */
  wrapListener(listener: RequestListener): RequestListener;
  /** Tracks the connections of the server and returns it. */
  trackConnections(server: Server): Server;
  /** Keeps serving for `delay` milliseconds, then closes the server. Resolves when it is closed. */
  shutDown(server: Server, delay: number): Promise<void>;
}

export function gracefulShutdown(): GracefulShutdown {
  let isStopping = false;
  /** Open connections with their pending response; null while idle. Completed responses are released to free memory. */
  const connections = new Map<Socket, ServerResponse | null>();

  /** The connection may be closed or may already serve its next request. */
  function markIdle(this: ServerResponse): void {
    const { socket } = this.req;
    if (connections.get(socket) === this) connections.set(socket, null);
  }

  /**
   * Closes idle connections, such as preconnects and keep-alive. Skips connections whose response has ended while the client
   * is still sending, because it has yet to read the response.
   */
  function closeIdleConnections(): void {
    for (const [socket, response] of connections)
      if (response === null && !socket.writableEnded) socket.destroy();
  }

  async function drain(server: Server): Promise<void> {
    // Accept connections that the system has already established; otherwise they would be reset.
    await new Promise((resolve) => setImmediate(resolve));
    const closed = new Promise((resolve) => server.close(resolve));
    // setImmediate: pending input is read before the connection is checked.
    const idle = setInterval(() => setImmediate(closeIdleConnections), IDLE_CHECK_INTERVAL_MS);
    const deadline = setTimeout(() => server.closeAllConnections(), MAX_DRAIN_MS);
    await closed;
    clearInterval(idle);
    clearTimeout(deadline);
  }

  return {
    unavailableReason: () => (isStopping ? 'The server is shutting down.' : null),
    wrapListener: (listener) => (request, response) => {
      connections.set(request.socket, response);
      response.on('close', markIdle);
      if (isStopping) response.setHeader('Connection', 'close');
      listener(request, response);
    },
    trackConnections(server) {
      return server.on('connection', (socket: Socket) => {
        connections.set(socket, null);
        socket.once('close', () => connections.delete(socket));
      });
    },
    async shutDown(server, delay) {
      isStopping = true;
      await pause(delay);
      await drain(server);
    },
  };
}
