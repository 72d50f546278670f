import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Context } from 'koa';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startForTest } from '../server.testing.ts';
import { tokenCheck } from './check.ts';
import { TokenError } from './claims.ts';
import { type ExternalIssuer, externalIssuer } from './external-issuer.ts';

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;

const algorithms = ['RS256', 'ES256', 'EdDSA'];
const pairs = new Map<string, Pair>();
/** Key ids that the issuer shows. */
let shown = new Set(algorithms);
let healthy = true;
/** How often something was asked of the identity provider. */
let asked = 0;
let keysAt = '/keys';

let directory: string;
let identityProvider: Server;
let issuer: string;
let server: Awaited<ReturnType<typeof startForTest>>;

beforeAll(async () => {
  for (const alg of algorithms) pairs.set(alg, await generateKeyPair(alg));
  identityProvider = createServer(async ({ url }, response) => {
    asked += 1;
    response.statusCode = healthy ? 200 : 500;
    const discovery = { issuer, jwks_uri: new URL(keysAt, issuer) };
    response.end(JSON.stringify(url === '/keys' ? { keys: await publicKeys() } : discovery));
  });
  await new Promise<void>((resolve) => identityProvider.listen(0, '127.0.0.1', () => resolve()));
  issuer = `http://127.0.0.1:${(identityProvider.address() as AddressInfo).port}`;
  directory = await mkdtemp(join(tmpdir(), 'server-'));
  server = await startForTest(directory, {
    OIDC_ISSUER: issuer,
    OIDC_AUDIENCE: 'search',
    OIDC_SCOPE_CLAIMS: 'scope scp permissions realm_access.roles https://roles.example/of.service',
  });
});

afterAll(async () => {
  await server.close();
  identityProvider.close();
  await rm(directory, { recursive: true });
});

const shortKeys = generateKeyPairSync('rsa', { modulusLength: 1024 });
const unusable = [
  { ...shortKeys.publicKey.export({ format: 'jwk' }), kid: 'short' },
  { kty: 'RSA', n: 'AQ!', e: 'AQAB', kid: 'broken' },
];

async function publicKeys() {
  const known = [...pairs].filter(([kid]) => shown.has(kid));
  const usable = known.map(async ([kid, pair]) => ({ ...(await exportJWK(pair.publicKey)), kid }));
  return [...(await Promise.all(usable)), ...unusable];
}

async function signed(alg: string, change: object = {}, header: object = {}, kid = alg): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: issuer,
    aud: 'search',
    sub: 'ann',
    exp: now + 60,
    scope: 'configurations:read',
    ...change,
  };
  const key = pairs.get(kid)!.privateKey;
  return new SignJWT(claims).setProtectedHeader({ alg, kid, ...header }).sign(key);
}

