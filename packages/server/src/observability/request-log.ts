/** Access log and audit trail: one line per request, a second one per change. */
import type { ServerResponse } from 'node:http';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import type { Access } from '../auth/permission.ts';

/** Called after every request, for metrics. */
export type Observe = (of: { method: string; route: string; status: number; seconds: number }) => void;

/** Logged data of a request; never headers, query or body, which contain tokens and search terms. */
export interface RequestRecord {
  requestId: string;
  method: string;
  path: string;
  /** The pattern that the path matched, such as `/api/configurations/:configId`. */
  route: string;
  status: number;
  access?: Access | undefined;
  /** The scope required by the operation. */
  permitted?: string | undefined;
  /** Path parameters. */
  params?: Record<string, string>;
}

/** `started` is a time of performance.now(); `visit` is called when the connection closes. */
export type LogRequest = (response: ServerResponse, started: number, visit: () => RequestRecord) => void;

/** Status 499 of nginx: the client closed the connection before the response. */
const CLIENT_CLOSED_REQUEST = 499;

/** Logs a line when the response is sent or the connection is closed. */
export function requestLogger(log: Logger, observe: Observe): LogRequest {
  return (response, started, visit) => {
    response.on('close', () => {
      const milliseconds = performance.now() - started;
      const over = visit();
      if (!response.headersSent) over.status = CLIENT_CLOSED_REQUEST;
      if (log.isLevelEnabled('info')) {
        log.info(lineOf(over, milliseconds, response.writableFinished), 'request');
      }
      const { method, route, status } = over;
      observe({ method, route, status, seconds: milliseconds / 1000 });
    });
  };
}

/** Logs an additional audit line with the user for every successful change. */
export function requestLog(tell: LogRequest, log: Logger): Middleware {
  return async (ctx, next) => {
    tell(ctx.res, performance.now(), () => visitOf(ctx));
    await next();
    if (isChange(ctx)) log.info(auditOf(visitOf(ctx)), 'change');
  };
}

/** `other` if no route matched. */
export function routeOf(ctx: Context): string {
  const { _matchedRoute: route } = ctx as { _matchedRoute?: string | RegExp };
  return route === undefined ? 'other' : String(route);
}

function visitOf(ctx: Context): RequestRecord {
  const { access, permitted, requestId } = ctx.state;
  const { params = {} } = ctx as { params?: Record<string, string> };
  const { method, path, status } = ctx;
  return { requestId, method, path, route: routeOf(ctx), status, access, permitted, params };
}

function lineOf(
  { requestId, method, path, status, access }: RequestRecord,
  milliseconds: number,
  isWhole: boolean,
) {
  return {
    requestId,
    method,
    path: path.slice(0, 500),
    status,
    milliseconds: Math.round(milliseconds * 10) / 10,
    ...(access && { user: access.subject, token: access.jti }),
    ...(!isWhole && { aborted: true }),
  };
}

/** Whether the request was authorized for a change and succeeded. */
function isChange({ status, state: { permitted = '' }, method }: Context): boolean {
  return status < 400 && /:write$/.test(permitted) && !/^(?:GET|HEAD)$/.test(method);
}

function auditOf({ method, route, params, permitted, access, requestId }: RequestRecord) {
  return {
    audit: `${method} ${route}`,
    ...params,
    scope: permitted,
    user: access?.subject,
    token: access?.jti,
    requestId,
  };
}
