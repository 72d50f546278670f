/** Error with a problem response (RFC 9457), problems that several files use, and their body. */
import { STATUS_CODES } from 'node:http';
import * as api from '@semantic-search/contract';
import { SaveError } from '@semantic-search/contract/storage';

interface ProblemDetails {
  /** Invalid members of the request. */
  errors?: api.FieldError[];
  headers?: Record<string, string>;
  /** Logged, never sent to the client. */
  cause?: unknown;
}

/** An error with its own problem response. `detail` is sent to the client: never include paths, addresses or secrets. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: api.ProblemCode;
  readonly errors: api.FieldError[] | undefined;
  readonly headers: Record<string, string>;

  constructor(code: api.ProblemCode, detail: string, details: ProblemDetails = {}) {
    super(detail, { cause: details.cause });
    this.code = code;
    this.errors = details.errors;
    this.headers = details.headers ?? {};
  }

  get status(): number {
    return api.problems[this.code].status;
  }
}

/** Time after which a client repeats a request, unless the cause of the failure names another one. */
export const DEFAULT_RETRY_SECONDS = 5;

/** The problem of something that works again soon. */
export function temporarilyUnavailable(detail: string, cause?: unknown, seconds = DEFAULT_RETRY_SECONDS) {
  const headers = { 'Retry-After': `${seconds}` };
  return new ProblemError('service-unavailable', detail, { cause, headers });
}

/** The problem of a request with invalid members, such as `sort.field`; at least one. */
export function invalidMembers(errors: api.FieldError[]): ProblemError {
  const { key, message } = errors[0]!;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return new ProblemError('bad-request', `${key || 'The body'} ${message}${more}.`, { errors });
}

export const invalidMember = (key: string, message: string) => invalidMembers([{ key, message }]);

/** Throws the problem of a request if it has invalid members. */
export function rejectInvalid(errors: api.FieldError[]): void {
  if (errors.length > 0) throw invalidMembers(errors);
}

/** Throws the problem of a change that was not saved, and other errors unchanged. */
export function rejectUnsaved(error: unknown): never {
  if (!(error instanceof SaveError)) throw error;
  const detail =
    error.outcome === 'unknown'
      ? 'The connection was lost while the change was saved. Read again whether it was, and repeat it if not.'
      : 'The change could not be saved; nothing has changed.';
  throw new ProblemError('service-unavailable', detail, { cause: error.cause });
}

/** Maximum length of the error list in a response. */
const MAX_ERRORS = api.requestLimits.errors;

/** Truncates the list; its last entry gives the number of omitted errors. */
export function truncatedErrors(errors: api.FieldError[]): api.FieldError[] {
  if (errors.length <= MAX_ERRORS) return errors;
  const omittedCount = errors.length - MAX_ERRORS;
  return [...errors.slice(0, MAX_ERRORS), { key: '', message: `and ${omittedCount} more errors` }];
}

/** The response body for `error`; `instance` is the request ID. */
export function problemOf(error: ProblemError, instance: string): api.Problem {
  const { code, message: detail, errors } = error;
  const { status, title } = api.problems[code];
  const problem = { type: `/problems/${code}` as const, title, status, detail, instance };
  return errors ? { ...problem, errors: truncatedErrors(errors) } : problem;
}

/** The whole response as bytes of HTTP, for a connection without a valid request, which has to close after it. */
export function rawResponse(problem: ProblemError, requestId: string): string {
  const body = JSON.stringify(problemOf(problem, requestId));
  const headers = {
    ...problem.headers,
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': requestId,
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const status = `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`;
  return [status, ...lines, '', body].join('\r\n');
}
