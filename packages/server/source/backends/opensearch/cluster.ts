/** The connection to a cluster: every call ends at its deadline or when it is given up, and no partial answer is taken for a whole one. */
import { Client, errors } from '@opensearch-project/opensearch';
import { RemoteFault } from '../graphsearch/fault.ts';

export interface ClusterOptions {
  /** Addresses of nodes; a call goes to another one when its own cannot be reached. */
  nodes: URL[];
  credentials?: { user: string; password: string };
  /** Longest time of one call in milliseconds. */
  deadline: number;
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  path: string;
  query?: Record<string, string | number | boolean>;
  body?: object;
  /** Lines of a bulk request, in place of `body`. */
  lines?: string;
}

export interface Hit<Source> {
  _id: string;
  _score: number | null;
  _source: Source;
  sort?: unknown[];
}

export interface Found<Source> {
  total: number;
  hits: Hit<Source>[];
  aggregations: Record<string, unknown>;
  suggest: Record<string, { options: { text: string }[] }[]>;
  pit: string | undefined;
}

export interface Cluster {
  /** Rejects with a RemoteFault, or with the reason of the signal. */
  call(call: Call, signal?: AbortSignal): Promise<unknown>;
  /** A search whose answer is whole: rejects where a shard did not answer or the time was over. */
  search<Source>(path: string, body: object, signal?: AbortSignal): Promise<Found<Source>>;
  close(): Promise<void>;
}

export function connectToCluster(options: ClusterOptions): Cluster {
  const client = clientFor(options);

  async function call(request: Call, signal?: AbortSignal): Promise<unknown> {
    const deadline = AbortSignal.timeout(options.deadline);
    const ended = signal ? AbortSignal.any([signal, deadline]) : deadline;
    signal?.throwIfAborted();
    const { method, path, query, body, lines } = request;
    const params = {
      method,
      path,
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(lines !== undefined && { bulkBody: lines }),
    };
    const limits = { requestTimeout: options.deadline, maxRetries: options.nodes.length };
    const { promise: answer, resolve, reject } = Promise.withResolvers<unknown>();
    // By callback: with the client's own promise an aborted call was once seen to end as an uncaught exception.
    const sent = client.transport.request(params, limits, (error, result) =>
      error ? reject(error) : resolve(result.body),
    );
    const giveUp = () => sent.abort();
    ended.addEventListener('abort', giveUp, { once: true });
    try {
      return await answer;
    } catch (error) {
      signal?.throwIfAborted();
      throw deadline.aborted
        ? new RemoteFault('slow', 'The cluster did not answer in time.')
        : asFault(error);
    } finally {
      ended.removeEventListener('abort', giveUp);
    }
  }

  return {
    call,
    async search<Source>(path: string, body: object, signal?: AbortSignal) {
      // Left to itself, a cluster that lost shards answers with what the others have.
      const query = { allow_partial_search_results: false };
      const timed = { timeout: `${options.deadline}ms`, ...body };
      return wholeAnswer<Source>(await call({ method: 'POST', path, query, body: timed }, signal));
    },
    close: () => client.close(),
  };
}

function clientFor({ nodes, credentials }: ClusterOptions): Client {
  return new Client({
    nodes: nodes.map(String),
    ...(credentials && { auth: { username: credentials.user, password: credentials.password } }),
  });
}

interface SearchBody<Source> {
  timed_out: boolean;
  _shards: { total: number; failed: number };
  hits: { total?: { value: number }; hits: Hit<Source>[] };
  aggregations?: Record<string, unknown>;
  suggest?: Found<Source>['suggest'];
  pit_id?: string;
}

function wholeAnswer<Source>(body: unknown): Found<Source> {
  const { timed_out, _shards, hits, aggregations, suggest, pit_id } = body as SearchBody<Source>;
  if (timed_out) throw new RemoteFault('slow', 'The cluster ran out of time with part of the answer.');
  if (_shards.failed > 0) {
    throw new RemoteFault('garbled', `${_shards.failed} of ${_shards.total} shards did not answer.`);
  }
  return {
    total: hits.total?.value ?? 0,
    hits: hits.hits,
    aggregations: aggregations ?? {},
    suggest: suggest ?? {},
    pit: pit_id,
  };
}

function asFault(error: unknown): unknown {
  if (error instanceof errors.ResponseError) return new RemoteFault(kindOf(error), error.message);
  if (error instanceof errors.TimeoutError) return new RemoteFault('slow', error.message);
  if (error instanceof errors.DeserializationError) return new RemoteFault('garbled', error.message);
  if (error instanceof errors.OpenSearchClientError) return new RemoteFault('unreachable', error.message);
  return error;
}

function kindOf({ statusCode, message }: { statusCode?: number; message: string }) {
  if (statusCode === 404) return 'unknown-space';
  // A write block while the index is being built anew.
  if (statusCode === 429 || message.includes('cluster_block_exception')) return 'overloaded';
  if (statusCode === 401 || statusCode === 403) return 'credentials';
  return (statusCode ?? 500) >= 500 ? 'failing' : 'refused';
}
