/** CORS middleware: allows the origins listed by the operator or by valid publishable tokens. */
import koaCors from '@koa/cors';
import type { Context, Middleware } from 'koa';
import { ProblemError } from '../errors/problem.ts';
import { isOrigin } from './origin.ts';
import { setHeaders } from './responses/set-headers.ts';

export interface AllowedOrigins {
  /** Whether the operator or a valid token lists this origin. */
  names(origin: string): boolean;
  /** Whether a valid publishable token has no origin restriction. */
  any(): boolean;
}

const requestHeaders = [
  'Authorization',
  'Content-Type',
  'If-Match',
  'If-None-Match',
  'Prefer',
  'X-Request-Id',
];

/** Headers of the Model Context Protocol. */
const mcpHeaders = ['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name'];

const exposedHeaders = 'ETag,X-Request-Id,Retry-After,RateLimit,RateLimit-Policy';

/** Operations that publishable tokens permit; all of them only read. */
const pageOperations: Record<string, RegExp> = {
  GET: /^\/api\/configurations\/\d+(?:\/(?:suggestConcepts|getSimilar|getRecommendations|document))?$/,
  POST: /^(?:\/api\/configurations\/\d+\/(?:search|extractConcepts)|\/mcp)$/,
};

/**
 * Never allows credentials: browsers attach none by themselves, so a foreign page gains nothing.
 *
 * Preflight requests carry no token. They succeed for every origin that any valid token permits; the token of the actual
 * request decides. For the operations of pages they succeed for all origins, so that a page with a token for another origin
 * can read why it is rejected. Operations that write stay blocked, because their effect would not need a readable response.
 */
export function cors(allowed: AllowedOrigins): Middleware {
  const preflight = koaCors({
    origin: (ctx) => {
      const origin = ctx.get('Origin');
      const isOpen = allowed.any() || isPageOperation(ctx);
      return allowed.names(origin) || (isOpen && isOrigin(origin)) ? origin : '';
    },
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowHeaders: [...requestHeaders, ...mcpHeaders],
    exposeHeaders: exposedHeaders,
    maxAge: 600,
    keepHeadersOnError: false,
  });
  return (ctx, next) => {
    const { origin } = ctx.req.headers;
    if (origin === undefined) return next();
    if (ctx.method === 'OPTIONS') return preflight(ctx, next);
    ctx.vary('Origin');
    if (allowed.names(origin)) allowOrigin(ctx, origin);
    return next();
  };
}

/**
 * Throws forbidden for a page of an origin that no CORS middleware has allowed, and that is not the server's own. The Model
 * Context Protocol requires this (transport, security).
 */
export function requireAllowedOrigin(ctx: Context): void {
  const { origin } = ctx.req.headers;
  if (origin === undefined || ctx.res.hasHeader('Access-Control-Allow-Origin')) return;
  if (origin === ctx.state.ownOrigin()) return;
  throw new ProblemError('forbidden', `Pages on ${origin.slice(0, 200)} may not use this server.`);
}

function isPageOperation(ctx: Context): boolean {
  return pageOperations[ctx.get('Access-Control-Request-Method')]?.test(ctx.path) ?? false;
}

/** Allows the origin of this request. */
export function allowOrigin(ctx: Context, origin: string): void {
  setHeaders(ctx.res, [
    'Access-Control-Allow-Origin',
    origin,
    'Access-Control-Expose-Headers',
    exposedHeaders,
  ]);
}
