/** The one place where an error becomes a response: problem+json (RFC 9457). */
import { type FieldError, type Problem, type ProblemCode, problems } from '@semantic-search/contract';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import { isExpectedRejection, throttledLog } from './log-throttling.ts';
import { findShortage, type Shortage } from './system-errors.ts';

export interface ProblemDetails {
  /** The members of the request at fault. */
  errors?: FieldError[];
  headers?: Record<string, string>;
  /** Logged, never shown. */
  cause?: unknown;
  /** Nothing is broken where it comes from: it is told in the log as a refusal that is meant. */
  expected?: boolean;
}

/** An error with an answer of its own. `detail` is shown to the client: no path, address or secret belongs in it. */
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

/** Longest list of errors in one answer. */
const MAX_ERRORS = 1000;

/** What fits into an answer; that there are more is said. */
export function truncatedErrors(errors: FieldError[]): FieldError[] {
  if (errors.length <= MAX_ERRORS) return errors;
  const left = errors.length - MAX_ERRORS;
  return [...errors.slice(0, MAX_ERRORS), { key: '', message: `and ${left} more that were not taken` }];
}

/** The body of the answer to `error`; `instance` is the request id. */
export function problemOf(error: ProblemError, instance: string): Problem {
  const { status, title } = problems[error.code];
  const problem = { type: `/problems/${error.code}`, title, status, detail: error.message, instance };
  return error.errors ? { ...problem, errors: truncatedErrors(error.errors) } : problem;
}

/**
 * Answers every error thrown below it. What is no ProblemError is logged with its cause and answered 500,
 * or 503 where the system is short of something. A refusal that is meant is no error in the log.
 */
export function errorResponses(log: Logger): Middleware {
  const tellRefusal = throttledLog(log);
  return async (ctx, next) => {
    try {
      await next();
      if (ctx.status === 404 && ctx.body === undefined && !ctx.res.headersSent && ctx.respond !== false) {
        throw new ProblemError('not-found', `There is nothing at ${ctx.path.slice(0, 200)}.`);
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
  const detail = 'The service failed; its operator finds the request id in the log.';
  return new ProblemError('internal-error', detail, { cause: thrown });
}

/** What is short is nobody's fault, and may be there again: with the words of a problem that tells what it led to. */
function shortageProblem({ short, again }: Shortage, thrown: unknown): ProblemError {
  const retry = again !== undefined && { 'Retry-After': String(again) };
  const { message, headers, cause } =
    thrown instanceof ProblemError
      ? thrown
      : {
          message: `The service has not enough ${short} just now; try again later.`,
          headers: {},
          cause: thrown,
        };
  return new ProblemError('service-unavailable', message, { headers: { ...retry, ...headers }, cause });
}

function logCause(log: Logger, error: ProblemError): void {
  if (error.status >= 500) log.error({ code: error.code, error: error.cause ?? error }, error.message);
  else if (error.cause !== undefined) log.debug({ code: error.code, error: error.cause }, error.message);
}
