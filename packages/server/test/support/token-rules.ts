/** Token verification without the rest of the server. */
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import jwt from 'koa-jwt';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { jwtOptions, type TokenRules, tokenAccess, verifyEdDsa } from '../../src/auth/authentication.ts';
import type { ExternalIssuer } from '../../src/auth/external-issuer.ts';
import { audiences, ISSUER, MIN_SECRET_BYTES, signingKey } from '../../src/auth/key-ring.ts';
import { errorMiddleware } from '../../src/errors/error-middleware.ts';
import { signToken } from './sign-token.ts';

/** Call in a test: the returned function resolves to the subject of the token, or to the status of its rejection. */
export function tokenReader(external: ExternalIssuer): (token: string) => Promise<string> {
  const rules = { ...testTokenRules, external };
  const server = new Koa()
    .use(errorMiddleware(pino({ level: 'silent' })))
    .use(verifyEdDsa(rules))
    .use(jwt(jwtOptions(rules)).unless({ custom: (ctx) => ctx.state.token !== undefined }))
    .use(tokenAccess(rules))
    .use((ctx) => {
      ctx.body = ctx.state.access?.subject;
    })
    .listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  return async (token) => {
    const { port } = server.address() as AddressInfo;
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(`http://127.0.0.1:${port}/`, { headers });
    return response.ok ? response.text() : String(response.status);
  };
}

const key = signingKey(Buffer.alloc(MIN_SECRET_BYTES, 'k'), 'access');

/** Rules for tokens of `signedToken`. */
export const testTokenRules: TokenRules = {
  keys: { access: [key], publishable: [] },
  external: null,
  isRevoked: () => false,
  renewals: new Map(),
};

/** An access token that is valid for a minute. */
export function signedToken(claims: { sub: string; jti: string; scope: string }): string {
  const exp = Math.floor(Date.now() / 1000) + 60;
  const payload = { ...claims, iss: ISSUER, aud: audiences.access, exp };
  return signToken({ alg: 'HS256', typ: 'at+jwt' }, payload, Buffer.alloc(MIN_SECRET_BYTES, 'k'));
}
