/** Access log and audit trail: one line per request, a second one per change. */
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

/** Status 499 of nginx: the client closed the connection before the response. */
const CLIENT_CLOSED_REQUEST = 499;

/** Logs when the connection closes or the response is sent, and an audit line with the user for every successful change. */
export function requestLog(log: Logger, observe: Observe): Middleware {
  return async (ctx, next) => {
    const { res: response } = ctx;
    const started = performance.now();
    response.on('close', () => {
      const milliseconds = performance.now() - started;
      const record = recordOf(ctx);
      if (!response.headersSent) record.status = CLIENT_CLOSED_REQUEST;
      if (log.isLevelEnabled('info')) {
        log.info(lineOf(record, milliseconds, response.writableFinished), 'request');
      }
      const { method, route, status } = record;
      observe({ method, route, status, seconds: milliseconds / 1000 });
    });
    await next();
    if (isChange(ctx)) log.info(auditOf(recordOf(ctx)), 'change');
  };
}

/** `other` if no route matched. */
export function routeOf(ctx: Context): string {
  const { _matchedRoute: route } = ctx as { _matchedRoute?: string | RegExp };
  return route === undefined ? 'other' : String(route);
}

function recordOf(ctx: Context): RequestRecord {
  const { access, permitted, requestId } = ctx.state;
  const { params = {} } = ctx as { params?: Record<string, string> };
  const { method, path, status } = ctx;
  return { requestId, method, path, route: routeOf(ctx), status, access, permitted, params };
}

function lineOf(
  { requestId, method, path, status, access }: RequestRecord,
  milliseconds: number,
  isComplete: boolean,
) {
  return {
    requestId,
    method,
    path: path.slice(0, 500),
    status,
    milliseconds: Math.round(milliseconds * 10) / 10,
    ...(access && { user: access.subject, token: access.jti }),
    ...(!isComplete && { aborted: true }),
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
