import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startForTest } from '../server.testing.ts';

let directory: string;
let identityProvider: Server;
let issuer: string;
let server: Awaited<ReturnType<typeof startForTest>>;
let healthy = true;
const pairs: Record<string, Awaited<ReturnType<typeof generateKeyPair>>> = {};

beforeAll(async () => {
  for (const alg of ['RS256', 'ES256', 'EdDSA']) pairs[alg] = await generateKeyPair(alg);
  const keys = await Promise.all(
    Object.entries(pairs).map(async ([alg, pair]) => ({
      ...(await exportJWK(pair.publicKey)),
      alg,
      kid: alg,
    })),
  );
  identityProvider = createServer((request, response) => {
    response.statusCode = healthy ? 200 : 500;
    const discovery = { issuer, jwks_uri: `${issuer}/keys` };
    response.end(JSON.stringify(request.url === '/keys' ? { keys } : discovery));
  });
  await new Promise<void>((resolve) => identityProvider.listen(0, '127.0.0.1', () => resolve()));
  issuer = `http://127.0.0.1:${(identityProvider.address() as AddressInfo).port}`;
  directory = await mkdtemp(join(tmpdir(), 'server-'));
  server = await startForTest(directory, { OIDC_ISSUER: issuer, OIDC_AUDIENCE: 'search' });
});

afterAll(async () => {
  await server.close();
  identityProvider.close();
  await rm(directory, { recursive: true });
});

async function signed(alg: string, change: object = {}, header: object = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: issuer,
    aud: 'search',
    sub: 'ann',
    exp: now + 60,
    scope: 'configurations:read',
    ...change,
  };
  const key = pairs[alg]?.privateKey;
  if (!key) throw new Error(`no key for ${alg}`);
  return new SignJWT(claims).setProtectedHeader({ alg, kid: alg, ...header }).sign(key);
}

const statusOf = async (token: string) =>
  (await server.call('GET', '/api/configurations', undefined, { Authorization: `Bearer ${token}` })).status;

test('while the issuer cannot be asked the answer is 503, not 401', async () => {
  healthy = false;
  expect(await statusOf(await signed('RS256'))).toBe(503);
  healthy = true;
  expect(await statusOf(await signed('RS256'))).toBe(200);
});

test.each(['RS256', 'ES256', 'EdDSA'])(
  'a token signed with %s is taken, with the scopes it has',
  async (alg) => {
    const token = await signed(alg);
    expect(await statusOf(token)).toBe(200);
    const writing = await server.call(
      'POST',
      '/api/configurations',
      {},
      { Authorization: `Bearer ${token}` },
    );
    expect(writing.status).toBe(403);
  },
);

test('tokens of the service itself are good beside them', async () => {
  expect(await statusOf(server.token)).toBe(200);
});

const refusals: [string, () => Promise<string>][] = [
  ['for another audience', () => signed('RS256', { aud: 'semantic-search' })],
  ['of another issuer', () => signed('RS256', { iss: 'https://elsewhere.test' })],
  ['that has expired', () => signed('RS256', { exp: 1 })],
  ['that has no end', () => signed('RS256', { exp: undefined })],
  ['not yet valid', () => signed('RS256', { nbf: Math.floor(Date.now() / 1000) + 90 })],
  ['signed by a key of another kind', () => signed('ES256', {}, { kid: 'RS256' })],
  ['signed by an unknown key', () => signed('ES256', {}, { kid: 'other' })],
  [
    'that calls itself publishable',
    () => signed('RS256', { jti: 'x', configurations: [1] }, { typ: 'publishable+jwt' }),
  ],
  ['that calls itself an id token', () => signed('RS256', {}, { typ: 'id+jwt' })],
];

test.each(refusals)('a token %s is refused', async (_name, make) => {
  expect(await statusOf(await make())).toBe(401);
});
