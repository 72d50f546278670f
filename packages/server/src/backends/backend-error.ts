/** Errors of remote backends. */

export type BackendErrorKind =
  /** No connection, or it broke before the response was complete. */
  | 'unreachable'
  /** The service reports overload. */
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
  | 'outdated';

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
