/**
 * Stands before a remote service: a bulkhead, so that a slow one holds only so many calls; a circuit that opens after
 * failures in a row and is probed by one call before it closes; and one more attempt where that is safe.
 */
import { setTimeout as pause } from 'node:timers/promises';
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
import { BackendError, isTrouble } from './backend-error.ts';

export interface CircuitBreakerOptions {
  /** Calls at a time. */
  calls: number;
  /** Calls that may wait for their turn; more are turned away at once. */
  waiting: number;
  /** Failures in a row that open the circuit. */
  failures: number;
  /** How long the circuit stays open before a call may probe it, in milliseconds. */
  rest: number;
  /** Is told, once, what tells how many wait. */
  tellWaiting?: (count: () => number) => void;
}

export const DEFAULT_CIRCUIT_BREAKER: CircuitBreakerOptions = {
  calls: 16,
  waiting: 64,
  failures: 5,
  rest: 5000,
};

export interface BackendCircuitBreaker {
  /**
   * `repeatable` calls change nothing: where the connection failed they are tried once more. Failures are counted for
   * each part of the service by itself: one that answers says nothing of another that does not.
   */
  run<Result>(
    call: () => Promise<Result>,
    signal: AbortSignal,
    repeatable: boolean,
    part?: string,
  ): Promise<Result>;
  /** False from when the service failed too often until a call has shown that it is back. */
  closed(): boolean;
  /** Whether calls are turned away because of that: afterwards it is any call that shows. */
  resting(): boolean;
}

interface Circuit {
  policy: CircuitBreakerPolicy;
  /** When it was opened last: a time of performance.now(). */
  openedAt: number;
}

/** The longest known is forgotten first: parts that are no longer asked, such as former indices, do not add up. */
const mostParts = 100;

export function backendCircuitBreaker(options: CircuitBreakerOptions): BackendCircuitBreaker {
  const lane = bulkhead(options.calls, options.waiting);
  options.tellWaiting?.(() => options.waiting - lane.queueSlots);
  const circuits = new Map<string, Circuit>();

  function circuitOf(part: string): Circuit {
    const known = circuits.get(part);
    if (known) return known;
    const [longestKnown = part] = circuits.keys();
    if (circuits.size >= mostParts) circuits.delete(longestKnown);
    const circuit = circuitFor(options);
    circuits.set(part, circuit);
    return circuit;
  }

  const isResting = ({ policy, openedAt }: Circuit) =>
    policy.state === CircuitState.Open && performance.now() - openedAt < options.rest;

  return {
    closed: () => [...circuits.values()].every(({ policy }) => policy.state === CircuitState.Closed),
    resting: () => [...circuits.values()].some(isResting),
    async run(call, signal, repeatable, part = '') {
      const circuit = circuitOf(part);
      if (circuit.policy.state === CircuitState.HalfOpen) throw resting();
      const attempt = () => (repeatable ? twice(call, signal) : call());
      try {
        return await circuit.policy.execute(() => lane.execute(attempt, signal), signal);
      } catch (error) {
        // It goes by the clock of the day: where that was set back, it would stay open for as long.
        if (error instanceof BrokenCircuitError && !isResting(circuit)) circuits.delete(part);
        throw signal.aborted && error instanceof TaskCancelledError ? signal.reason : asFault(error);
      }
    },
  };
}

function circuitFor({ failures, rest }: CircuitBreakerOptions): Circuit {
  // A probe that its caller gave up has shown nothing: the circuit must not close on it.
  const counts = (error: unknown): boolean =>
    isTrouble(error) || (policy.state === CircuitState.HalfOpen && !(error instanceof BackendError));
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

/** Not at the same moment as everyone else whose connection broke. In milliseconds. */
const shortest = 20;

async function twice<Result>(call: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof BackendError && error.kind === 'unreachable')) throw error;
    await pause(shortest * (1 + Math.random()), undefined, { signal });
    return call();
  }
}

function asFault(error: unknown): unknown {
  if (error instanceof BrokenCircuitError) return resting();
  if (error instanceof BulkheadRejectedError) return new BackendError('overloaded', 'Too many calls wait.');
  return error;
}

const resting = () => new BackendError('resting', 'Not asked: too many calls in a row failed.');
