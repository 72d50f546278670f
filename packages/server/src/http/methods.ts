/** Method and content negotiation: 405, OPTIONS and 406 (RFC 9110, sections 9.1, 12.5.1, 15.5). */
import type { Context, Middleware } from 'koa';
import { ProblemError } from '../errors/problem.ts';

/** Last middleware: returns 405 if a route matches the path but not the method, and answers OPTIONS. */
export function methodNotAllowed(): Middleware {
  return async (ctx) => {
    const methods = knownMethods(ctx);
    if (methods.length === 0) return;
    const allow = [...methods, 'OPTIONS'].join(', ');
    if (ctx.method !== 'OPTIONS') {
      const detail = `Allowed methods: ${allow}.`;
      throw new ProblemError('method-not-allowed', detail, { headers: { Allow: allow } });
    }
    ctx.status = 204;
    ctx.set('Allow', allow);
  };
}

/** Throws not-acceptable unless the client accepts JSON, or NDJSON for streamed responses. */
export function acceptable(): Middleware {
  return (ctx, next) => {
    if (
      !acceptsJson(ctx.req.headers.accept) &&
      !ctx.accepts('application/json', 'application/x-ndjson', 'application/problem+json')
    ) {
      throw new ProblemError('not-acceptable', 'The server returns only application/json.');
    }
    return next();
  };
}

/** Fast check for the usual Accept headers; full negotiation costs more than the rest of the request. */
function acceptsJson(accept = '*/*'): boolean {
  return accept === '*/*' || accept === 'application/json';
}

/** @koa/router collects in `ctx.matched` all routes whose path matches, whatever their method. */
function knownMethods(ctx: Context): string[] {
  const matched = (ctx as { matched?: { methods: string[] }[] }).matched ?? [];
  return [...new Set(matched.flatMap(({ methods }) => methods))].sort();
}
