/** Limits of calls: concurrent and queued calls per space and client, and circuits of remote spaces. */
import { isServiceFailure } from '@semantic-search/engine/backend';
import * as cockatiel from 'cockatiel';
import type { Metrics } from '../observability/metrics.ts';
import type { QueryOperation, SpaceCall } from './space-queries.ts';

export interface LimiterOptions {
  /** Maximum number of concurrent calls of each remote space, for all its operations. All other spaces are embedded. */
  remoteCalls?: ReadonlyMap<string, number>;
  metrics?: Pick<Metrics, 'waiting'>;
}

interface CallLimits {
  maxConcurrent: number;
  /** Maximum number of queued calls; further calls are rejected at once. */
  maxQueued: number;
}

/** Maximum number of waiting calls of an embedded space, per operation. */
const MAX_QUEUED_EMBEDDED = 1000;
/** Maximum number of waiting calls of a remote space, per concurrent call. */
const QUEUED_PER_CALL = 4;
/** Concurrent queries of an embedded space. A few keep its worker busy; slow extractions and large documents get fewer slots. */
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

interface SpaceLimiter {
  /** Limit of the calls of all clients together. */
  all: cockatiel.BulkheadPolicy;
  /** One client gets at most half of the slots, so that many requests of one client do not delay others. */
  clients: Map<string, cockatiel.BulkheadPolicy>;
  /** Rejects calls at once while a remote space fails. */
  circuit: cockatiel.IPolicy;
}

/** Returns the policies of a call, outermost first. A remote space has one limiter, an embedded space one per operation. */
export function spaceLimiters({
  remoteCalls = new Map(),
  metrics,
}: LimiterOptions): (call: SpaceCall) => cockatiel.IPolicy[] {
  const limiters = new Map<string, SpaceLimiter>();

  function newLimiter(labels: { space: string }, { maxConcurrent, maxQueued }: CallLimits): SpaceLimiter {
    const breaker = new cockatiel.ConsecutiveBreaker(MAX_FAILURES);
    const circuitOptions = { halfOpenAfter: CIRCUIT_RESET_MS, breaker };
    const limiter: SpaceLimiter = {
      all: cockatiel.bulkhead(maxConcurrent, maxQueued),
      clients: new Map(),
      circuit: remoteCalls.has(labels.space)
        ? cockatiel.circuitBreaker(cockatiel.handleWhen(isServiceFailure), circuitOptions)
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
