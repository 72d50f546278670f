/** Cluster client: deadlines, aborts, and rejection of partial responses. */
import { BackendError } from '@semantic-search/server/backends';
import { type Call, type NodePoolOptions, nodePool } from './node-pool.ts';

/** The deadline applies to one call with all its attempts. */
export type ClusterOptions = NodePoolOptions;

export interface Hit<Source> {
  _id: string;
  _score: number | null;
  /** Only if requested. */
  _version?: number;
  _source: Source;
  sort?: unknown[];
}

export interface SearchResponse<Source> {
  total: number;
  hits: Hit<Source>[];
  aggregations: Record<string, unknown>;
  suggest: Record<string, { options: { text: string }[] }[]>;
  pit: string | undefined;
}

export interface Cluster {
  /** Rejects with a BackendError, or with the reason of the signal. */
  call(call: Call, signal?: AbortSignal): Promise<unknown>;
  /** Rejects if a shard failed or the search timed out, so a response is always complete. */
  search<Source>(path: string, body: object, signal?: AbortSignal): Promise<SearchResponse<Source>>;
  /** Makes writes to these indices visible to searches; rejects if a shard failed. */
  refresh(indices: string): Promise<void>;
  close(): Promise<void>;
}

export function connectToCluster(options: ClusterOptions): Cluster {
  const { deadline } = options;
  const connection = nodePool(options);

  /** `read` extracts the result from the response, or throws a BackendError. */
  async function send<Result>(
    request: Call,
    read: (body: unknown) => Result,
    callerSignal: AbortSignal | undefined,
  ): Promise<Result> {
    callerSignal?.throwIfAborted();
    const timeout = AbortSignal.timeout(request.timeoutMs ?? deadline);
    const signal = callerSignal ? AbortSignal.any([callerSignal, timeout]) : timeout;
    try {
      return read(await connection.send(request, signal));
    } catch (error) {
      // A passed deadline is a failure of the cluster; an abort by the caller is not.
      const isLate = timeout.aborted && !callerSignal?.aborted;
      throw isLate ? new BackendError('timeout', `No response to ${request.path} in time.`) : error;
    }
  }

  return {
    call: (request, signal) => send(request, (body) => body, signal),
    search<Source>(path: string, body: object, signal?: AbortSignal) {
      // By default, a cluster that has lost shards returns the results of the others.
      const query = { allow_partial_search_results: false };
      const timed = { timeout: `${deadline}ms`, ...body };
      const request = { method: 'POST', path, query, body: timed } as const;
      return send(request, completeResponse<Source>, signal);
    },
    async refresh(indices) {
      const request = { method: 'POST', path: `/${indices}/_refresh` } as const;
      await send(request, (body) => requireAllShards(body as ShardReport), undefined);
    },
    close: connection.close,
  };
}

interface ShardReport {
  _shards: { total: number; failed: number };
}

interface SearchBody<Source> extends ShardReport {
  timed_out: boolean;
  hits: { total?: { value: number }; hits: Hit<Source>[] };
  aggregations?: Record<string, unknown>;
  suggest?: SearchResponse<Source>['suggest'];
  pit_id?: string;
}

function completeResponse<Source>(body: unknown): SearchResponse<Source> {
  const { timed_out, hits, aggregations, suggest, pit_id } = body as SearchBody<Source>;
  if (timed_out) throw new BackendError('timeout', 'The search timed out with a partial result.');
  requireAllShards(body as ShardReport);
  return {
    total: hits.total?.value ?? 0,
    hits: hits.hits,
    aggregations: aggregations ?? {},
    suggest: suggest ?? {},
    pit: pit_id,
  };
}

function requireAllShards({ _shards: { total, failed } }: ShardReport): void {
  if (failed > 0) throw new BackendError('malformed', `${failed} of ${total} shards failed.`);
}
