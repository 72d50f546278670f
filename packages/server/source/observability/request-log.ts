/** One line in the log for every request that is over. */
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';

/** Told of every request that is over. */
export type Observe = (of: { method: string; route: string; status: number; seconds: number }) => void;

/**
 * One line a request: never its headers, its query or its body, which hold tokens and what people search for. A change
 * that was made gets a second one, with who made it: the audit trail.
 */
export function requestLog(log: Logger, observe: Observe): Middleware {
  return (ctx, next) => {
    const started = performance.now();
    ctx.res.once('close', () => {
      const milliseconds = performance.now() - started;
      if (log.isLevelEnabled('info')) {
        log.info(lineOf(ctx, milliseconds), 'request');
        if (isChange(ctx)) log.info(auditOf(ctx), 'change');
      }
      observe({ method: ctx.method, route: routeOf(ctx), status: ctx.status, seconds: milliseconds / 1000 });
    });
    return next();
  };
}

/** The pattern that the request matched, such as `/api/configurations/:configId`. */
export function routeOf(ctx: Context): string {
  const { _matchedRoute: route } = ctx as { _matchedRoute?: string | RegExp };
  return route === undefined ? 'other' : String(route);
}

function lineOf(ctx: Context, milliseconds: number) {
  const { access, requestId } = ctx.state;
  return {
    requestId,
    method: ctx.method,
    path: ctx.path.slice(0, 500),
    status: ctx.status,
    milliseconds: Math.round(milliseconds * 10) / 10,
    ...(access && { user: access.subject, token: access.jti }),
    ...(!ctx.res.writableFinished && { aborted: true }),
  };
}

/** Whether the request was permitted to change something, and was answered well. */
function isChange(ctx: Context): boolean {
  return ctx.status < 400 && /:write$/.test(ctx.state.permitted ?? '') && !/^(?:GET|HEAD)$/.test(ctx.method);
}

function auditOf(ctx: Context) {
  const { access, permitted, requestId } = ctx.state;
  const { params = {} } = ctx as { params?: Record<string, string> };
  return {
    audit: `${ctx.method} ${routeOf(ctx)}`,
    ...params,
    scope: permitted,
    user: access?.subject,
    token: access?.jti,
    requestId,
  };
}
