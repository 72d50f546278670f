/** Every operation × every kind of token × own and other configuration × origin, against the contract's rules. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Operation, operations, type Scope } from '@semantic-search/contract';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyScope, startForTest } from '../../test/support/server.ts';
import { openContent } from '../open-content.ts';

const page = 'https://shop.example';
const configurations = { own: 1, other: 2, missing: 999 };
const origins: Record<string, Record<string, string>> = {
  'no origin': {},
  'its origin': { Origin: page },
  'a foreign origin': { Origin: 'https://evil.example' },
  "the server's own page": { 'Sec-Fetch-Site': 'same-origin' },
  'another page of the site': { 'Sec-Fetch-Site': 'same-site' },
};

/** What a token stands for; null: nothing at all. */
type Meaning =
  | null
  | { kind: 'access'; scopes: readonly Scope[] }
  | { kind: 'publishable'; configurations: number[]; from: 'anywhere' | 'page' | 'own page' };

interface Bearer {
  name: string;
  token: string;
  meaning: Meaning;
  /** Sent only to the operations that need the scope. */
  missing?: Scope;
}

let directory: string;
let server: Awaited<ReturnType<typeof startForTest>>;
let bearers: Bearer[];
let identityProvider: Awaited<ReturnType<typeof provideIdentities>>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'permissions-'));
  identityProvider = await provideIdentities();
  const { issuer } = identityProvider;
  server = await startForTest(directory, { OIDC_ISSUER: issuer, OIDC_AUDIENCE: 'search' }, openContent);
  for (const title of ['Own', 'Other'])
    await server.call('POST', '/api/configurations', { config: { title } });
  bearers = [...(await accessTokens()), ...(await publishableTokens()), ...(await externalTokens())];
});

afterAll(async () => {
  await server?.close();
  identityProvider?.server.close();
  await rm(directory, { recursive: true });
});

async function accessTokens(): Promise<Bearer[]> {
  const access = async (name: string, scopes: readonly Scope[]): Promise<Bearer> => {
    const { token } = await server.issuer.access({ subject: 'ann', scopes, lifetime: 3600 });
    return { name, token, meaning: { kind: 'access', scopes } };
  };
  const [all, revoked] = [await access('all scopes', everyScope), await access('revoked', everyScope)];
  await server.tokens.revoke(claimsOf(revoked.token).jti);
  const { token: ended } = await server.issuer.access({ subject: 'ann', scopes: everyScope, lifetime: -1 });
  const tampered = all.token.replace(/.{4}$/, 'AAAA');
  return [
    { name: 'no token', token: '', meaning: null },
    { name: 'ended', token: ended, meaning: null },
    { name: 'tampered with', token: tampered, meaning: null },
    { ...revoked, meaning: null },
    all,
    await access('no scope', []),
    ...(await Promise.all(everyScope.map((scope) => access(`only ${scope}`, [scope])))),
    ...(await Promise.all(
      everyScope.map(async (missing) => ({
        ...(await access(
          `all but ${missing}`,
          everyScope.filter((each) => each !== missing),
        )),
        missing,
      })),
    )),
  ];
}

async function publishableTokens(): Promise<Bearer[]> {
  const { own, missing } = configurations;
  const publishable = async (from: 'anywhere' | 'page' | 'own page'): Promise<Bearer> => {
    const bound = from === 'anywhere' ? {} : { origins: [from === 'page' ? page : server.url] };
    const wish = { name: from, configurations: [own, missing], ...bound, lifetime: 3600 };
    const { token } = await server.issuer.publishable(wish);
    const meaning = { kind: 'publishable', configurations: wish.configurations, from } as const;
    return { name: `publishable, from ${from}`, token, meaning };
  };
  const revoked = await publishable('anywhere');
  await server.tokens.revoke(claimsOf(revoked.token).jti);
  const all = await Promise.all((['anywhere', 'page', 'own page'] as const).map(publishable));
  return [...all, { name: 'publishable, revoked', token: revoked.token, meaning: null }];
}

/** An OpenID Connect issuer that publishes one of two keys. */
async function provideIdentities() {
  const [known, unknown] = [await generateKeyPair('ES256'), await generateKeyPair('ES256')];
  const keys = [{ ...(await exportJWK(known.publicKey)), kid: 'one', alg: 'ES256' }];
  const provider = createServer((request, response) => {
    response.end(JSON.stringify(request.url === '/keys' ? { keys } : { issuer, jwks_uri: `${issuer}/keys` }));
  }).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  return { server: provider, issuer, keys: { known: known.privateKey, unknown: unknown.privateKey } };
}

