/** One line in the log for every request that is over. */
import type { ServerResponse } from 'node:http';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import type { Access } from '../auth/permission.ts';

/** Told of every request that is over. */
export type Observe = (of: { method: string; route: string; status: number; seconds: number }) => void;

/** What is told of a request: never its headers, its query or its body, which hold tokens and what people search for. */
export interface RequestRecord {
  requestId: string;
  method: string;
  path: string;
  /** The pattern that the path matched, such as `/api/configurations/:configId`. */
  route: string;
  status: number;
  access?: Access | undefined;
  /** The scope that the token was asked for. */
  permitted?: string | undefined;
  /** What of the path the pattern leaves open. */
  params?: Record<string, string>;
}

/** `started` is a time of performance.now(); the visit is looked at when it is over. */
export type LogRequest = (response: ServerResponse, started: number, visit: () => RequestRecord) => void;

/** Nobody was there any more to be told how it ended; as load balancers log it. */
const CLIENT_CLOSED_REQUEST = 499;

/** One line a request, once its connection has its answer or is gone. */
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

/** A change that was made gets a second line, with who made it, whether or not its client waits: the audit trail. */
export function requestLog(tell: LogRequest, log: Logger): Middleware {
  return async (ctx, next) => {
    tell(ctx.res, performance.now(), () => visitOf(ctx));
    await next();
    if (isChange(ctx)) log.info(auditOf(visitOf(ctx)), 'change');
  };
}

/** `other` where no pattern matched. */
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

/** Whether the request was permitted to change something, and did. */
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
