/** Calls of a cluster: guarded, ended at their deadline or when they are given up, and no partial answer taken for a whole one. */
import { RemoteFault } from '../fault.ts';
import { type GuardOptions, guard, usualGuard } from '../guard.ts';
import { type Call, type NodeOptions, nodes } from './nodes.ts';

export interface ClusterOptions extends NodeOptions {
  /** Longest time of one call with all its attempts, in milliseconds. */
  deadline: number;
  guard?: Partial<GuardOptions>;
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
  const limits = { ...usualGuard, ...options.guard };
  const connection = nodes({ ...options, sockets: limits.calls });
  const guarded = guard(limits);

  async function call(request: Call, given?: AbortSignal): Promise<unknown> {
    given?.throwIfAborted();
    const timeout = AbortSignal.timeout(request.longest ?? deadline);
    const signal = given ? AbortSignal.any([given, timeout]) : timeout;
    // A deadline that passed is the cluster's fault, a caller that went away is not.
    const inTime = (error: unknown): never => {
      const late = isTimeout(error) && !(given?.aborted && error === given.reason);
      throw late ? new RemoteFault('slow', `No answer to ${request.path} in time.`) : error;
    };
    return guarded.run(() => connection.send(request, signal).catch(inTime), signal, false).catch(inTime);
  }

  return {
    call,
    async search<Source>(path: string, body: object, signal?: AbortSignal) {
      // Left to itself, a cluster that lost shards answers with what the others have.
      const query = { allow_partial_search_results: false };
      const timed = { timeout: `${deadline}ms`, ...body };
      return wholeAnswer<Source>(await call({ method: 'POST', path, query, body: timed }, signal));
    },
    async refresh(indices) {
      allAnswered((await call({ method: 'POST', path: `/${indices}/_refresh` })) as Answered);
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
  if (timed_out) throw new RemoteFault('slow', 'The cluster ran out of time with part of the answer.');
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
  if (failed > 0) throw new RemoteFault('garbled', `${failed} of ${total} shards did not answer.`);
}
