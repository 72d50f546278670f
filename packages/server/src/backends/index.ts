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
export { BackendError, type BackendErrorKind, isServiceFailure } from './backend-error.ts';
export { batchOutcome } from './batch-outcome.ts';
export { parseRetryAfter } from './retry-after.ts';
