/**
 * Stands before a remote service: a bulkhead, so that a slow one holds only so many calls; a circuit that opens after
 * failures in a row and is probed by one call before it closes; and one more attempt where that is safe.
 */
import { setTimeout as pause } from 'node:timers/promises';
import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  TaskCancelledError,
} from 'cockatiel';
import { isTrouble, RemoteFault } from './fault.ts';

export interface GuardOptions {
  /** Calls at a time. */
  calls: number;
  /** Calls that may wait for their turn; more are turned away at once. */
  waiting: number;
  /** Failures in a row that open the circuit. */
  failures: number;
  /** How long the circuit stays open before a call may probe it, in milliseconds. */
  rest: number;
}

export const usualGuard: GuardOptions = { calls: 16, waiting: 64, failures: 5, rest: 5000 };

export interface Guard {
  /** `repeatable` calls change nothing: where the connection failed they are tried once more. */
  run<Result>(call: () => Promise<Result>, signal: AbortSignal, repeatable: boolean): Promise<Result>;
  /** False while calls are turned away because the service failed too often. */
  closed(): boolean;
}

export function guard(options: GuardOptions): Guard {
  const { calls, waiting, failures, rest } = options;
  const lane = bulkhead(calls, waiting);
  // A probe that its caller gave up has shown nothing: the circuit must not close on it.
  const counts = (error: unknown): boolean =>
    isTrouble(error) || (circuit.state === CircuitState.HalfOpen && !(error instanceof RemoteFault));
  const circuit = circuitBreaker(handleWhen(counts), {
    halfOpenAfter: rest,
    breaker: new ConsecutiveBreaker(failures),
  });
  return {
    closed: () => circuit.state === CircuitState.Closed,
    async run(call, signal, repeatable) {
      if (circuit.state === CircuitState.HalfOpen) throw resting();
      const attempt = () => (repeatable ? twice(call, signal) : call());
      try {
        return await circuit.execute(() => lane.execute(attempt, signal), signal);
      } catch (error) {
        throw signal.aborted && error instanceof TaskCancelledError ? signal.reason : asFault(error);
      }
    },
  };
}

/** Not at the same moment as everyone else whose connection broke. In milliseconds. */
const shortest = 20;

async function twice<Result>(call: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof RemoteFault && error.kind === 'unreachable')) throw error;
    await pause(shortest * (1 + Math.random()), undefined, { signal });
    return call();
  }
}

function asFault(error: unknown): unknown {
  if (error instanceof BrokenCircuitError) return resting();
  if (error instanceof BulkheadRejectedError) return new RemoteFault('overloaded', 'Too many calls wait.');
  return error;
}

const resting = () => new RemoteFault('resting', 'Not asked: too many calls in a row failed.');
