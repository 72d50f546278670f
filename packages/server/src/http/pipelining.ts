/**
 * Back-pressure for HTTP pipelining (RFC 9112, section 9.3.2): one request per connection at a time.
 *
 * Each request waits until the previous response is sent, so clients that do not read responses cause no work. Browsers do
 * not pipeline; sequential requests cost only one check.
 */
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** Clients that pipeline send 10 to 16 requests ahead. */
export const MAX_PIPELINED = 32;

/** Wraps the listener. Closes the connection if a client pipelines too many requests. */
export function oneAtATime(listener: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    // Node assigns the socket to the response when the previous one is finished.
    if (response.socket !== null) return listener(request, response);
    const { socket } = request;
    const count = (waiting.get(socket) ?? 0) + 1;
    if (count > MAX_PIPELINED) return socket.destroy();
    waiting.set(socket, count);
    response.once('socket', () => {
      waiting.set(socket, waiting.get(socket)! - 1);
      // Node is still assigning the socket; a synchronous response would finish twice.
      process.nextTick(() => socket.destroyed || listener(request, response));
    });
  };
}
