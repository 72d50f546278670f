/** Calls of a cluster: guarded, ended at their deadline or when they are given up, and no partial answer taken for a whole one. */
import { BackendError } from '../backend-error.ts';
import {
  backendCircuitBreaker,
  type CircuitBreakerOptions,
  DEFAULT_CIRCUIT_BREAKER,
} from '../circuit-breaker.ts';
import { type Call, type NodesOptions, nodes } from './node-pool.ts';

/** The deadline is that of one call with all its attempts. */
export interface ClusterOptions extends Omit<NodesOptions, 'sockets'> {
  guard?: Partial<CircuitBreakerOptions>;
}

export interface Hit<Source> {
  _id: string;
  _score: number | null;
  /** Where it was asked for. */
  _version?: number;
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
  /** Makes what was written to these indices findable: rejects where a shard could not. */
  refresh(indices: string): Promise<void>;
  close(): Promise<void>;
}

export function connectToCluster(options: ClusterOptions): Cluster {
  const { deadline } = options;
  const limits = { ...DEFAULT_CIRCUIT_BREAKER, ...options.guard };
  const connection = nodes({ ...options, sockets: limits.calls });
  const guarded = backendCircuitBreaker(limits);

  /** `read` takes what it wants of the answer, or says what is wrong with it. */
  async function ask<Result>(
    request: Call,
    read: (body: unknown) => Result,
    given: AbortSignal | undefined,
    part?: string,
  ): Promise<Result> {
    given?.throwIfAborted();
    const timeout = AbortSignal.timeout(request.longest ?? deadline);
    const signal = given ? AbortSignal.any([given, timeout]) : timeout;
    // A deadline that passed, also that of a question, is the cluster's fault; a caller that went away is not.
    const inTime = (error: unknown): never => {
      throw isTimeout(error) ? new BackendError('slow', `No answer to ${request.path} in time.`) : error;
    };
    const attempt = () => connection.send(request, signal).then(read).catch(inTime);
    return guarded.run(attempt, signal, false, part).catch(inTime);
  }

  return {
    call: (request, signal) => ask(request, (body) => body, signal),
    search<Source>(path: string, body: object, signal?: AbortSignal) {
      // Left to itself, a cluster that lost shards answers with what the others have.
      const query = { allow_partial_search_results: false };
      const timed = { timeout: `${deadline}ms`, ...body };
      const request = { method: 'POST', path, query, body: timed } as const;
      // Searches of an index may hang while all else is well.
      return ask(request, wholeAnswer<Source>, signal, path);
    },
    async refresh(indices) {
      const request = { method: 'POST', path: `/${indices}/_refresh` } as const;
      await ask(request, (body) => allAnswered(body as Answered), undefined);
    },
    close: connection.close,
  };
}

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError';

interface Answered {
  _shards: { total: number; failed: number };
}

interface SearchBody<Source> extends Answered {
  timed_out: boolean;
  hits: { total?: { value: number }; hits: Hit<Source>[] };
  aggregations?: Record<string, unknown>;
  suggest?: Found<Source>['suggest'];
  pit_id?: string;
}

function wholeAnswer<Source>(body: unknown): Found<Source> {
  const { timed_out, hits, aggregations, suggest, pit_id } = body as SearchBody<Source>;
  if (timed_out) throw new BackendError('slow', 'The cluster ran out of time with part of the answer.');
  allAnswered(body as Answered);
  return {
    total: hits.total?.value ?? 0,
    hits: hits.hits,
    aggregations: aggregations ?? {},
    suggest: suggest ?? {},
    pit: pit_id,
  };
}

function allAnswered({ _shards: { total, failed } }: Answered): void {
  if (failed > 0) throw new BackendError('garbled', `${failed} of ${total} shards did not answer.`);
}
