/** Cluster client: the official client with deadlines and aborts; rejects partial responses. */
import { type ApiResponse, Client, Connection, errors } from '@opensearch-project/opensearch';
import type { TransportRequestParams } from '@opensearch-project/opensearch/lib/Transport.js';
import { BackendError, kindOfStatus } from '@semantic-search/engine/backend';

export interface ClusterOptions {
  nodes: URL[];
  credentials?: { user: string; password: string };
  /** CA certificates in PEM; default: the CA certificates of the system. */
  authority?: string;
  /** Current trace headers, added to each call. */
  traceHeaders?: () => Record<string, string>;
  /** Timeout of a call, including retries, in milliseconds. */
  deadlineMs: number;
}

export interface ClusterRequest extends TransportRequestParams {
  /** Overrides the deadline. */
  timeoutMs?: number;
}

export interface Hit<Source> {
  _id: string;
  _score: number | null;
  /** Only if requested. */
  _version?: number;
  _source: Source;
  sort?: unknown[];
  /** Scores of the named queries that match, with `include_named_queries_score`. */
  matched_queries?: Record<string, number>;
}

export interface SearchResponse<Source> {
  total: number;
  hits: Hit<Source>[];
  aggregations: Record<string, unknown>;
}

export type Cluster = ReturnType<typeof connectToCluster>;

/** Resolves to undefined if the resource already exists. */
export function ignoreAlreadyExists<Response>(call: Promise<Response>): Promise<Response | undefined> {
  return call.catch(ignoring(({ message }) => message.includes('resource_already_exists')));
}

/** Resolves to undefined if the resource does not exist. */
export function ignoreNotFound<Response>(call: Promise<Response>): Promise<Response | undefined> {
  return call.catch(ignoring(({ kind }) => kind === 'unknown-space'));
}

/** Rejection handler that ignores the expected errors. */
function ignoring(isExpected: (error: BackendError) => boolean): (error: unknown) => undefined {
  return (error) => {
    if (!(error instanceof BackendError && isExpected(error))) throw error;
  };
}

/** The cluster waits up to 30 s for its nodes to acknowledge a new state. */
const CLUSTER_STATE_TIMEOUT_MS = 35_000;

/** Changes or reads indices and aliases. */
export function changeState(cluster: Cluster, request: ClusterRequest): Promise<unknown> {
  return cluster.call({ ...request, timeoutMs: CLUSTER_STATE_TIMEOUT_MS });
}

/** Deletes the indices that exist; their names are separated by commas. */
export async function removeIndices(indices: string, cluster: Cluster): Promise<void> {
  const querystring = { ignore_unavailable: true };
  await changeState(cluster, { method: 'DELETE', path: `/${indices}`, querystring });
}

const MAX_SOCKETS = 64;
/** Share of the heap that a response may fill; a larger response would exhaust the heap. */
const MAX_MEMORY_SHARE = 0.5;
/** Share of the deadline after which a silent node counts as failed, so that the client avoids it. */
const SILENCE_SHARE = 0.9;

/** Connects lazily. All calls reject with a `BackendError`, or with the reason of the signal. */
export function connectToCluster(options: ClusterOptions) {
  const client = clientFor(options);
  const call = caller(client, options);
  return {
    call,
    /** Rejects if a shard failed or the search timed out, so a response is always complete. */
    async search<Source>(
      path: string,
      body: object,
      signal?: AbortSignal,
      parameters: Record<string, boolean> = {},
    ): Promise<SearchResponse<Source>> {
      // By default, a cluster that has lost shards returns the results of the remaining shards.
      const querystring = { allow_partial_search_results: false, ...parameters };
      const timedBody = { timeout: `${options.deadlineMs}ms`, ...body };
      const request = { method: 'POST', path, querystring, body: timedBody } as const;
      // Other nodes have copies of the lost node's shards.
      const response = await call(request, signal).catch((error: unknown) => {
        if (error instanceof BackendError && LOST_NODE.test(error.code ?? '')) return call(request, signal);
        throw error;
      });
      const { timed_out, hits, aggregations = {}, ...report } = response as SearchBody<Source>;
      if (timed_out) throw new BackendError('timeout', 'The search timed out with a partial result.');
      requireAllShards(report);
      return { total: hits.total?.value ?? 0, hits: hits.hits, aggregations };
    },
    /** Makes writes to these indices visible to searches; rejects if a shard failed. */
    async refresh(indices: string): Promise<void> {
      requireAllShards((await call({ method: 'POST', path: `/${indices}/_refresh` })) as ShardReport);
    },
    close: () => client.close(),
  };
}

