/**
 * Nodes of a cluster, behind the pool of the official client.
 *
 * A call is sent to another node if its node is unreachable or unavailable. If a node is slow, the call is not repeated:
 * that would add load to a slow cluster.
 */
import type { ClientRequest, IncomingMessage } from 'node:http';
import { type ApiResponse, Client, errors } from '@opensearch-project/opensearch';
import { BackendError, type BackendErrorKind, parseRetryAfter } from '@semantic-search/server/backends';
import { DEFAULT_MAX_BODY_BYTES, readBoundedBody, tooLarge } from './bounded-body.ts';

/** For operations on indices and aliases: the cluster waits up to 30 s for its nodes to acknowledge the new state. */
export const CLUSTER_STATE_TIMEOUT_MS = 35_000;

export interface NodePoolOptions {
  nodes: URL[];
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

export interface NodePool {
  /** Rejects with a BackendError, or with the reason of the signal when that was aborted. */
  send(call: Call, signal: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
}

const MAX_SOCKETS = 64;
/** Time until a failed node is probed, which doubles with each failure. The default of the client is 60 s. */
const FIRST_PROBE_MS = 1000;
/** Share of the deadline after which a silent node counts as failed, so that later calls avoid it. */
const SILENCE_SHARE = 0.9;

export function nodePool(options: NodePoolOptions): NodePool {
  const client = clientFor(options);
  // A single node gets one retry, because it may have closed a keep-alive connection that was just reused.
  const attempts = Math.max(2, options.nodes.length);

  /** The response as a stream, because the client has no limit of the response size. */
  async function sendOnce(call: Call, signal: AbortSignal): Promise<NodeResponse> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<ApiResponse>();
    const requestOptions = {
      requestTimeout: SILENCE_SHARE * (call.timeoutMs ?? options.deadline),
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
      const text = await textOf(body as IncomingMessage);
      return { status: statusCode ?? 0, body: parsed(text), retryAfter: headers?.['retry-after'] };
    } catch (error) {
      signal.throwIfAborted();
      throw toBackendError(error);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  return {
    /** The pool selects another node for each attempt. */
    async send(call, signal) {
      for (let attempt = 1; ; attempt += 1) {
        const isLast = attempt === attempts;
        try {
          const response = await sendOnce(call, signal);
          if (isLast || !isUnavailable(response)) return contentOf(response, call);
        } catch (error) {
          const isAway = error instanceof BackendError && error.kind === 'unreachable';
          if (isLast || !isAway) throw error;
        }
      }
    },
    close: () => client.close(),
  };
}

function clientFor({ nodes, credentials, authority }: NodePoolOptions): Client {
  const client = new Client({
    nodes: nodes.map(String),
    nodeSelector: 'round-robin',
    maxRetries: 0,
    agent: { keepAlive: true, maxSockets: MAX_SOCKETS, maxFreeSockets: MAX_SOCKETS },
    ...(credentials && { auth: { username: credentials.user, password: credentials.password } }),
    ...(authority !== undefined && { ssl: { ca: authority } }),
  });
  (client.connectionPool as { resurrectTimeout?: number }).resurrectTimeout = FIRST_PROBE_MS;
  return client;
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

/** Undefined if the response is not JSON. */
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

interface NodeResponse {
  status: number;
  body: unknown;
  retryAfter: string | undefined;
}

/** Returned by an unavailable node, or by a proxy that cannot reach its node. */
const UNAVAILABLE_STATUS = [502, 503];
/** Reported by a node that lost another one during a call; a retry uses other shard copies. */
const LOST_NODE = /\bnode_(?:disconnected|not_connected|closed)_exception|connect_transport_exception/;

function isUnavailable({ status, body }: NodeResponse): boolean {
  return UNAVAILABLE_STATUS.includes(status) || (status === 500 && LOST_NODE.test(errorText(body)));
}

function contentOf({ status, body, retryAfter }: NodeResponse, { path }: Call): unknown {
  if (status >= 400) {
    const words = errorText(body);
    const details = { retryAfter: parseRetryAfter(retryAfter) };
    throw new BackendError(kindOf(status, words), `Status ${status}: ${words}`, details);
  }
  if (body === undefined) throw new BackendError('malformed', `The response to ${path} is not JSON.`);
  return body;
}

interface ClusterErrorBody {
  type: string;
  reason?: string;
  root_cause?: { type: string; reason: string }[];
}

/** Error message of the cluster, for the log. */
function errorText(body: unknown): string {
  const { error } = (body ?? {}) as { error?: Partial<ClusterErrorBody> | string };
  if (typeof error !== 'object') return error ?? 'no message';
  const causes = error.root_cause ?? [error];
  return [error.type, ...causes.map(({ type, reason }) => `[${type}] ${reason}`)].join(' ');
}

function kindOf(status: number, words: string): BackendErrorKind {
  if (status === 404) return 'unknown-space';
  // Too many searches, relocating shards, or a write block during reindexing.
  if (status === 429 || status === 503 || words.includes('cluster_block_exception')) return 'overloaded';
  if (status === 504) return 'timeout';
  if (status === 401 || status === 403) return 'credentials';
  return status >= 500 ? 'server-error' : 'rejected';
}
