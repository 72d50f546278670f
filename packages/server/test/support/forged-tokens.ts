/** Forged tokens that no honest issuer would sign, for a server with these secrets. */
import { expect } from 'vitest';
import { everyScope, type TestResponse } from './server.ts';
import { signToken } from './sign-token.ts';

export const currentSecret = 'access-secret-of-today-access-secret-of-today';
export const previousSecret = 'access-secret-of-yesterday-access-secret';
export const forPages = 'publishable-secret-publishable-secret-publishable';
export const secrets = {
  ACCESS_TOKEN_SECRETS: `${currentSecret} ${previousSecret}`,
  PUBLISHABLE_TOKEN_SECRETS: forPages,
};

export const now = () => Math.floor(Date.now() / 1000);

/** Valid from the moment at which they are read: other files share this module for minutes. */
export const goodClaims = {
  iss: 'semantic-search',
  aud: 'semantic-search',
  sub: 'ann',
  get exp() {
    return now() + 300;
  },
  get iat() {
    return now();
  },
  scope: everyScope.join(' '),
};

/** Signs any header and payload. */
export const forged = (header: object, payload: unknown, secret = currentSecret): string =>
  signToken(header, payload, secret);

export function headerOf(token: string) {
  return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
}

/** `error` is null if the request has no token. */
export function expectUnauthorized(response: TestResponse, error: string | null = 'invalid_token'): void {
  expect(response.status).toBe(401);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  const challenge = response.headers.get('www-authenticate') ?? '';
  expect(challenge).toMatch(/^Bearer/);
  expect(/error="([^"]*)"/.exec(challenge)?.[1] ?? null).toBe(error);
}
