/** Requires an acceptable bearer token and puts what it stands for at `ctx.state.access` (RFC 6750). */
import type { Middleware } from 'koa';
import { ProblemError } from '../errors.ts';
import type { TokenCheck } from './check.ts';
import { TokenError } from './claims.ts';

const longestToken = 8192;

export function authentication(check: TokenCheck): Middleware {
  return async (ctx, next) => {
    try {
      ctx.state.access = await check(ctx, bearerOf(ctx.req.headers.authorization));
    } catch (error) {
      throw error instanceof TokenError ? invalidToken(error.message, error.cause) : error;
    }
    await next();
  };
}

function bearerOf(header = ''): string {
  if (!/^bearer(?: |$)/i.test(header)) {
    throw new ProblemError(
      'unauthorized',
      'The request needs the header Authorization: Bearer <access token>.',
      {
        headers: { 'WWW-Authenticate': 'Bearer' },
      },
    );
  }
  const token = header.slice('bearer '.length).trim();
  if (token.length > longestToken) throw new TokenError('The token is malformed');
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
