/**
 * The way out of a server behind a load balancer: it says that it is not ready and goes on answering, closing each
 * connection with its answer, until the load balancer has noticed; only then it stops listening, lets requests in flight
 * end, and cuts off who asks nothing.
 */
import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * How long requests in flight may go on, in milliseconds: of the ten seconds after which containers are killed, some are
 * left for putting away what the service has open.
 */
const longestFarewell = 6000;
/** So often it is looked for connections whose answer has gone out, in milliseconds. */
const lookAtConnections = 50;

export interface GracefulShutdown {
  /** For `/ready`. */
  trouble(): string | null;
  /** The same listener, that from the beginning of the end on takes no further request on a connection. */
  wrapListener(listener: RequestListener): RequestListener;
  /** The same server, whose connections are known from now on. */
  trackConnections(server: Server): Server;
  /** Resolves when the server has closed: `delay` milliseconds after the beginning, or as soon after as nothing is in flight. */
  shutDown(server: Server, delay: number): Promise<void>;
}

export function gracefulShutdown(): GracefulShutdown {
  let ending = false;
  /** Each open connection with the answer that it waits for. An answer that is over would keep its request in memory. */
  const connections = new Map<Socket, ServerResponse | null>();

  /** The next request of the connection may have begun, or the connection be gone. */
  function settle(this: ServerResponse): void {
    const { socket } = this.req;
    if (connections.get(socket) === this) connections.set(socket, null);
  }

  /**
   * Browsers connect before they ask, and those that have asked keep the connection: neither is waited for. Where the
   * server has said its last, the client is still sending, and is to read that.
   */
  function cutIdle(): void {
    for (const [socket, answer] of connections)
      if (answer === null && !socket.writableEnded) socket.destroy();
  }

  async function farewell(server: Server): Promise<void> {
    // Whoever has been connected by the system already is taken before it stops listening, else reset.
    await new Promise((taken) => setImmediate(taken));
    const closed = new Promise((resolve) => server.close(resolve));
    // A request that has arrived is read before its connection is looked at, each time.
    const idle = setInterval(() => setImmediate(cutIdle), lookAtConnections);
    const impatience = setTimeout(() => server.closeAllConnections(), longestFarewell);
    await closed;
    clearInterval(idle);
    clearTimeout(impatience);
  }

  return {
    trouble: () => (ending ? 'It was told to end.' : null),
    wrapListener: (listener) => (request, response) => {
      connections.set(request.socket, response);
      response.on('close', settle);
      if (ending) response.setHeader('Connection', 'close');
      listener(request, response);
    },
    trackConnections(server) {
      return server.on('connection', (socket: Socket) => {
        connections.set(socket, null);
        socket.once('close', () => connections.delete(socket));
      });
    },
    async shutDown(server, delay) {
      ending = true;
      await pause(delay);
      await farewell(server);
    },
  };
}
