/**
 * Errors of remote backends, and their mapping to problem responses.
 *
 * A problem names the search space, but never the address or the message of the remote service.
 */
import { ProblemError } from '../errors/problem.ts';
import { mapAdapterErrors } from './map-adapter-errors.ts';

export type BackendErrorKind =
  /** No connection, or it broke before the response was complete. */
  | 'unreachable'
  /** The queue is full, or the service reports overload. */
  | 'overloaded'
  | 'timeout'
  /** The response is unreadable, partial or a redirect. */
  | 'malformed'
  | 'too-large'
  /** The service reports an internal error. */
  | 'server-error'
  /** The service rejects the credentials. */
  | 'credentials'
  /** The service rejects this request. */
  | 'rejected'
  /** The service does not have the space. */
  | 'unknown-space'
  /** The index layout is older than this version of the server. */
  | 'outdated'
  /** The circuit is open after consecutive failures; no call was sent. */
  | 'circuit-open';

export interface BackendErrorDetails {
  /** Error code of the operating system, such as `ECONNREFUSED`. */
  code?: string | undefined;
  /** Seconds, from the `Retry-After` header of the service. */
  retryAfter?: number | undefined;
}

/** Thrown by the adapters. The message is for the log only: it may contain the address and the message of the service. */
export class BackendError extends Error {
  override readonly name = 'BackendError';
  readonly kind: BackendErrorKind;
  readonly code: string | undefined;
  readonly retryAfter: number | undefined;
  constructor(kind: BackendErrorKind, message: string, { code, retryAfter }: BackendErrorDetails = {}) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** True for errors that affect the service as a whole; the others concern a single request. */
export function isServiceFailure(error: unknown): boolean {
  return (
    error instanceof BackendError &&
    ['unreachable', 'overloaded', 'timeout', 'server-error'].includes(error.kind)
  );
}

/** Used if the service sends no `Retry-After`. */
const DEFAULT_RETRY_AFTER_SECONDS = 5;

/** Problem response for a backend error; other errors are returned unchanged. */
function backendErrorToProblem(error: unknown, space: string): unknown {
  if (!(error instanceof BackendError)) return error;
  const subject = `The search space "${space}"`;
  const about = { cause: error };
  switch (error.kind) {
    case 'timeout':
      return new ProblemError('gateway-timeout', `${subject} did not respond in time.`, about);
    case 'unreachable':
      return new ProblemError('service-unavailable', `${subject} cannot be reached.`, about);
    case 'unknown-space':
      return new ProblemError('service-unavailable', `${subject} does not exist at its backend.`, about);
    case 'outdated': {
      const remedy = 'upload its thesaurus again, which reindexes all documents, or import it again';
      return new ProblemError(
        'service-unavailable',
        `${subject} was indexed by an earlier version of this server: ${remedy}.`,
        about,
      );
    }
    case 'overloaded':
    case 'circuit-open': {
      const headers = { 'Retry-After': String(error.retryAfter ?? DEFAULT_RETRY_AFTER_SECONDS) };
      return new ProblemError(
        'service-unavailable',
        `${subject} is overloaded or temporarily unavailable; try again later.`,
        { ...about, headers },
      );
    }
    default:
      return new ProblemError(
        'bad-gateway',
        `The backend of the search space "${space}" failed or returned an invalid response.`,
        about,
      );
  }
}

/** Wraps all operations so that backend errors become problems of the space. */
export function withProblems<Operations extends object>(operations: Operations, space: string): Operations {
  return mapAdapterErrors(operations, (error) => backendErrorToProblem(error, space));
}
