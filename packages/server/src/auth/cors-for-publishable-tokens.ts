/** CORS for verified publishable tokens. */
import type { Middleware } from 'koa';
import { allowOrigin } from '../http/cors.ts';
import type { Access } from './permission.ts';

/**
 * Runs after authentication. A page of an origin that the token does not list reads only the rejection, because every
 * operation checks the origin. Access tokens have no origin restriction, but pages may use them only from
 * origins that the operator lists.
 */
export function corsForPublishableTokens(): Middleware {
  return (ctx, next) => {
    const { origin } = ctx.req.headers;
    const access: Access = ctx.state.access;
    if (origin !== undefined && access.kind === 'publishable') allowOrigin(ctx, origin);
    return next();
  };
}
