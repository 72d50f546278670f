/** Client of one cluster node: sends a call once and reads the response up to a size limit. */

import type { ClientRequest, IncomingMessage } from 'node:http';
import { type ApiResponse, Client, errors } from '@opensearch-project/opensearch';
import { BackendError, parseRetryAfter } from '@semantic-search/server/backends';
import { DEFAULT_MAX_BODY_BYTES, readBoundedBody, tooLarge } from './bounded-body.ts';

export interface NodeOptions {
  credentials?: { user: string; password: string };
  /** CA certificates in PEM; default: the CA certificates of the system. */
  authority?: string;
  /** Current trace headers, added to each call. */
  traceHeaders?: () => Record<string, string>;
  /** Timeout of a call in milliseconds. */
  deadline: number;
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  path: string;
  query?: Record<string, string | number | boolean>;
  body?: object;
  /** NDJSON of a bulk request, instead of `body`. */
  lines?: string;
  /** Overrides the deadline. */
  timeoutMs?: number;
}

export interface NodeResponse {
  status: number;
  /** Undefined if the response is not JSON. */
  body: unknown;
  /** Seconds, from `Retry-After`. */
  retryAfter?: number | undefined;
}

export interface Node {
  /** Rejects with a BackendError, or with the abort reason of the signal. */
  send(call: Call, signal: AbortSignal): Promise<NodeResponse>;
  /** Health probe: true if the node responds within the given milliseconds. Concurrent probes share one request. */
  isAlive(timeoutMs: number): Promise<boolean>;
  close(): Promise<void>;
}

export function openNode(url: URL, options: NodeOptions): Node {
  const client = clientOf(url, options);
  let probe: Promise<boolean> | undefined;

  async function send(call: Call, signal: AbortSignal): Promise<NodeResponse> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<ApiResponse>();
    const requestOptions = {
      requestTimeout: call.timeoutMs ?? options.deadline,
      maxRetries: 0,
      asStream: true,
      headers: options.traceHeaders?.(),
    };
    // Callback API, because the client's own promise can cause an unhandled rejection on abort.
    const sent = client.transport.request(params(call), requestOptions, (error, result) =>
      error ? reject(error) : resolve(result),
    );
    const abort = () => sent.abort();
    signal.addEventListener('abort', abort, { once: true });
    try {
      const { statusCode, headers, body } = await promise;
      const retryAfter = parseRetryAfter(headers?.['retry-after']);
      return {
        status: statusCode ?? 0,
        retryAfter,
        body: parsed(await textOf(body as IncomingMessage)),
      };
    } catch (error) {
      signal.throwIfAborted();
      throw toBackendError(error);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  function isAlive(timeoutMs: number): Promise<boolean> {
    probe ??= send({ method: 'HEAD', path: '/' }, AbortSignal.timeout(timeoutMs))
      .then(
        ({ status }) => status < 500,
        () => false,
      )
      .finally(() => {
        probe = undefined;
      });
    return probe;
  }

  return { send, isAlive, close: () => client.close() };
}

const MAX_SOCKETS = 64;

function clientOf(url: URL, { credentials, authority }: NodeOptions): Client {
  return new Client({
    node: String(url),
    agent: { keepAlive: true, maxSockets: MAX_SOCKETS, maxFreeSockets: MAX_SOCKETS },
    ...(credentials && { auth: { username: credentials.user, password: credentials.password } }),
    ...(authority !== undefined && { ssl: { ca: authority } }),
  });
}

function params({ method, path, query, body, lines }: Call) {
  return {
    method,
    path,
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(lines !== undefined && { bulkBody: lines }),
  };
}

async function textOf(response: IncomingMessage & { req?: ClientRequest }): Promise<string> {
  // The client would print later errors to standard output; the response stream reports them as well.
  response.req?.removeAllListeners('error').on('error', () => undefined);
  if (Number(response.headers['content-length'] ?? 0) > DEFAULT_MAX_BODY_BYTES) {
    response.destroy();
    throw tooLarge(DEFAULT_MAX_BODY_BYTES);
  }
  return readBoundedBody(DEFAULT_MAX_BODY_BYTES, response).catch((error: unknown) => {
    throw error instanceof BackendError ? error : new BackendError('unreachable', String(error));
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Message of a system error, such as `connect EMFILE`. */
const systemError = /^\w+ (E[A-Z0-9]+)\b/u;

/** Keeps only the message, because the client's errors contain the request with its credentials. */
function toBackendError(error: unknown): unknown {
  if (error instanceof errors.TimeoutError) return new BackendError('timeout', error.message);
  if (error instanceof errors.OpenSearchClientError)
    return new BackendError('unreachable', error.message, { code: systemError.exec(error.message)?.[1] });
  return error;
}