/** Returns a function that calls the cluster. It rejects with a BackendError, or with the reason of the signal. */
function caller(client: Client, { deadlineMs, traceHeaders }: ClusterOptions) {
  return async ({ timeoutMs, ...request }: ClusterRequest, callerSignal?: AbortSignal): Promise<unknown> => {
    callerSignal?.throwIfAborted();
    const limitMs = timeoutMs ?? deadlineMs;
    const timeout = AbortSignal.timeout(limitMs);
    const signal = callerSignal ? AbortSignal.any([callerSignal, timeout]) : timeout;
    const { promise, resolve, reject } = Promise.withResolvers<ApiResponse>();
    const transportOptions = { requestTimeout: SILENCE_SHARE * limitMs, headers: traceHeaders?.() };
    // Callback API, because the client's own promise can cause an unhandled rejection on abort.
    const transportRequest = client.transport.request(request, transportOptions, (error, response) =>
      error ? reject(error) : resolve(response),
    );
    const abort = () => transportRequest.abort();
    signal.addEventListener('abort', abort, { once: true });
    try {
      const { body } = await promise;
      if (typeof body === 'object') return body;
      throw new BackendError('malformed', `The response to ${request.path} is not JSON.`);
    } catch (error) {
      callerSignal?.throwIfAborted();
      // A missed deadline is a failure of the cluster.
      if (timeout.aborted) throw new BackendError('timeout', `No response to ${request.path} in time.`);
      throw toBackendError(error);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  };
}

function clientFor({ nodes, credentials, authority }: ClusterOptions): Client {
  return new Client({
    nodes: nodes.map(String),
    Connection: QuietConnection,
    nodeSelector: 'round-robin',
    // A single node gets one retry, because it may have closed a keep-alive connection that was just reused.
    maxRetries: Math.max(1, nodes.length - 1),
    memoryCircuitBreaker: { enabled: true, maxPercentage: MAX_MEMORY_SHARE },
    agent: { keepAlive: true, maxSockets: MAX_SOCKETS, maxFreeSockets: MAX_SOCKETS },
    ...(credentials && { auth: { username: credentials.user, password: credentials.password } }),
    ...(authority !== undefined && { ssl: { ca: authority } }),
  });
}

/** The client prints connection errors after the start of a response, although the response reports them as well. */
class QuietConnection extends Connection {
  override request(...parameters: Parameters<Connection['request']>) {
    const request = super.request(...parameters);
    return request.once('response', () => request.removeAllListeners('error').on('error', () => undefined));
  }
}

/** Message of a system error, such as `connect EMFILE`. */
const SYSTEM_ERROR = /^\w+ (E[A-Z0-9]+)\b/u;

/** Error types that a node reports when it loses another node during a search. */
const LOST_NODE = /\bnode_(?:disconnected|not_connected|closed)_exception|connect_transport_exception/;

const MAX_MESSAGE_LENGTH = 1000;

/** Keeps only the beginning of the message (in UTF-16 units), because the client's errors contain the request with its credentials. */
function toBackendError(error: unknown): unknown {
  if (error instanceof errors.ResponseError) {
    const { body, headers } = error.meta;
    const statusCode = error.meta.statusCode ?? 0;
    const message = JSON.stringify((body as { error?: unknown } | null)?.error) ?? 'no message';
    // Writes are blocked during reindexing.
    const kind = message.includes('cluster_block_exception') ? 'overloaded' : kindOfStatus(statusCode);
    return new BackendError(kind, `Status ${statusCode}: ${message.slice(0, MAX_MESSAGE_LENGTH)}`, {
      code: LOST_NODE.exec(message)?.[0],
      retryAfter: headers?.['retry-after'],
    });
  }
  if (error instanceof errors.TimeoutError) return new BackendError('timeout', error.message);
  // The client itself aborts a request only if the response is too large.
  if (error instanceof errors.RequestAbortedError) return new BackendError('too-large', error.message);
  if (error instanceof errors.DeserializationError) return new BackendError('malformed', error.message);
  if (error instanceof errors.OpenSearchClientError)
    return new BackendError('unreachable', error.message, { code: SYSTEM_ERROR.exec(error.message)?.[1] });
  return error;
}

interface ShardReport {
  _shards: { total: number; failed: number };
}

interface SearchBody<Source> extends ShardReport {
  timed_out: boolean;
  hits: { total?: { value: number }; hits: Hit<Source>[] };
  aggregations?: Record<string, unknown>;
}

function requireAllShards({ _shards: { total, failed } }: ShardReport): void {
  if (failed > 0) throw new BackendError('malformed', `${failed} of ${total} shards failed.`);
}