/** Tokens of an external issuer: valid ones, and ones with a wrong key or audience. */
async function externalTokens(): Promise<Bearer[]> {
  const { issuer, keys } = identityProvider;
  const sign = (scopes: readonly Scope[], change: JWTPayload = {}, key = keys.known) =>
    new SignJWT({
      iss: issuer,
      aud: 'search',
      sub: 'ann',
      scope: scopes.join(' '),
      jti: randomUUID(),
      ...change,
    })
      .setProtectedHeader({ alg: 'ES256', kid: 'one', typ: 'at+jwt' })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(key);
  const access = async (name: string, scopes: readonly Scope[]): Promise<Bearer> => {
    return { name: `external, ${name}`, token: await sign(scopes), meaning: { kind: 'access', scopes } };
  };
  const jti = randomUUID();
  await server.tokens.revoke(jti);
  return [
    await access('all scopes', everyScope),
    await access('no scope', []),
    ...(await Promise.all(everyScope.map((scope) => access(`only ${scope}`, [scope])))),
    { name: 'external, revoked here', token: await sign(everyScope, { jti }), meaning: null },
    { name: 'external, for others', token: await sign(everyScope, { aud: 'others' }), meaning: null },
    { name: 'external, of another key', token: await sign(everyScope, {}, keys.unknown), meaning: null },
  ];
}

function claimsOf(token: string): { jti: string } {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

/** The rules in words of their own: 401, 403, or undefined where the operation itself decides. */
function verdict({ id, path, scope }: Operation, meaning: Meaning, configuration: number, origin: string) {
  // Only the server's own pages sign in, and this server has no provider.
  if (id === 'startSignIn') return 403;
  if (id === 'signIn') return origin === "the server's own page" ? undefined : 403;
  if (scope === null) return undefined;
  if (meaning === null) return 401;
  if (scope === 'any') return undefined;
  if (meaning.kind === 'access') return meaning.scopes.includes(scope) ? undefined : 403;
  const forPages = id === 'getConfiguration' || (scope === 'search' && path.includes('{configId}'));
  const itsOwn = meaning.configurations.includes(configuration);
  const places = { anywhere: origin, page: 'its origin', 'own page': "the server's own page" };
  // Feed readers name no origin, and only browsers send one.
  const isFeedReader = id === 'getFeed' && !Object.hasOwn(origins[origin]!, 'Origin');
  return forPages && itsOwn && (isFeedReader || places[meaning.from] === origin) ? undefined : 403;
}

/** Permitted requests change nothing: they have a stale ETag or an invalid body. */
async function statusOf(
  { method, path, body }: Operation,
  configuration: number,
  token: string,
  from: object,
) {
  const filled = path
    .replace('{configId}', String(configuration))
    .replace(/\{\w+\}/g, encodeURIComponent('urn:none'));
  const answer = await fetch(server.url + filled, {
    method: method.toUpperCase(),
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      'If-Match': '"never"',
      ...(body && { 'Content-Type': 'text/plain' }),
      ...from,
    },
    ...(body && { body: 'none' }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

test.each(operations)('$method $path ($scope)', async (operation) => {
  const { own, missing } = configurations;
  const ids = operation.path.includes('{configId}') ? Object.values(configurations) : [own];
  const sent = bearers.filter((bearer) => bearer.missing === undefined || bearer.missing === operation.scope);
  for (const { name, token, meaning } of sent) {
    const isOfPage = meaning?.kind === 'publishable';
    // The origin and the configuration are a matter of tokens of pages; one of each kind shows that others ignore them.
    for (const id of isOfPage || ids.length === 1 ? ids : [own, missing]) {
      const places = Object.entries(origins).filter(
        ([origin]) => isOfPage || ['a foreign origin', "the server's own page"].includes(origin),
      );
      const responses = await Promise.all(
        places.map(([, headers]) => statusOf(operation, id, token, headers)),
      );
      for (const [index, [origin]] of places.entries()) {
        const status = responses[index]!;
        const expected = verdict(operation, meaning, id, origin);
        const refused = status === 401 || status === 403 ? status : undefined;
        expect(refused, `${name}, configuration ${id}, ${origin}: ${status}`).toBe(expected);
      }
    }
  }
});
