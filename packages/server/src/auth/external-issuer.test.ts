import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  algorithms,
  type IdentityProvider,
  type Pair,
  signedByShort,
  startIdentityProvider,
} from '../../test/support/identity-provider.ts';
import { startForTest } from '../../test/support/server.ts';
import { tokenReader } from '../../test/support/token-rules.ts';
import { externalIssuer } from './external-issuer.ts';

let directory: string;
let provider: IdentityProvider;
let server: Awaited<ReturnType<typeof startForTest>>;
const signed: IdentityProvider['signed'] = (...of) => provider.signed(...of);

beforeAll(async () => {
  provider = await startIdentityProvider();
  directory = await mkdtemp(join(tmpdir(), 'server-'));
  server = await startForTest(directory, {
    OIDC_ISSUER: provider.issuer,
    OIDC_AUDIENCE: 'search',
    OIDC_SCOPE_CLAIMS: 'scope scp permissions realm_access.roles https://roles.example/of.service',
  });
});

afterAll(async () => {
  await server.close();
  provider.close();
  await rm(directory, { recursive: true });
});

async function statusOf(token: string, method = 'GET'): Promise<number> {
  const headers = { Authorization: `Bearer ${token}` };
  return (await server.call(method, '/api/configurations', method === 'GET' ? undefined : {}, headers))
    .status;
}

test('returns 503 while the issuer is unreachable, and does not retry for every token', async () => {
  provider.healthy = false;
  const before = provider.asked;
  for (let i = 0; i < 20; i += 1) expect(await statusOf(await signed('RS256'))).toBe(503);
  expect(provider.asked - before).toBeLessThan(20);
  provider.healthy = true;
  await expect.poll(async () => statusOf(await signed('RS256')), { timeout: 10_000 }).toBe(200);
});

test.each(algorithms)('accepts a token signed with %s and its scopes', async (alg) => {
  const token = await signed(alg);
  expect(await statusOf(token)).toBe(200);
  expect(await statusOf(token, 'POST')).toBe(403);
});

test('accepts Ed25519 as the name of EdDSA (RFC 9864)', async () => {
  expect(await statusOf(await signed('Ed25519', {}, {}, 'EdDSA'))).toBe(200);
});

test('tries keys without kid in turn for a token without kid', async () => {
  const unkeyed = createServer(async ({ url }, response) => {
    const keys = await Promise.all(
      [...unnamed.map(([, pair]) => pair), provider.pairs.get('ES256')!].map(({ publicKey }) =>
        exportJWK(publicKey),
      ),
    );
    response.end(JSON.stringify(url === '/keys' ? { keys } : { issuer: own, jwks_uri: `${own}/keys` }));
  });
  const unnamed: [alg: string, pair: Pair][] = [];
  for (const alg of ['RS256', 'RS256', 'EdDSA', 'EdDSA']) unnamed.push([alg, await generateKeyPair(alg)]);
  await new Promise<void>((resolve) => unkeyed.listen(0, '127.0.0.1', () => resolve()));
  const own = `http://127.0.0.1:${(unkeyed.address() as AddressInfo).port}`;
  const read = tokenReader(externalIssuer({ issuer: own, audience: 'search', scopeClaims: [] }));
  const exp = Math.floor(Date.now() / 1000) + 60;
  const by = (alg: string, { privateKey }: Pair) =>
    new SignJWT({ iss: own, aud: 'search', sub: 'ann', exp }).setProtectedHeader({ alg }).sign(privateKey);
  for (const [alg, pair] of unnamed) expect(await read(await by(alg, pair))).toBe('ann');
  for (const alg of ['RS256', 'EdDSA'])
    expect(await read(await by(alg, provider.pairs.get(alg)!))).toBe('401');
  unkeyed.closeAllConnections();
  unkeyed.close();
});

test('also accepts tokens of the server itself, with scopes in `scope` only', async () => {
  expect(await statusOf(server.token)).toBe(200);
});

