/**
 * Back-pressure for HTTP pipelining (RFC 9112, section 9.3.2): one request per connection at a time.
 *
 * Each request waits until the previous response is sent, so clients that do not read responses cause no work. Browsers do
 * not pipeline; sequential requests cost only a few checks.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Clients that pipeline send 10 to 16 requests ahead. */
export const MAX_PIPELINED = 32;

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Unfinished exchanges of each connection, in order. Idle connections have none, so that they need less memory. */
const pipelines = new WeakMap<Duplex, Exchange[]>();
/** Connections that accept no further requests. */
const closingSockets = new WeakSet<Duplex>();

/**
 * Wraps the listener. If a client pipelines too many requests, the accepted ones are answered, and the connection closes
 * after the last of them.
 */
export function serializePipelined(listener: RequestListener): RequestListener {
  return (request, response) => {
    const { socket } = request;
    if (closingSockets.has(socket)) return;
    const exchanges = unfinished(socket);
    if (exchanges.length > MAX_PIPELINED) {
      endAfter(exchanges.at(-1)!.response, socket);
      return;
    }
    exchanges.push({ request, response });
    pipelines.set(socket, exchanges);
    response.once('finish', () => {
      if (unfinished(socket).length === 0) pipelines.delete(socket);
    });
    // Node assigns the socket to the response when the previous one is finished.
    if (response.socket !== null) return listener(request, response);
    response.once('socket', () => {
      // Node is still assigning the socket; a synchronous response would finish twice.
      process.nextTick(() => {
        const mayStart = !socket.destroyed && (request.complete || !closingSockets.has(socket));
        if (mayStart) listener(request, response);
      });
    });
  };
}

/**
 * Ends the pipeline of a connection whose further bytes are not HTTP. Returns the response after which nothing else is
 * sent; undefined if no complete request waits for one.
 */
export function endPipeline(socket: Duplex): ServerResponse | undefined {
  closingSockets.add(socket);
  const exchanges = unfinished(socket);
  // The rest of an incomplete request will never arrive.
  const incomplete = exchanges.findIndex(({ request }) => !request.complete);
  const complete = incomplete < 0 ? exchanges : exchanges.slice(0, incomplete);
  return complete.at(-1)?.response;
}

function unfinished(socket: Duplex): Exchange[] {
  const exchanges = pipelines.get(socket) ?? [];
  while (exchanges[0]?.response.writableFinished) exchanges.shift();
  return exchanges;
}

function endAfter(response: ServerResponse, socket: IncomingMessage['socket']): void {
  closingSockets.add(socket);
  if (!response.headersSent) response.shouldKeepAlive = false;
  response.once('finish', () => socket.destroySoon());
}