/** What nobody should use, jose does not sign with either. */
async function signedByShort(header: object): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const parts = [
    { alg: 'RS256', ...header },
    { iss: issuer, aud: 'search', exp: now + 60, scope: 'configurations:read' },
  ];
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${sign('sha256', Buffer.from(text), shortKeys.privateKey).toString('base64url')}`;
}

async function statusOf(token: string, method = 'GET'): Promise<number> {
  const headers = { Authorization: `Bearer ${token}` };
  return (await server.call(method, '/api/configurations', method === 'GET' ? undefined : {}, headers))
    .status;
}

test('while the issuer cannot be asked the answer is 503, not 401, and it is not asked for each token', async () => {
  healthy = false;
  const before = asked;
  for (let i = 0; i < 20; i += 1) expect(await statusOf(await signed('RS256'))).toBe(503);
  expect(asked - before).toBeLessThan(20);
  healthy = true;
  await expect.poll(async () => statusOf(await signed('RS256')), { timeout: 10_000 }).toBe(200);
});

test.each(algorithms)('a token signed with %s is taken, with the scopes it has', async (alg) => {
  const token = await signed(alg);
  expect(await statusOf(token)).toBe(200);
  expect(await statusOf(token, 'POST')).toBe(403);
});

test('a token that calls EdDSA by its curve is taken (RFC 9864)', async () => {
  expect(await statusOf(await signed('Ed25519', {}, {}, 'EdDSA'))).toBe(200);
});

test('keys without ids are tried one after another, where a token names none', async () => {
  const provider = createServer(async ({ url }, response) => {
    const keys = await Promise.all(
      [...unnamed, pairs.get('ES256')!].map((pair) => exportJWK(pair.publicKey)),
    );
    response.end(JSON.stringify(url === '/keys' ? { keys } : { issuer: own, jwks_uri: `${own}/keys` }));
  });
  const unnamed = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', () => resolve()));
  const own = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const { verify } = externalIssuer({ issuer: own, audience: 'search', scopeClaims: [] });
  const by = (key: Pair['privateKey']) =>
    new SignJWT({ iss: own, aud: 'search', sub: 'ann' }).setProtectedHeader({ alg: 'RS256' }).sign(key);
  for (const { privateKey } of unnamed) {
    expect(await verify(await by(privateKey))).toMatchObject({ sub: 'ann' });
  }
  await expect(verify(await by(pairs.get('RS256')!.privateKey))).rejects.toThrow(TokenError);
  provider.closeAllConnections();
  provider.close();
});

test('tokens of the service itself are good beside them, and name their scopes in `scope` alone', async () => {
  expect(await statusOf(server.token)).toBe(200);
});

test.each<[string, object]>([
  ['configurations that are a word', { configurations: 'all' }],
  ['origins that are a pattern', { origins: '*' }],
  ['origins of another application', { origins: ['https://elsewhere.test'] }],
])('a token with %s, as other applications have them, is taken', async (_name, claims) => {
  expect(await statusOf(await signed('RS256', claims))).toBe(200);
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
  ['that names a key of 1024 bits', () => signedByShort({ kid: 'short' })],
  ['that names a key which is broken', () => signed('RS256', {}, { kid: 'broken' })],
  ['that calls itself an id token', () => signed('RS256', {}, { typ: 'id+jwt' })],
  ['whose scopes are a number', () => signed('RS256', { scope: 7 })],
  ['whose scopes are objects', () => signed('RS256', { realm_access: { roles: [{ name: 'search' }] } })],
];

test.each(refusals)('a token %s is refused', async (_name, make) => {
  expect(await statusOf(await make())).toBe(401);
});

describe('scopes', () => {
  const both = ['configurations:read', 'configurations:write'];
  const none = { scope: undefined };
  test.each<[string, object]>([
    ['in `scope`, with spaces between', { scope: `openid ${both.join(' ')}` }],
    ['in `scp`, as a list', { ...none, scp: both }],
    ['in `permissions`, beside foreign ones', { ...none, permissions: ['delete:world', ...both] }],
    ['in `realm_access.roles`, as Keycloak has them', { ...none, realm_access: { roles: both } }],
    ['in a claim whose name has dots', { ...none, 'https://roles.example/of.service': both }],
    ['partly here and partly there', { scope: both[0], realm_access: { roles: [both[1]] } }],
  ])('are found %s', async (_place, claims) => {
    const token = await signed('ES256', claims);
    expect([await statusOf(token), await statusOf(token, 'POST')]).toEqual([200, 200]);
  });

  test.each<[string, object]>([
    ['in a claim that is not named', { ...none, roles: both }],
    ['where the path ends too early', { ...none, realm_access: both }],
    ['of no text at all', { ...none, scp: [] }],
    ['that only look like known ones', { scope: 'Configurations:Read configurations:* *' }],
  ])('are not found %s', async (_place, claims) => {
    expect(await statusOf(await signed('ES256', claims))).toBe(403);
  });
});

describe('keys of the issuer', () => {
  const options = () => ({ issuer, audience: 'search', scopeClaims: ['scope'] });
  const eager = () => externalIssuer(options(), { refresh: 0, cooldown: 0 });

  test('that are known go on working while it is away, however long', async () => {
    const { verify } = eager();
    await verify(await signed('RS256'));
    healthy = false;
    for (const _ of [1, 2, 3]) expect((await verify(await signed('RS256'))).sub).toBe('ann');
    await expect(verify(await signed('RS256', {}, { kid: 'new' }))).rejects.toMatchObject({
      code: 'service-unavailable',
    });
    healthy = true;
    expect((await verify(await signed('ES256'))).sub).toBe('ann');
  });

  test('that are new are found by the first token that names them', async () => {
    const { verify } = eager();
    await verify(await signed('ES256'));
    pairs.set('next', await generateKeyPair('ES256'));
    const token = await signed('ES256', {}, {}, 'next');
    await expect(verify(token)).rejects.toThrow(TokenError);
    shown.add('next');
    expect((await verify(token)).sub).toBe('ann');
  });

  const checkWith = (external: ExternalIssuer) => {
    const check = tokenCheck({
      keys: { access: [], publishable: [] },
      issuer: 'semantic-search',
      audience: { access: 'semantic-search', publishable: 'semantic-search-pages' },
      external,
      isRevoked: () => false,
    });
    return (token: string) => check({ state: {} } as Context, token);
  };
  const refused = (asked: Promise<unknown>) =>
    asked.then(
      () => false,
      (error: unknown) => error instanceof TokenError,
    );

  test('that were dropped take their tokens with them, those checked before too', async () => {
    const check = checkWith(eager());
    const token = await signed('EdDSA');
    expect((await check(token)).subject).toBe('ann');
    shown = new Set(algorithms.filter((alg) => alg !== 'EdDSA'));
    await expect.poll(() => refused(check(token))).toBe(true);
    shown = new Set(algorithms);
  });

  test('that were dropped end in time, and new ones are found, though the clock is set back', async () => {
    const check = checkWith(externalIssuer(options(), { refresh: 50, cooldown: 0 }));
    pairs.set('later', await generateKeyPair('ES256'));
    const [dropped, later] = [await signed('EdDSA'), await signed('ES256', {}, {}, 'later')];
    const { now } = Date;
    const year = 365 * 86_400_000;
    try {
      expect((await check(dropped)).subject).toBe('ann');
      vi.spyOn(Date, 'now').mockImplementation(() => now() - year);
      shown = new Set(['RS256', 'ES256', 'later']);
      expect((await check(later)).subject).toBe('ann');
      await expect.poll(() => refused(check(dropped))).toBe(true);
    } finally {
      vi.restoreAllMocks();
      shown = new Set(algorithms);
    }
  });

  test('are asked for where the issuer says, and never with less safety than the issuer has', async () => {
    keysAt = 'ftp://127.0.0.1/keys';
    await expect(eager().verify(await signed('ES256'))).rejects.toMatchObject({
      code: 'service-unavailable',
    });
    keysAt = '/keys';
  });

  test('of one issuer do not speak for another', async () => {
    const { verify } = externalIssuer({ ...options(), issuer: `${issuer}/` });
    const token = await signed('ES256', { iss: `${issuer}/` });
    await expect(verify(token)).rejects.toMatchObject({ code: 'service-unavailable' });
  });
});
