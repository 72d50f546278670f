/** Content negotiation of operations (RFC 9110, section 12.5.1). */
import type { Middleware } from 'koa';
import { ProblemError } from '../errors/problem.ts';

/** Throws not-acceptable unless the client accepts JSON, or NDJSON for streamed responses. */
export function acceptable(): Middleware {
  return (ctx, next) => {
    if (!ctx.accepts('application/json', 'application/x-ndjson', 'application/problem+json'))
      throw new ProblemError('not-acceptable', 'The server returns only application/json.');
    return next();
  };
}
