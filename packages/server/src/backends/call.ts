/** Calls of search spaces: every query passes through `callBackend`, with limits, to its adapter. */
import type { DocumentScope, SearchSpace } from '@semantic-search/engine';
import { type Backend, BackendError, isServiceFailure } from '@semantic-search/engine/backend';
import * as cockatiel from 'cockatiel';
import type { Metrics } from '../observability/metrics.ts';
import { noTracing, type Tracing } from '../observability/tracing.ts';
import { callProblem, clientDisconnected } from './call-problem.ts';
import { Coalescer } from './coalescer.ts';
import { missingSpace } from './missing-space.ts';

type QueryOperation = Exclude<keyof SearchSpace, 'facets'>;

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

interface CallLimits {
  maxConcurrent: number;
  /** Maximum number of queued calls; further calls are rejected at once. */
  maxQueued: number;
}

export interface CallOptions {
  backend: Pick<Backend, 'space'>;
  /** Maximum number of concurrent calls of each remote space, for all its operations. All other spaces are embedded. */
  remoteCalls?: ReadonlyMap<string, number>;
  metrics?: Pick<Metrics, 'backend' | 'waiting'>;
  tracing?: Pick<Tracing, 'withSpan'>;
}

const MAX_QUEUED_EMBEDDED = 1000;
/** Calls of a remote space that may wait, per concurrent call. */
const QUEUED_PER_CALL = 4;
/**
 * Concurrent queries of an embedded space per operation. A few keep its worker busy. An extraction takes long, so other
 * operations wait behind at most one. Full documents are limited because each response is a large copy.
 */
const MAX_CONCURRENT_EMBEDDED: Record<QueryOperation, number> = {
  describe: 8,
  unresolved: 8,
  search: 8,
  suggest: 8,
  similar: 4,
  recommend: 4,
  extract: 1,
  document: 2,
};

/** Consecutive failures of a remote space that open its circuit, and the time until a probe call. */
const MAX_FAILURES = 5;
const CIRCUIT_RESET_MS = 5000;

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

interface SpaceLimiter {
  /** Limit of the calls of all clients together. */
  all: cockatiel.BulkheadPolicy;
  /** One client gets at most half of the slots, so that many requests of one client do not delay others. */
  clients: Map<string, cockatiel.BulkheadPolicy>;
  circuit: cockatiel.IPolicy;
}

/** Returns the policies of a call, outermost first. A remote space has one limiter; an embedded space has one per operation. */
function spaceLimiters({
  remoteCalls = new Map(),
  metrics,
}: CallOptions): (call: Call) => cockatiel.IPolicy[] {
  const limiters = new Map<string, SpaceLimiter>();

  function newLimiter(labels: { space: string }, { maxConcurrent, maxQueued }: CallLimits): SpaceLimiter {
    const breaker = {
      halfOpenAfter: CIRCUIT_RESET_MS,
      breaker: new cockatiel.ConsecutiveBreaker(MAX_FAILURES),
    };
    const limiter: SpaceLimiter = {
      all: cockatiel.bulkhead(maxConcurrent, maxQueued),
      clients: new Map(),
      circuit: remoteCalls.has(labels.space)
        ? cockatiel.circuitBreaker(cockatiel.handleWhen(isServiceFailure), breaker)
        : cockatiel.noop,
    };
    metrics?.waiting(labels, () => {
      const queues = [limiter.all, ...limiter.clients.values()];
      return queues.reduce((sum, { queueSlots }) => sum + maxQueued - queueSlots, 0);
    });
    return limiter;
  }

  return ({ space, operation, client }) => {
    const isRemote = remoteCalls.has(space);
    const maxConcurrent = remoteCalls.get(space) ?? MAX_CONCURRENT_EMBEDDED[operation];
    const maxQueued = isRemote ? QUEUED_PER_CALL * maxConcurrent : MAX_QUEUED_EMBEDDED;
    const limits = { maxConcurrent, maxQueued };
    const labels = isRemote ? { space } : { space, operation };
    const key = Object.values(labels).join('\n');
    const limiter = limiters.get(key) ?? newLimiter(labels, limits);
    limiters.set(key, limiter);
    return [clientBulkhead(limiter.clients, client, limits), limiter.all, limiter.circuit];
  };
}

function clientBulkhead(
  clients: Map<string, cockatiel.BulkheadPolicy>,
  client: string,
  { maxConcurrent, maxQueued }: CallLimits,
): cockatiel.BulkheadPolicy {
  const slots = Math.ceil(maxConcurrent / 2);
  // Forgets clients without calls, up to the first busy one, so that a call costs little.
  for (const [otherClient, { executionSlots }] of clients) {
    if (executionSlots < slots) break;
    clients.delete(otherClient);
  }
  const ownPolicy = clients.get(client) ?? cockatiel.bulkhead(slots, maxQueued);
  clients.set(client, ownPolicy);
  return ownPolicy;
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
