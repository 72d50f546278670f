/** Calls of search spaces: the shared, limited path of each query to its adapter. */
import type { DocumentScope, SearchSpace } from '@semantic-search/engine';
import { type Backend, BackendError } from '@semantic-search/engine/backend';
import * as cockatiel from 'cockatiel';
import type { Metrics } from '../observability/metrics.ts';
import { noTracing, type Tracing } from '../observability/tracing.ts';
import { spaceLimiters } from './call-limits.ts';
import { callProblem, clientDisconnected } from './call-problem.ts';
import { Coalescer } from './coalescer.ts';
import { missingSpace } from './missing-space.ts';

export type QueryOperation = Exclude<keyof SearchSpace, 'facets'>;

/** The operations of a search space that requests call. */
export type SpaceQueries = Pick<SearchSpace, QueryOperation>;

/** Where a call comes from and goes to. */
export interface CallContext {
  /** Name of the search space. */
  space: string;
  /** Client identity for fair sharing; empty for internal calls. */
  client: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** Time of `performance.now()` after which no response is useful. */
  deadline: number;
}

/** The context of a call that no client waits for. A call that `signal` aborts is no failure of the space. */
export function internalCall(space: string, maxMs: number, signal = new AbortController().signal) {
  return { space, client: '', signal, deadline: performance.now() + maxMs };
}

export interface Call extends CallContext {
  operation: QueryOperation;
  /** Arguments without the signal. */
  arguments: readonly unknown[];
}

/** Rejects with a problem. */
export type Execute = <Result>(call: Call) => Promise<Result>;

export interface CallOptions {
  backend: Pick<Backend, 'space'>;
  /** Maximum number of concurrent calls of each remote space, for all its operations. All other spaces are embedded. */
  remoteCalls?: ReadonlyMap<string, number>;
  metrics?: Pick<Metrics, 'backend' | 'waiting'>;
  tracing?: Pick<Tracing, 'withSpan'>;
}

/** Executes calls of search spaces; equal ones share a call. The caller calls `endSharing` after each change of a space. */
export function callBackend(options: CallOptions): Coalescer {
  const { backend, metrics, tracing = noTracing } = options;
  const policiesFor = spaceLimiters(options);

  /** `stop` is aborted when the client disconnects, and at the deadline. */
  async function runOperation<Result>(call: Call, stop: AbortSignal): Promise<Result> {
    const space = (await backend.space(call.space)) ?? missingSpace(call.space);
    const run = space[call.operation] as (...parameters: unknown[]) => Promise<Result>;
    return run(...call.arguments, stop).catch((error: unknown) => {
      // The circuit counts late results as failures of the service, but not disconnected clients.
      const isLate = stop.aborted && !call.signal.aborted;
      throw isLate ? new BackendError('timeout', 'The deadline has passed.') : error;
    });
  }

  async function callAdapter<Result>(call: Call): Promise<Result> {
    const { space: name, operation, deadline, signal } = call;
    const started = performance.now();
    // The deadline includes the wait in the queue.
    const inTime = cockatiel.timeout(deadline - started, cockatiel.TimeoutStrategy.Aggressive);
    const policy = cockatiel.wrap(inTime, ...policiesFor(call));
    let outcome: 'answered' | 'failed' = 'failed';
    try {
      const result = await tracing.withSpan(name, operation, () =>
        policy.execute((limited) => runOperation<Result>(call, limited.signal), signal),
      );
      outcome = 'answered';
      return result;
    } catch (error) {
      throw signal.aborted ? clientDisconnected() : callProblem(error, name);
    } finally {
      metrics?.backend({ space: name, operation, outcome, seconds: (performance.now() - started) / 1000 });
    }
  }

  return new Coalescer(callAdapter);
}

/**
 * The operations of one search space, limited to the documents of a scope.
 * The scope is part of each query, so that queries of different scopes share no result.
 */
export function queries(execute: Execute, context: CallContext, scope?: DocumentScope): SpaceQueries {
  const call = (operation: QueryOperation, ...parameters: unknown[]): Call => {
    return { ...context, operation, arguments: parameters };
  };
  const scoped = <Query extends object>(query: Query) => (scope ? { ...query, scope } : query);
  return {
    describe: () => execute(call('describe')),
    unresolved: (rules) => execute(call('unresolved', rules)),
    search: (query) => execute(call('search', scoped(query))),
    suggest: (query) => execute(call('suggest', scoped(query))),
    similar: (query) => execute(call('similar', scoped(query))),
    recommend: (query) => execute(call('recommend', scoped(query))),
    extract: (query) => execute(call('extract', scoped(query))),
    document: (id, options) => execute(call('document', id, scoped(options))),
  };
}
