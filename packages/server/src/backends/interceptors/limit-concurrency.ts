/**
 * Bulkhead interceptor for embedded spaces: limits calls per space and operation.
 *
 * Queued queries hold memory, and a query that cannot start before its deadline is useless. Remote backends have their own
 * limits (circuit-breaker.ts).
 */
import { type ConcurrencyLimiter, concurrencyLimiter } from '../../concurrency-limiter.ts';
import { ProblemError } from '../../errors/problem.ts';
import type { Metrics } from '../../observability/metrics.ts';
import type { Interceptor, QueryOperation } from '../call.ts';

export interface ConcurrencyLimits {
  /** Queued queries per operation. */
  maxQueued: number;
  /** Queries with a longer expected wait are rejected at once. */
  maxWaitMs: number;
}

/** Leaves a quarter of the deadline for the execution. */
export const defaultConcurrencyLimits = (deadlineMs: number): ConcurrencyLimits => ({
  maxQueued: 1000,
  maxWaitMs: deadlineMs * 0.75,
});

/**
 * Concurrent queries per operation. A few keep the worker of a space busy. An extraction takes long, so other operations
 * wait behind at most one. Full documents are limited because each response is a large copy.
 */
const MAX_CONCURRENT: Record<QueryOperation, number> = {
  describe: 8,
  search: 8,
  suggest: 8,
  similar: 4,
  recommend: 4,
  extract: 1,
  document: 2,
};

/** `isEmbedded` returns whether a space is searched in this process. */
export function limitConcurrency(
  isEmbedded: (space: string) => boolean,
  limits: ConcurrencyLimits,
  reportQueueLength: Metrics['waiting'] = () => undefined,
): Interceptor {
  const spaces = new Map<string, Record<QueryOperation, ConcurrencyLimiter>>();

  function limitersOf(space: string): Record<QueryOperation, ConcurrencyLimiter> {
    const known = spaces.get(space);
    if (known) return known;
    const rejection = (seconds: number) => overloaded(space, seconds);
    const made = Object.fromEntries(
      Object.entries(MAX_CONCURRENT).map(([operation, maxConcurrent]) => {
        const { maxQueued, maxWaitMs } = limits;
        const limiter = concurrencyLimiter({ maxConcurrent, maxQueued, maxWaitMs, rejection });
        reportQueueLength({ space, operation }, limiter.queued);
        return [operation, limiter];
      }),
    );
    const limiters = made as Record<QueryOperation, ConcurrencyLimiter>;
    spaces.set(space, limiters);
    return limiters;
  }

  return (call, next) => {
    const { space, operation, signal, client } = call;
    if (!isEmbedded(space)) return next(call);
    return limitersOf(space)[operation].run(() => next(call), { signal, client });
  };
}

function overloaded(space: string, seconds: number): ProblemError {
  return new ProblemError(
    'service-unavailable',
    `The search space "${space}" is overloaded; try again later.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
}
