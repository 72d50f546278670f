/** Authentication middleware: verifies the bearer token (RFC 6750), sets `access` and `client`. */
import { requestLimits } from '@semantic-search/contract';
import type { Middleware } from 'koa';
import { ProblemError } from '../errors/problem.ts';
import { bearerOf } from '../http/requests/bearer.ts';
import { TokenError } from './claims.ts';
import { clientIdentity } from './client-identity.ts';
import type { TokenCheck } from './verify-token.ts';

const MAX_TOKEN_LENGTH = requestLimits.tokenLength;

export function authentication(check: TokenCheck): Middleware {
  return async (ctx, next) => {
    try {
      const access = await check(ctx, requireBearer(ctx.req.headers.authorization));
      ctx.state.access = access;
      ctx.state.client = clientIdentity(access);
    } catch (error) {
      throw error instanceof TokenError ? invalidToken(error.message, error.cause) : error;
    }
    await next();
  };
}

function requireBearer(header: string | undefined): string {
  const token = bearerOf(header);
  if (token === undefined) {
    throw new ProblemError(
      'unauthorized',
      'The request requires the header Authorization: Bearer <access token>.',
      {
        headers: { 'WWW-Authenticate': 'Bearer' },
      },
    );
  }
  if (token.length > MAX_TOKEN_LENGTH) throw new TokenError('The token is malformed');
  return token;
}

function invalidToken(reason: string, cause?: unknown): ProblemError {
  return new ProblemError('unauthorized', `${reason}.`, {
    cause,
    headers: {
      'WWW-Authenticate': `Bearer error="invalid_token", error_description="${reason.replace(/["\\]/g, "'")}"`,
    },
  });
}
