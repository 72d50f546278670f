/** The HTTP server of Node with its edges: what never becomes a request is answered here, what never ends is ended. */
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ProblemError, problemOf } from '../errors.ts';
import { closeIdle, drainRequestBody } from './close-connection.ts';
import { oneAtATime } from './pipelining.ts';
import { hasBody } from './request-body.ts';
import { newRequestId } from './request-id.ts';

/** Headers that drip in slower than this end their connection. In milliseconds. */
const longestHeaders = 10_000;
/** So often Node looks for such connections; by itself every half minute, so that they would last four times as long. */
const lookAtHeaders = 1000;
/** Who is refused may read that for so long. In milliseconds. */
const longestReading = 5000;

/** Not listening yet. */
export function httpServer(answer: RequestListener, headersTimeout = longestHeaders): Server {
  // Without Host a request would be refused by Node, with no problem; `wellFormedHost` does that.
  const server = createServer(
    { requireHostHeader: false, connectionsCheckingInterval: lookAtHeaders },
    oneAtATime((request, response) => {
      if (hasBody(request)) drainRequestBody(request, response);
      answer(request, response);
    }),
  );
  // A body may stream for long; the readers of bodies have a timeout of their own.
  server.requestTimeout = 0;
  server.headersTimeout = headersTimeout;
  closeIdle(server);
  // Nothing but 100-continue is known, and what is not known may be ignored (RFC 9110, section 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket) =>
    refuse(
      socket,
      new ProblemError('method-not-allowed', 'This is no proxy.', { headers: { Allow: 'GET' } }),
    ),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // What comes after a refusal is no HTTP either, and is told each time.
    if (refused.has(socket)) return;
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else
      refuse(
        socket,
        new ProblemError('bad-request', 'The request is no HTTP, or its headers are too large.'),
      );
  });
  return server;
}

const refused = new WeakSet<Duplex>();

function refuse(socket: Duplex, problem: ProblemError): void {
  refused.add(socket);
  const id = newRequestId();
  const body = JSON.stringify(problemOf(problem, id));
  const headers = {
    ...problem.headers,
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': id,
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.on('error', () => undefined); // It is being closed anyway.
  // What still comes is thrown away: closed with something unread, the connection would take the answer with it.
  socket.resume();
  setTimeout(() => socket.destroy(), longestReading).unref();
  socket.end([`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`, ...lines, '', body].join('\r\n'));
}
