/** Node HTTP server: timeouts, and problem responses for malformed requests and CONNECT. */
import { randomUUID } from 'node:crypto';
import * as http from 'node:http';
import type { AddressInfo, ListenOptions } from 'node:net';
import type { Duplex } from 'node:stream';
import { requestLimits } from '@semantic-search/contract';
import { ProblemError, rawResponse } from '../../errors/problem.ts';
import { hasBody } from '../requests/body.ts';

/** Time limit for receiving all request headers (slow-loris protection). */
const HEADERS_TIMEOUT_MS = 10_000;
/** Node checks for expired connections at this interval; its default of 30 s would quadruple the time limit. */
const CHECK_INTERVAL_MS = 1000;
/** Exceeds the timeout of common proxies (60 s), so that no proxy sends a request while the server closes the connection. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;
const MAX_HEADER_KIB = requestLimits.headerBytes / 1024;
/** Moves long-lived clients to other replicas from time to time. */
const MAX_REQUESTS_PER_SOCKET = 100_000;
/** How long a client may take to read the response to a malformed request. */
const RESPONSE_READ_TIMEOUT_MS = 5000;
/** How long the rest of a request body is discarded after the response. */
const MAX_DRAIN_MS = 30_000;

/** Connections that may wait while the event loop is blocked. Node has 511; Linux allows `net.core.somaxconn`, usually 4096. */
const LISTEN_BACKLOG = 4096;

/** Creates the server without listening. Add the app as a listener of `request`. */
export function httpServer(headersTimeout = HEADERS_TIMEOUT_MS): http.Server {
  /** Responses that are not complete, by connection. */
  const unfinished = new WeakMap<Duplex, Set<http.ServerResponse>>();
  const malformed = new WeakSet<Duplex>();
  const server = http.createServer({
    // Node would reject a missing Host without a problem document; `rejectAmbiguous` does it instead.
    requireHostHeader: false,
    connectionsCheckingInterval: CHECK_INTERVAL_MS,
    maxHeaderSize: requestLimits.headerBytes,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    headersTimeout,
    // Uploads may stream for a long time; body readers have their own timeouts.
    requestTimeout: 0,
  });
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_SOCKET;
  server.on('request', (request, response) => {
    const responses = unfinished.get(request.socket) ?? new Set();
    unfinished.set(request.socket, responses.add(response));
    response.once('close', () => responses.delete(response));
    // More than the default of 10: Node, Koa, the log and the metrics listen to streamed responses.
    response.setMaxListeners(20);
    if (hasBody(request)) drainRequestBody(request, response);
  });
  // Unknown expectations may be ignored (RFC 9110, section 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket) => {
    const headers = { Allow: 'GET' };
    reject(socket, new ProblemError('method-not-allowed', 'This server is not a proxy.', { headers }));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Node reports further bytes again.
    if (malformed.has(socket)) return;
    malformed.add(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else rejectBytes(socket, error.code, [...(unfinished.get(socket) ?? [])]);
  });
  return server;
}

/** Resolves to the port. Rejects with an error that names the settings. */
export async function listen(server: http.Server, { port, host }: ListenOptions): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      reject(new Error(`Cannot listen on HOST ${host} and PORT ${port}: ${cause.message}`, { cause }));
    });
    server.listen({ port, host, backlog: LISTEN_BACKLOG }, () => resolve());
  });
  return (server.address() as AddressInfo).port;
}

/** Sends the responses to complete requests first, because 400 means that nothing was done. */
function rejectBytes(socket: Duplex, code: string | undefined, unfinished: http.ServerResponse[]): void {
  const problem =
    code === 'HPE_HEADER_OVERFLOW'
      ? new ProblemError('headers-too-large', `The headers have more than ${MAX_HEADER_KIB} KiB.`)
      : new ProblemError('bad-request', 'The request is not valid HTTP/1.1.');
  // The rest of an incomplete request will never arrive.
  const lastComplete = unfinished.findLast(({ req }) => req.complete);
  if (!lastComplete) reject(socket, problem);
  // With this code, the request announced that it is the last one: Node closes the connection after its response.
  else if (code !== 'HPE_CLOSED_CONNECTION') lastComplete.once('close', () => reject(socket, problem));
}

function reject(socket: Duplex, problem: ProblemError): void {
  socket.on('error', () => undefined); // The connection is closing.
  // Discard further input: closing with unread data resets the connection and loses the response.
  socket.resume();
  setTimeout(() => socket.destroy(), RESPONSE_READ_TIMEOUT_MS).unref();
  socket.end(rawResponse(problem, randomUUID()));
}

/** Discards the rest of a body for a while: closing a socket with unread input loses the response (RFC 9112, section 9.6). */
function drainRequestBody(request: http.IncomingMessage, response: http.ServerResponse): void {
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
