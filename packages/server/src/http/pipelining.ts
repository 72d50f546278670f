/**
 * Requests that come before the former ones of their connection are answered (RFC 9112, section 9.3.2). Each waits until
 * the answer before it has gone out, so that who reads no answers makes no work and fills no memory; and only so many may
 * wait. No browser sends any, so one request after another costs nothing more than a look.
 */
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** Clients that pipeline at all do so by ten or sixteen. */
export const MAX_PIPELINED = 32;

/** The same listener, that is called for one request of a connection at a time. A client that sends too many is cut off. */
export function oneAtATime(listener: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    // Node gives the response its socket when it is its turn.
    if (response.socket !== null) return listener(request, response);
    const { socket } = request;
    const count = (waiting.get(socket) ?? 0) + 1;
    if (count > MAX_PIPELINED) return socket.destroy();
    waiting.set(socket, count);
    response.once('socket', () => {
      waiting.set(socket, waiting.get(socket)! - 1);
      // Node is still at it: what is answered now would be finished twice.
      process.nextTick(() => socket.destroyed || listener(request, response));
    });
  };
}