test.each<[string, object]>([
  ['configurations as a word', { configurations: 'all' }],
  ['origins as a pattern', { origins: '*' }],
  ['origins of another application', { origins: ['https://elsewhere.test'] }],
])('accepts a token with %s, which other applications use', async (_name, claims) => {
  expect(await statusOf(await signed('RS256', claims))).toBe(200);
});

test.each(['RS256', 'EdDSA'])('names the reason why it rejects a token signed with %s', async (alg) => {
  const reasonFor = async (claims: object) => {
    const headers = { Authorization: `Bearer ${await signed(alg, claims)}` };
    return (await server.call('GET', '/api/configurations', undefined, headers)).body.detail;
  };
  expect(await reasonFor({ exp: 1 })).toBe('The token has expired.');
  expect(await reasonFor({ nbf: Math.floor(Date.now() / 1000) + 90 })).toBe(
    'The token is not valid yet (nbf).',
  );
  expect(await reasonFor({ iss: 'https://elsewhere.test' })).toBe('The token is from another issuer.');
  expect(await reasonFor({ exp: 'soon' })).toBe('The token is malformed or its signature is wrong.');
});

const rejections: [string, () => Promise<string>][] = [
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
  ['that names a key of 1024 bits', async () => signedByShort(provider.issuer)],
  ['that names a key which is broken', () => signed('RS256', {}, { kid: 'broken' })],
  ['that calls itself an id token', () => signed('RS256', {}, { typ: 'id+jwt' })],
  ['with a blank in its id, which could not be revoked', () => signed('RS256', { jti: 'a b' })],
  ['with an id of no characters', () => signed('RS256', { jti: '' })],
  ['with an id of 201 characters', () => signed('RS256', { jti: 'x'.repeat(201) })],
  ['whose scopes are a number', () => signed('RS256', { scope: 7 })],
  ['whose scopes are objects', () => signed('RS256', { realm_access: { roles: [{ name: 'search' }] } })],
];

test('revokes any acceptable token by its id before it is used', async () => {
  for (const jti of ['x'.repeat(200), 'urn:id/4711?a=%2F#\\"']) {
    const token = await signed('RS256', { jti });
    const path = `/api/tokens/${encodeURIComponent(jti)}`;
    expect((await server.call('DELETE', path)).status).toBe(200);
    expect(await statusOf(token)).toBe(401);
    expect(await statusOf(await signed('RS256', { jti: `${jti.slice(1)}!` }))).toBe(200);
  }
});

test.each(rejections)('rejects a token %s', async (_name, make) => {
  expect(await statusOf(await make())).toBe(401);
});

describe('scopes', () => {
  const both = ['configurations:read', 'configurations:write'];
  const none = { scope: undefined };
  test.each<[string, object]>([
    ['in `scope`, with spaces between', { scope: `openid ${both.join(' ')}` }],
    ['in `scp`, as a list', { ...none, scp: both }],
    ['in `permissions`, among foreign ones', { ...none, permissions: ['delete:world', ...both] }],
    ['in `realm_access.roles`, like those of Keycloak', { ...none, realm_access: { roles: both } }],
    ['in a claim whose name has dots', { ...none, 'https://roles.example/of.service': both }],
    ['partly here and partly there', { scope: both[0], realm_access: { roles: [both[1]] } }],
  ])('finds scopes %s', async (_place, claims) => {
    const token = await signed('ES256', claims);
    expect([await statusOf(token), await statusOf(token, 'POST')]).toEqual([200, 200]);
  });

  test.each<[string, object]>([
    ['in a claim that is not named', { ...none, roles: both }],
    ['where the path ends too early', { ...none, realm_access: both }],
    ['that are not text', { ...none, scp: [] }],
    ['that only resemble known ones', { scope: 'Configurations:Read configurations:* *' }],
  ])('finds no scopes %s', async (_place, claims) => {
    expect(await statusOf(await signed('ES256', claims))).toBe(403);
  });
});
