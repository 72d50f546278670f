/** Requires an acceptable bearer token and puts what it stands for at `ctx.state.access` (RFC 6750). */
import type { Middleware } from 'koa';
import { ProblemError } from '../errors.ts';
import { TokenError } from './claims.ts';
import type { TokenCheck } from './verify-token.ts';

const MAX_TOKEN_LENGTH = 8192;

export function authentication(check: TokenCheck): Middleware {
  return async (ctx, next) => {
    try {
      ctx.state.access = await check(ctx, requireBearer(ctx.req.headers.authorization));
    } catch (error) {
      throw error instanceof TokenError ? invalidToken(error.message, error.cause) : error;
    }
    await next();
  };
}

/** The token of the header Authorization; undefined when it has none of this kind. */
export function bearerOf(header = ''): string | undefined {
  return /^bearer(?: |$)/i.test(header) ? header.slice('bearer '.length).trim() : undefined;
}

function requireBearer(header: string | undefined): string {
  const token = bearerOf(header);
  if (token === undefined) {
    throw new ProblemError(
      'unauthorized',
      'The request needs the header Authorization: Bearer <access token>.',
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
