/** Middleware that turns exceptions into problem+json responses (RFC 9457). */
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import { ProblemError, problemOf } from './problem.ts';
import { findShortage, type Shortage } from './system-errors.ts';
import { problemOfJwt } from './unauthorized.ts';

/** Converts every error of later middleware. Errors that are no ProblemError are logged, and return 500 or 503. */
export function errorMiddleware(log: Logger): Middleware {
  return async (ctx, next) => {
    try {
      await next();
      if (ctx.body === undefined && !ctx.res.headersSent) rejectUnhandled(ctx);
    } catch (thrown) {
      const error = asProblem(thrown);
      logCause(log.child({ requestId: ctx.state.requestId }), error);
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

/** Without a handler, Koa sets 404, and the router 405. */
function rejectUnhandled(ctx: Context): void {
  if (ctx.status === 404)
    throw new ProblemError('not-found', `No resource exists at ${ctx.path.slice(0, 200)}.`);
  if (ctx.status !== 405) return;
  const allow = ctx.response.get('Allow');
  throw new ProblemError('method-not-allowed', `Allowed methods: ${allow}.`, { headers: { Allow: allow } });
}

function asProblem(error: unknown): ProblemError {
  const thrown = problemOfJwt(error) ?? error;
  if (thrown instanceof ProblemError && thrown.status < 500) return thrown;
  const shortage = findShortage(thrown);
  if (shortage) return shortageProblem(shortage, thrown);
  if (thrown instanceof ProblemError) return thrown;
  const detail = 'Internal server error. The server log contains details for this request ID.';
  return new ProblemError('internal-error', detail, { cause: thrown });
}

/** 503: shortages pass. The detail of a ProblemError comes first, because it says what failed; it may name the resource. */
function shortageProblem({ resource, headers }: Shortage, thrown: unknown): ProblemError {
  const reason = `has run out of ${resource}`;
  if (!(thrown instanceof ProblemError)) {
    const detail = `The server ${reason}; try again later.`;
    return new ProblemError('service-unavailable', detail, { headers, cause: thrown });
  }
  const { message, cause } = thrown;
  const detail = message.includes(reason) ? message : `${message} The server ${reason}.`;
  return new ProblemError('service-unavailable', detail, {
    headers: { ...headers, ...thrown.headers },
    cause,
  });
}

function logCause(log: Logger, error: ProblemError): void {
  if (error.code === 'service-unavailable' && error.cause === undefined)
    log.warn({ code: error.code }, error.message);
  else if (error.status >= 500) log.error({ code: error.code, error: error.cause ?? error }, error.message);
  else if (error.cause !== undefined) log.debug({ code: error.code, error: error.cause }, error.message);
}
