/**
 * Bulkhead for embedded spaces: limits concurrent and queued queries per space and operation.
 *
 * Queued queries hold memory, and a query that cannot start before its deadline is useless. Remote backends have their own
 * limits (circuit-breaker.ts).
 */
import type { SearchSpace } from '@semantic-search/engine';
import { currentClient } from '../auth/client-identity.ts';
import { type ConcurrencyLimiter, concurrencyLimiter } from '../concurrency-limiter.ts';
import { ProblemError } from '../errors/problem.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { WritableBackend } from './backend.ts';
import { decorateSpaces } from './decorate.ts';

export interface ConcurrencyLimits {
  /** Concurrent calls per space that need no search, such as facet lookups. */
  maxLightCalls: number;
  /** Queued queries per operation. */
  maxQueued: number;
  /** Queries with a longer expected wait are rejected at once. */
  maxWaitMs: number;
}

/** Leaves a quarter of the deadline for the execution. */
export const DEFAULT_CONCURRENCY_LIMITS = (deadline: number): ConcurrencyLimits => ({
  maxLightCalls: 5000,
  maxQueued: 1000,
  maxWaitMs: deadline * 0.75,
});

/**
 * Concurrent queries per operation. A few keep the worker of a space busy, and facet lookups wait behind no more than
 * these. An extraction takes long, so other operations wait behind at most one. Full documents are limited because each
 * response is a large copy.
 */
const MAX_CONCURRENT = { search: 8, suggest: 8, similar: 4, recommend: 4, extract: 1, document: 2 };

export function limitConcurrency(
  backend: WritableBackend,
  limits: ConcurrencyLimits,
  reportQueueLength: Metrics['waiting'] = () => undefined,
): WritableBackend {
  return decorateSpaces(backend, (space, name) => limitSpace(name, space, limits, reportQueueLength));
}

function limitSpace(
  name: string,
  space: SearchSpace,
  limits: ConcurrencyLimits,
  reportQueueLength: Metrics['waiting'],
): SearchSpace {
  const refusal = (seconds: number) => overloaded(name, seconds);
  const queueFor = (kind: keyof typeof MAX_CONCURRENT) =>
    concurrencyLimiter({
      maxConcurrent: MAX_CONCURRENT[kind],
      maxQueued: limits.maxQueued,
      maxWaitMs: limits.maxWaitMs,
      rejection: refusal,
      currentClient: currentClient,
    });
  const queues = Object.fromEntries(
    (Object.keys(MAX_CONCURRENT) as (keyof typeof MAX_CONCURRENT)[]).map((kind) => [kind, queueFor(kind)]),
  ) as Record<keyof typeof MAX_CONCURRENT, ConcurrencyLimiter>;
  for (const [operation, { queued: waiting }] of Object.entries(queues))
    reportQueueLength({ space: name, operation }, waiting);
  const light = concurrencyLimiter({
    maxConcurrent: limits.maxLightCalls,
    maxQueued: 0,
    maxWaitMs: 0,
    rejection: refusal,
  });
  return {
    describe: () => light.run(() => space.describe()),
    facet: (reference) => light.run(() => space.facet(reference)),
    search: (query, signal) => queues.search.run(() => space.search(query, signal), signal),
    suggest: (query, signal) => queues.suggest.run(() => space.suggest(query, signal), signal),
    similar: (query, signal) => queues.similar.run(() => space.similar(query, signal), signal),
    recommend: (query, signal) => queues.recommend.run(() => space.recommend(query, signal), signal),
    extract: (query, signal) => queues.extract.run(() => space.extract(query, signal), signal),
    document: (id, options, signal) => queues.document.run(() => space.document(id, options, signal), signal),
  };
}

function overloaded(space: string, seconds: number): ProblemError {
  return new ProblemError(
    'service-unavailable',
    `The search space "${space}" is overloaded; try again later.`,
    {
      headers: { 'Retry-After': String(seconds) },
    },
  );
}
