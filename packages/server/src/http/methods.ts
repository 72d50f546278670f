/** What HTTP says about methods and representations that are not there (RFC 9110, sections 9.1, 12.5.1 and 15.5). */
import type { Context, Middleware } from 'koa';
import { ProblemError } from '../errors.ts';

/** The end of the line: a path that a route knows under another method gives 405, OPTIONS its methods. */
export function methodNotAllowed(): Middleware {
  return async (ctx) => {
    const known = knownMethods(ctx);
    if (known.length === 0) return;
    const allow = [...known, 'OPTIONS'].join(', ');
    if (ctx.method !== 'OPTIONS') {
      const detail = `The methods here are ${allow}.`;
      throw new ProblemError('method-not-allowed', detail, { headers: { Allow: allow } });
    }
    ctx.status = 204;
    ctx.set('Allow', allow);
  };
}

/** The API speaks JSON and, where it streams, NDJSON. */
export function acceptable(): Middleware {
  return (ctx, next) => {
    if (
      !acceptsJson(ctx.req.headers.accept) &&
      !ctx.accepts('application/json', 'application/x-ndjson', 'application/problem+json')
    ) {
      throw new ProblemError('not-acceptable', 'Answers are application/json.');
    }
    return next();
  };
}

/** What nearly every client sends; negotiating it would cost more than the rest. */
export function acceptsJson(accept = '*/*'): boolean {
  return accept === '*/*' || accept === 'application/json';
}

/** Every router notes the routes whose path matched, whatever their method. */
function knownMethods(ctx: Context): string[] {
  const matched = (ctx as { matched?: { methods: string[] }[] }).matched ?? [];
  return [...new Set(matched.flatMap(({ methods }) => methods))].sort();
}
