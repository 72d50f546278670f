/** Every request has an id, on the answer and in the log, and one line in the log when it is over. */
import { randomUUID } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';

/** Takes over the client's X-Request-Id when it is sane: short, and nothing that a log or a page could trip over. */
export function requestIdentity(): Middleware {
  return (ctx, next) => {
    const sent = ctx.get('X-Request-Id');
    ctx.state.requestId = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(sent) ? sent : randomUUID();
    ctx.set('X-Request-Id', ctx.state.requestId);
    return next();
  };
}

/** One line a request: never its headers, its query or its body, which hold tokens and what people search for. */
export function requestLog(log: Logger): Middleware {
  return (ctx, next) => {
    const started = performance.now();
    ctx.res.once('close', () => log.info(lineOf(ctx, performance.now() - started), 'request'));
    return next();
  };
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
