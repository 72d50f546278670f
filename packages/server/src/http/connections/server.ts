/** Node HTTP server: timeouts, and problem responses for malformed requests and CONNECT. */
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { requestLimits } from '@semantic-search/contract';
import { ProblemError, problemOf } from '../../errors/problem.ts';
import { hasBody } from '../requests/request-body.ts';
import { newRequestId } from '../requests/request-id.ts';
import { closeIdle, drainRequestBody } from './close-connection.ts';
import { endPipeline, serializePipelined } from './pipelining.ts';

/** Time limit for receiving all request headers (slow-loris protection). */
const MAX_HEADERS_DURATION_MS = 10_000;
/** Node checks for expired connections at this interval; its default of 30 s would quadruple the time limit. */
const CHECK_INTERVAL_MS = 1000;
/** How long a client may take to read the response to a malformed request. */
const RESPONSE_READ_TIMEOUT_MS = 5000;

/** Creates the server without listening. */
export function httpServer(listener: RequestListener, headersTimeout = MAX_HEADERS_DURATION_MS): Server {
  // Node would reject a missing Host without a problem document; `requireValidHost` does it instead.
  const server = createServer(
    {
      requireHostHeader: false,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      maxHeaderSize: requestLimits.headerBytes,
    },
    serializePipelined((request, response) => {
      if (hasBody(request)) drainRequestBody(request, response);
      listener(request, response);
    }),
  );
  // Uploads may stream for a long time; body readers have their own timeouts.
  server.requestTimeout = 0;
  server.headersTimeout = headersTimeout;
  closeIdle(server);
  // Unknown expectations may be ignored (RFC 9110, section 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket) =>
    reject(
      socket,
      new ProblemError('method-not-allowed', 'This server is not a proxy.', { headers: { Allow: 'GET' } }),
    ),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (malformed.has(socket)) return;
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else rejectBytes(socket, error.code);
  });
  return server;
}

/** Connections with bytes that are not HTTP; Node reports further ones again. */
const malformed = new WeakSet<Duplex>();

/** Sends the responses to the previous requests first, because 400 means that nothing was done. */
function rejectBytes(socket: Duplex, code: string | undefined): void {
  malformed.add(socket);
  const last = endPipeline(socket);
  // The request was the last one by its own header, and Node closes the connection after its response.
  if (last && code === 'HPE_CLOSED_CONNECTION') return;
  const problem =
    code === 'HPE_HEADER_OVERFLOW'
      ? new ProblemError('headers-too-large', 'The headers have more than 32 KiB.')
      : new ProblemError('bad-request', 'The request is not valid HTTP/1.1.');
  if (last) last.once('close', () => reject(socket, problem));
  else reject(socket, problem);
}

function reject(socket: Duplex, problem: ProblemError): void {
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
  socket.on('error', () => undefined); // The connection is closing.
  // Discard further input: closing with unread data resets the connection and loses the response.
  socket.resume();
  setTimeout(() => socket.destroy(), RESPONSE_READ_TIMEOUT_MS).unref();
  socket.end([`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`, ...lines, '', body].join('\r\n'));
}
