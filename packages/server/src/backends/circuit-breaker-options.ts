/** Options of a circuit breaker and their defaults, without the library of the circuit breaker. */

export interface CircuitBreakerOptions {
  maxConcurrentCalls: number;
  /** Further calls are rejected at once. */
  maxQueuedCalls: number;
  /** Consecutive failures that open the circuit. */
  failureThreshold: number;
  /** Time until a probe call may half-open the circuit. */
  resetTimeoutMs: number;
  /** Called once with a function that returns the current queue length. */
  observeQueue?: (length: () => number) => void;
}

export const DEFAULT_CIRCUIT_BREAKER: CircuitBreakerOptions = {
  maxConcurrentCalls: 16,
  maxQueuedCalls: 64,
  failureThreshold: 5,
  resetTimeoutMs: 5000,
};
