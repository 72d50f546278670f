/** CORS for verified publishable tokens: allows any origin if the token has no origin restriction. */
import type { Middleware } from 'koa';
import { allowOrigin } from '../http/cors.ts';
import { isOrigin } from '../http/origin.ts';
import type { Access } from './permission.ts';

/** Runs after authentication. Access tokens have no origin restriction, but pages may use them only from listed origins. */
export function corsForPublishableTokens(): Middleware {
  return (ctx, next) => {
    const { origin } = ctx.req.headers;
    const access: Access = ctx.state.access;
    if (origin !== undefined && access.kind === 'publishable' && access.origins === null && isOrigin(origin))
      allowOrigin(ctx, origin);
    return next();
  };
}
