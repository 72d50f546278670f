/** Accepted and rejected tokens, and the required scope of each operation. */
import { generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  expectUnauthorized,
  forged,
  forPages,
  goodClaims,
  headerOf,
  now,
  previousSecret,
  secrets,
} from '../../test/support/forged-tokens.ts';
import { everyScope } from '../../test/support/server.ts';
import { served } from '../../test/support/service.ts';

const server = served(secrets);
let kids: { access: string; publishable: string };

beforeAll(async () => {
  for (const title of ['One', 'Two']) await server.call('POST', '/api/configurations', { config: { title } });
  const page = await server.issuer.publishable({ name: 'page', configurations: [1], lifetime: 60 });
  kids = { access: headerOf(server.token).kid, publishable: headerOf(page.token).kid };
});

const goodHeader = () => ({ alg: 'HS256', typ: 'at+jwt', kid: kids.access });
const read = (token: string, headers: Record<string, string> = {}, path = '/api/configurations/1') =>
  server.call('GET', path, undefined, { Authorization: `Bearer ${token}`, ...headers });

describe('a request without acceptable credentials', () => {
  test.each([
    ['none', '', null],
    ['another scheme', 'Basic YTpi', null],
    ['no token', 'Bearer', 'invalid_token'],
    ['two tokens', 'Bearer a.b.c d.e.f', 'invalid_token'],
    ['no JWT', 'Bearer hello', 'invalid_token'],
    ['an endless token', `Bearer ${'a'.repeat(9000)}.b.c`, 'invalid_token'],
  ])('%s', async (_name, Authorization, error) => {
    for (const path of [
      '/api/configurations',
      '/api/configurations/999',
      '/api/configurations/x',
      '/api/nothing',
    ]) {
      expectUnauthorized(await server.call('GET', path, undefined, { Authorization }), error);
    }
  });

  const claims = (change: object) => () => forged(goodHeader(), { ...goodClaims, ...change });
  const header = (change: object) => () => forged({ ...goodHeader(), ...change }, goodClaims);
  const cases: [string, () => string | Promise<string>][] = [
    ['without an end', claims({ exp: undefined })],
    ['with an end that is text', claims({ exp: '9999999999' })],
    ['expired', claims({ exp: now() - 1 })],
    ['with an end in milliseconds', claims({ exp: (now() + 60) * 1000 })],
    ['not yet valid', claims({ nbf: now() + 90 })],
    ['issued in the future', claims({ iat: now() + 90 })],
    ['issued at no time', claims({ iat: 'today' })],
    ['of another issuer', claims({ iss: 'elsewhere' })],
    ['of no issuer', claims({ iss: undefined })],
    ['for another audience', claims({ aud: 'elsewhere' })],
    ['for no audience', claims({ aud: undefined })],
    ['for the audience of pages', claims({ aud: 'semantic-search-pages' })],
    ['with a subject that is no text', claims({ sub: 7 })],
    ['with an id of no characters', claims({ jti: '' })],
    ['with scopes that are no text', claims({ scope: ['search'] })],
    ['with spaces that are no list', claims({ spaces: 'news' })],
    ['with a space that is no text', claims({ spaces: ['news', 7] })],
    ['with text as payload', () => forged(goodHeader(), 'hello')],
    ['with a list as payload', () => forged(goodHeader(), [goodClaims])],
    ['with null as payload', () => forged(goodHeader(), null)],
    ['of another type', header({ typ: 'id+jwt' })],
    ['of the type of pages', header({ typ: 'publishable+jwt' })],
    ['with a type that is no text', header({ typ: 7 })],
    ['with an unknown critical extension', header({ crit: ['exp'] })],
    ['with an unencoded payload', header({ crit: ['b64'], b64: false })],
    ['signed by an unknown key', header({ kid: 'other' })],
    ['with a key that is a path', header({ kid: '../../../dev/null' })],
    ['with a key that is null', header({ kid: null })],
    ['with the key of pages', () => forged({ ...goodHeader(), kid: kids.publishable }, goodClaims)],
    [
      'that says alg none, unsigned',
      () => forged({ alg: 'none', typ: 'at+jwt' }, goodClaims).replace(/[^.]*$/, 'AA'),
    ],
    ['that says alg None', header({ alg: 'None' })],
    ['signed with HS512', header({ alg: 'HS512' })],
    ['that says RS256', header({ alg: 'RS256' })],
    ['with another signature', () => forged(goodHeader(), goodClaims, previousSecret.replace('y', 'z'))],
    ['signed with the secret of pages', () => forged(goodHeader(), goodClaims, forPages)],
    ['signed with an empty secret', () => forged(goodHeader(), goodClaims, '')],
    [
      'signed with RSA',
      () =>
        new SignJWT(goodClaims)
          .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt' })
          .sign(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
    ],
    [
      'with its own key inside',
      () =>
        forged(
          { ...goodHeader(), jwk: { kty: 'oct', k: 'AAAA' }, kid: undefined },
          goodClaims,
          'x'.repeat(40),
        ),
    ],
    ['with a header that is no object', () => forged([goodHeader()], goodClaims)],
    [
      'with changed claims',
      () => swapPayload(forged(goodHeader(), { ...goodClaims, scope: 'search' }), goodClaims),
    ],
  ];

  test.each(cases)('returns 401 for a token %s', async (_name, make) => {
    const token = await make();
    expectUnauthorized(await read(token));
    // Once more: what was refused is not remembered as good.
    expectUnauthorized(await read(token));
  });

  test('ignores a token in the query string', async () => {
    const path = `/api/configurations?access_token=${server.token}`;
    expectUnauthorized(await server.call('GET', path, undefined, { Authorization: '' }), null);
  });
});

function swapPayload(token: string, payload: object): string {
  const [header, , signature] = token.split('.');
  return [header, Buffer.from(JSON.stringify(payload)).toString('base64url'), signature].join('.');
}

describe('an acceptable token', () => {
  test.each([
    ['with its scheme in any letter case', () => `bEARER ${forged(goodHeader(), goodClaims)}`],
    ['without a type', () => `Bearer ${forged({ ...goodHeader(), typ: undefined }, goodClaims)}`],
    ['of the type JWT, without a key id', () => `Bearer ${forged({ alg: 'HS256', typ: 'JWT' }, goodClaims)}`],
    ['signed with the previous key', () => `Bearer ${forged({ alg: 'HS256' }, goodClaims, previousSecret)}`],
    [
      'for several audiences',
      () => `Bearer ${forged(goodHeader(), { ...goodClaims, aud: ['x', 'semantic-search'] })}`,
    ],
    [
      'from a clock that is slightly ahead',
      () => `Bearer ${forged(goodHeader(), { ...goodClaims, iat: now() + 50, nbf: now() + 50 })}`,
    ],
  ])('%s passes', async (_name, make) => {
    const response = await server.call('GET', '/api/configurations/1', undefined, { Authorization: make() });
    expect(response.status).toBe(200);
  });

  test('expires without the tolerance of other times', async () => {
    const exp = Math.floor(Date.now() / 1000) + 1;
    const token = forged(goodHeader(), { ...goodClaims, exp });
    expect((await read(token)).status).toBe(200);
    await expect.poll(async () => (await read(token)).status, { timeout: 5000 }).toBe(401);
    expect(Date.now()).toBeLessThan((exp + 30) * 1000);
  });

  test('is rejected once it is revoked', async () => {
    const { token, jti } = await server.issuer.access({ subject: 'ann', scopes: everyScope, lifetime: 60 });
    expect((await read(token)).status).toBe(200);
    await server.tokens.revoke(jti);
    expectUnauthorized(await read(token));
  });
});

describe('scopes', () => {
  const operations: [string, string, string][] = [
    ['GET', '/api/configurations', 'configurations:read'],
    ['GET', '/api/configurations/active', 'configurations:read'],
    ['GET', '/api/configurations/default', 'configurations:read'],
    ['GET', '/api/configurations/visible', 'configurations:read'],
    ['GET', '/api/configurations/changes', 'configurations:read'],
    ['GET', '/api/configurations/1', 'configurations:read'],
    ['GET', '/api/configurations/1/logs', 'configurations:read'],
    ['POST', '/api/configurations', 'configurations:write'],
    ['PUT', '/api/configurations/1', 'configurations:write'],
    ['POST', '/api/configurations/1/set', 'configurations:write'],
    ['DELETE', '/api/configurations/777', 'configurations:write'],
  ];

  test.each(operations)('requires the scope for %s %s', async (method, path, scope) => {
    const with_ = async (scopes: string) => {
      const token = forged(goodHeader(), { ...goodClaims, scope: scopes });
      return server.call(method, path, method === 'PUT' ? {} : undefined, {
        Authorization: `Bearer ${token}`,
      });
    };
    const others = everyScope.filter((other) => other !== scope).join(' ');
    for (const scopes of [others, '', 'admin *', `${scope}x`, scope.toUpperCase()]) {
      const response = await with_(scopes);
      expect(response.status).toBe(403);
      expect(response.headers.get('www-authenticate')).toBe(
        `Bearer error="insufficient_scope", scope="${scope}"`,
      );
    }
    expect((await with_(scope)).status).not.toBe(403);
  });
});
