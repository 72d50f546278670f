/** CORS middleware: allows the origins listed by the operator or by valid publishable tokens. */
import koaCors from '@koa/cors';
import type { Context, Middleware } from 'koa';
import { ProblemError } from '../errors/problem.ts';
import { isOrigin } from './origin.ts';

/** Whether the operator or a valid token lists this origin. */
export type AllowsOrigin = (origin: string) => boolean;

/** Request headers that pages may send. */
const apiHeaders = 'Authorization,Content-Type,If-Match,If-None-Match,Prefer,X-Request-Id';
const mcpHeaders = 'MCP-Protocol-Version,Mcp-Method,Mcp-Name';

/** Headers of responses that scripts may read. */
const exposedHeaders = 'ETag,X-Request-Id,Retry-After,RateLimit,RateLimit-Policy';

const DAY_SECONDS = 24 * 3600;

/** Operations that publishable tokens permit; all of them only read, or count events. */
const pageOperations: Record<string, RegExp> = {
  GET: /^\/api\/configurations\/\d+(?:\/(?:suggestConcepts|getSimilar|getRecommendations|document|popularSearches))?\/?$/,
  POST: /^(?:\/api\/configurations\/\d+\/(?:search|extractConcepts|events)|\/mcp)\/?$/,
};
const isPageOperation = (method: string, path: string) => pageOperations[method]?.test(path) ?? false;

/** Includes the opaque origin of a file and of a sandboxed frame. */
const isSerializedOrigin = (origin: string) => origin === 'null' || isOrigin(origin);

/**
 * Never allows credentials: browsers attach none by themselves, so a foreign page gains nothing. Preflight requests carry no
 * token. They succeed for every origin that any valid token lists; the token of the actual request decides. Browsers may
 * therefore keep the response for a day, the maximum of any browser. For the operations of pages they succeed for all origins,
 * and every page can read the errors of these operations: without them, a browser reports an expired token or a wrong origin as a
 * failure of the network. Operations that write stay blocked, because their effect would not need a readable response.
 */
export function cors(allows: AllowsOrigin): Middleware {
  const preflight = koaCors({
    origin: (ctx) => {
      const origin = ctx.get('Origin');
      const isOpen = isPageOperation(ctx.get('Access-Control-Request-Method'), ctx.path);
      return allows(origin) || (isOpen && isSerializedOrigin(origin)) ? origin : '';
    },
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowHeaders: `${apiHeaders},${mcpHeaders}`,
    exposeHeaders: exposedHeaders,
    maxAge: DAY_SECONDS,
    keepHeadersOnError: false,
  });
  return async (ctx, next) => {
    const { origin } = ctx.req.headers;
    if (origin === undefined) return next();
    if (ctx.method === 'OPTIONS') return preflight(ctx, next);
    ctx.vary('Origin');
    if (allows(origin)) allowOrigin(ctx, origin);
    try {
      await next();
    } catch (error) {
      if (isPageOperation(ctx.method, ctx.path)) allowOrigin(ctx, origin);
      throw error;
    }
  };
}

/** Throws forbidden for a page of a foreign origin that `cors` did not allow, as MCP requires (transport, security). */
export function requireAllowedOrigin(ctx: Context): void {
  const { origin } = ctx.req.headers;
  if (origin === undefined || ctx.res.hasHeader('Access-Control-Allow-Origin')) return;
  if (origin === ctx.state.ownOrigin()) return;
  throw new ProblemError('forbidden', `Pages on ${origin.slice(0, 200)} may not use this server.`);
}

/** Allows the origin of this request, unless it is malformed. */
export function allowOrigin(ctx: Context, origin: string): void {
  if (!isSerializedOrigin(origin)) return;
  ctx.set('Access-Control-Allow-Origin', origin);
  ctx.set('Access-Control-Expose-Headers', exposedHeaders);
}
