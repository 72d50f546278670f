/** Error-handling middleware: turns exceptions into problem+json responses (RFC 9457). */
import { type FieldError, type Problem, type ProblemCode, problems } from '@semantic-search/contract';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import { isExpectedRejection, throttledLog } from './log-throttling.ts';
import { findShortage, type Shortage } from './system-errors.ts';

export interface ProblemDetails {
  /** Invalid members of the request. */
  errors?: FieldError[];
  headers?: Record<string, string>;
  /** Logged, never sent to the client. */
  cause?: unknown;
  /** An expected 503 without a fault in the server: logged as a throttled warning, not as an error. */
  expected?: boolean;
}

/** An error with its own problem response. `detail` is sent to the client: never include paths, addresses or secrets. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly errors: FieldError[] | undefined;
  readonly headers: Record<string, string>;
  readonly expected: boolean;

  constructor(code: ProblemCode, detail: string, details: ProblemDetails = {}) {
    super(detail, { cause: details.cause });
    this.code = code;
    this.errors = details.errors;
    this.headers = details.headers ?? {};
    this.expected = details.expected ?? false;
  }

  get status(): number {
    return problems[this.code].status;
  }
}

/** Maximum length of the error list in a response. */
const MAX_ERRORS = 1000;

/** Truncates the list; its last entry gives the number of omitted errors. */
export function truncatedErrors(errors: FieldError[]): FieldError[] {
  if (errors.length <= MAX_ERRORS) return errors;
  const left = errors.length - MAX_ERRORS;
  return [...errors.slice(0, MAX_ERRORS), { key: '', message: `and ${left} more errors` }];
}

/** The response body for `error`; `instance` is the request ID. */
export function problemOf(error: ProblemError, instance: string): Problem {
  const { status, title } = problems[error.code];
  const problem = { type: `/problems/${error.code}`, title, status, detail: error.message, instance };
  return error.errors ? { ...problem, errors: truncatedErrors(error.errors) } : problem;
}

/**
 * Converts every error thrown downstream. Other errors than ProblemError are logged with their cause and return 500, or 503
 * if a system resource is exhausted. Expected rejections are logged as throttled warnings.
 */
export function errorResponses(log: Logger): Middleware {
  const tellRefusal = throttledLog(log);
  return async (ctx, next) => {
    try {
      await next();
      if (ctx.status === 404 && ctx.body === undefined && !ctx.res.headersSent && ctx.respond !== false) {
        throw new ProblemError('not-found', `No resource exists at ${ctx.path.slice(0, 200)}.`);
      }
    } catch (thrown) {
      const error = asProblem(thrown);
      if (isExpectedRejection(error)) tellRefusal(error);
      else logCause(log.child({ requestId: ctx.state.requestId }), error);
      if (ctx.res.headersSent) {
        ctx.res.destroy();
        return;
      }
      for (const name of ['ETag', 'Last-Modified', 'Content-Encoding', 'Content-Length']) ctx.remove(name);
      ctx.set('Cache-Control', 'no-store');
      ctx.set(error.headers);
      ctx.status = error.status;
      ctx.body = JSON.stringify(problemOf(error, ctx.state.requestId));
      ctx.type = 'application/problem+json';
    }
  };
}

function asProblem(thrown: unknown): ProblemError {
  if (thrown instanceof ProblemError && thrown.status < 500) return thrown;
  const shortage = findShortage(thrown);
  if (shortage) return shortageProblem(shortage, thrown);
  if (thrown instanceof ProblemError) return thrown;
  const detail = 'Internal server error. The server log contains details for this request ID.';
  return new ProblemError('internal-error', detail, { cause: thrown });
}

/** Exhausted resources are temporary: 503. Keeps the detail of a ProblemError that describes the consequence. */
function shortageProblem({ short, again }: Shortage, thrown: unknown): ProblemError {
  const retry = again !== undefined && { 'Retry-After': String(again) };
  const { message, headers, cause } =
    thrown instanceof ProblemError
      ? thrown
      : {
          message: `The server has run out of ${short}; try again later.`,
          headers: {},
          cause: thrown,
        };
  return new ProblemError('service-unavailable', message, { headers: { ...retry, ...headers }, cause });
}

function logCause(log: Logger, error: ProblemError): void {
  if (error.status >= 500) log.error({ code: error.code, error: error.cause ?? error }, error.message);
  else if (error.cause !== undefined) log.debug({ code: error.code, error: error.cause }, error.message);
}
