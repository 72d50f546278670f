/**
 * Circuit breaker, bulkhead and single retry for calls of a remote service.
 *
 * The bulkhead limits the calls that a slow service can hold. The circuit opens after consecutive failures, and one probe
 * call must succeed before it closes. Idempotent calls are retried once after a broken connection.
 */
import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  TaskCancelledError,
} from 'cockatiel';
import { BackendError, isServiceFailure } from './backend-error.ts';
import type { CircuitBreakerOptions } from './circuit-breaker-options.ts';
import { retryOnce } from './retry-once.ts';

export interface BackendCircuitBreaker {
  /**
   * An `idempotent` call is retried once if the connection fails. Each `part` of the service has its own circuit,
   * because one part can work while another fails.
   */
  run<Result>(
    call: () => Promise<Result>,
    signal: AbortSignal,
    idempotent: boolean,
    part?: string,
  ): Promise<Result>;
  /** False from the opening of any circuit until a probe call succeeds. */
  isClosed(): boolean;
  /** True while a circuit rejects calls; after the reset timeout, the next call is the probe. */
  isOpen(): boolean;
}

interface Circuit {
  policy: CircuitBreakerPolicy;
  /** Time of the last opening, on the clock of performance.now(). */
  openedAt: number;
}

/** The oldest circuit is evicted first, so that unused parts, such as previous indices, do not accumulate. */
const MAX_CIRCUITS = 100;

export function backendCircuitBreaker(options: CircuitBreakerOptions): BackendCircuitBreaker {
  const limiter = bulkhead(options.maxConcurrentCalls, options.maxQueuedCalls);
  options.observeQueue?.(() => options.maxQueuedCalls - limiter.queueSlots);
  const circuits = new Map<string, Circuit>();

  function circuitOf(part: string): Circuit {
    const known = circuits.get(part);
    if (known) return known;
    const [oldest = part] = circuits.keys();
    if (circuits.size >= MAX_CIRCUITS) circuits.delete(oldest);
    const circuit = circuitFor(options);
    circuits.set(part, circuit);
    return circuit;
  }

  const isCircuitOpen = ({ policy, openedAt }: Circuit) =>
    policy.state === CircuitState.Open && performance.now() - openedAt < options.resetTimeoutMs;

  return {
    isClosed: () => [...circuits.values()].every(({ policy }) => policy.state === CircuitState.Closed),
    isOpen: () => [...circuits.values()].some(isCircuitOpen),
    async run(call, signal, idempotent, part = '') {
      const circuit = circuitOf(part);
      if (circuit.policy.state === CircuitState.HalfOpen) throw circuitOpen();
      const attempt = () => (idempotent ? retryOnce(call, signal) : call());
      try {
        return await circuit.policy.execute(() => limiter.execute(attempt, signal), signal);
      } catch (error) {
        // The policy uses the wall clock: after a clock change it could stay open for hours.
        if (error instanceof BrokenCircuitError && !isCircuitOpen(circuit)) circuits.delete(part);
        throw signal.aborted && error instanceof TaskCancelledError ? signal.reason : toBackendError(error);
      }
    },
  };
}

function circuitFor({ failureThreshold: failures, resetTimeoutMs: rest }: CircuitBreakerOptions): Circuit {
  // An aborted probe proves nothing, so it must not close the circuit.
  const counts = (error: unknown): boolean =>
    isServiceFailure(error) || (policy.state === CircuitState.HalfOpen && !(error instanceof BackendError));
  const policy = circuitBreaker(handleWhen(counts), {
    halfOpenAfter: rest,
    breaker: new ConsecutiveBreaker(failures),
  });
  const circuit = { policy, openedAt: Number.NEGATIVE_INFINITY };
  policy.onBreak(() => {
    circuit.openedAt = performance.now();
  });
  return circuit;
}

function toBackendError(error: unknown): unknown {
  if (error instanceof BrokenCircuitError) return circuitOpen();
  if (error instanceof BulkheadRejectedError)
    return new BackendError('overloaded', 'The queue of calls is full.');
  return error;
}

const circuitOpen = () =>
  new BackendError('circuit-open', 'Circuit open after consecutive failures; no call was sent.');
