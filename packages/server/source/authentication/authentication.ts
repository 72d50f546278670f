/** Requires an acceptable bearer token and puts what it stands for at `ctx.state.access` (RFC 6750). */
import type { Context, Middleware } from 'koa';
import { ProblemError } from '../errors.ts';
import type { TokenCheck } from './check.ts';
import { TokenError } from './claims.ts';

const longestToken = 8192;

export function authentication(check: TokenCheck): Middleware {
  return async (ctx, next) => {
    ctx.state.access = await checked(ctx, check);
    await next();
  };
}

async function checked(ctx: Context, check: TokenCheck) {
  const token = bearerOf(ctx.req.headers.authorization);
  try {
    return await check(ctx, token);
  } catch (error) {
    if (error instanceof TokenError) throw invalidToken(error.message, error.cause);
    throw error;
  }
}

function bearerOf(header: string | undefined): string {
  const [scheme, token] = /^(\S+)(?: +(.*))?$/.exec(header ?? '')?.slice(1) ?? [];
  if (scheme?.toLowerCase() !== 'bearer') {
    throw new ProblemError(
      'unauthorized',
      'The request needs the header Authorization: Bearer <access token>.',
      {
        headers: { 'WWW-Authenticate': 'Bearer' },
      },
    );
  }
  if (token === undefined || token.length > longestToken || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) {
    throw invalidToken('The token is malformed');
  }
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
