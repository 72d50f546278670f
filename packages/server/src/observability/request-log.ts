/** Middleware for the IDs of requests, and for the log with one line per request. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';

/** Called after every request, for metrics. */
export type Observe = (request: { method: string; route: string; status: number; seconds: number }) => void;

/** Status 499 of nginx: the client closed the connection before the response. */
const CLIENT_CLOSED_REQUEST = 499;

/** Logs when the connection closes or the response is sent. */
export function requestLog(log: Logger, observe: Observe): Middleware {
  return (ctx, next) => {
    const started = performance.now();
    ctx.res.on('close', () => {
      const milliseconds = performance.now() - started;
      const status = ctx.res.headersSent ? ctx.status : CLIENT_CLOSED_REQUEST;
      log.info(lineOf(ctx, status, milliseconds), 'request');
      observe({ method: ctx.method, route: routeOf(ctx), status, seconds: milliseconds / 1000 });
    });
    return next();
  };
}

/** Pattern of the matched route; `other` if no route matched. */
export function routeOf(ctx: Context): string {
  const { _matchedRoute: route } = ctx as { _matchedRoute?: string | RegExp };
  return route === undefined ? 'other' : String(route);
}

/** Members of a log line: never headers, query or body, which contain tokens and search terms. */
function lineOf({ method, path, state, res }: Context, status: number, milliseconds: number) {
  const { access, requestId } = state;
  return {
    requestId,
    method,
    path: path.slice(0, 500),
    status,
    milliseconds: Math.round(milliseconds * 10) / 10,
    ...(access && { user: access.subject, token: access.jti }),
    ...(!res.writableFinished && { aborted: true }),
  };
}

/** IDs are sent as X-Request-Id and logged with every request. */
export function assignRequestId(): Middleware {
  return (ctx, next) => {
    ctx.state.requestId = requestIdOf(ctx.req);
    ctx.set('X-Request-Id', ctx.state.requestId);
    return next();
  };
}

/** Uses the client's X-Request-Id if it is short and safe for logs and pages; otherwise creates one. */
function requestIdOf({ headers }: IncomingMessage): string {
  const id = headers['x-request-id'];
  const isSafe = typeof id === 'string' && /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(id);
  return isSafe ? id : randomUUID();
}
