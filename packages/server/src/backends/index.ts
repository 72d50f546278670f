/** Port of search backends: what the adapter packages implement, and what they share. */
export { ProblemError } from '../errors/problem.ts';
export { abortable } from './abortable.ts';
export type {
  Backend,
  DocumentWriter,
  Originals,
  SpaceContent,
  ThesaurusWriter,
  Trainer,
  WritableBackend,
} from './backend.ts';
export { BackendError, type BackendErrorKind, isServiceFailure, withProblems } from './backend-error.ts';
export { batchOutcome } from './batch-outcome.ts';
export { DEFAULT_MAX_BODY_BYTES, readBoundedBody, tooLarge } from './bounded-body.ts';
export { backendCircuitBreaker } from './circuit-breaker.ts';
export { type CircuitBreakerOptions, DEFAULT_CIRCUIT_BREAKER } from './circuit-breaker-options.ts';
export { parseRetryAfter } from './retry-after.ts';
