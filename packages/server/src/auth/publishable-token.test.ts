import { beforeAll, describe, expect, test } from 'vitest';
import {
  currentSecret,
  expectUnauthorized,
  forged,
  forPages,
  goodClaims,
  headerOf,
  secrets,
} from '../../test/support/forged-tokens.ts';
import { everyScope } from '../../test/support/server.ts';
import { served } from '../../test/support/service.ts';

const server = served(secrets);

beforeAll(async () => {
  for (const title of ['One', 'Two']) await server.call('POST', '/api/configurations', { config: { title } });
});

const read = (token: string, headers: Record<string, string> = {}, path = '/api/configurations/1') =>
  server.call('GET', path, undefined, { Authorization: `Bearer ${token}`, ...headers });

describe('a publishable token', () => {
  const origin = 'https://example.org';
  const issue = (wish: object = {}) =>
    server.issuer.publishable({ name: 'page', configurations: [1, 999], lifetime: 60, ...wish });

  test('reads its own configuration without the user and with another ETag', async () => {
    const { token } = await issue();
    const [mine, full] = [await read(token), await server.call('GET', '/api/configurations/1')];
    expect(mine.status).toBe(200);
    expect(mine.body).toEqual({ ...full.body, user: undefined });
    expect('user' in mine.body).toBe(false);
    expect(mine.headers.get('etag')).not.toBe(full.headers.get('etag'));
  });

  test('permits nothing else, whatever its scopes claim', async () => {
    const { token } = await issue();
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const greedy = forged(headerOf(token), { ...claims, scope: everyScope.join(' ') }, forPages);
    const others: [string, string][] = [
      ['GET', '/api/configurations'],
      ['GET', '/api/configurations/active'],
      ['GET', '/api/configurations/default'],
      ['GET', '/api/configurations/visible'],
      ['GET', '/api/configurations/changes'],
      ['GET', '/api/configurations/1/logs'],
      ['POST', '/api/configurations'],
      ['PUT', '/api/configurations/1'],
      ['POST', '/api/configurations/1/set'],
      ['DELETE', '/api/configurations/1'],
    ];
    for (const [method, path] of others) {
      for (const Authorization of [`Bearer ${token}`, `Bearer ${greedy}`]) {
        expect((await server.call(method, path, undefined, { Authorization })).status).toBe(403);
      }
    }
  });

  test('gets 403 for any other configuration and 404 for its own deleted one', async () => {
    const { token } = await issue();
    expect((await read(token, {}, '/api/configurations/2')).status).toBe(403);
    expect((await read(token, {}, '/api/configurations/888')).status).toBe(403);
    expect((await read(token, {}, '/api/configurations/999')).status).toBe(404);
  });

  test('works from its origins only', async () => {
    const { token } = await issue({ origins: [origin] });
    expect((await read(token, { Origin: origin })).status).toBe(200);
    const strangers = [
      'https://example.org.evil.test',
      'https://evil.test',
      'http://example.org',
      'https://example.org:8443',
      'https://EXAMPLE.org',
      'https://sub.example.org',
      'null',
    ];
    for (const stranger of strangers) expect((await read(token, { Origin: stranger })).status).toBe(403);
    expect((await read(token)).status).toBe(403);
    expect((await read(token, { 'Sec-Fetch-Site': 'same-origin' })).status).toBe(403);
  });

  test("works without Origin on the server's own pages if that origin is listed", async () => {
    const { token } = await issue({ origins: [server.url] });
    expect((await read(token, { 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200);
    for (const site of ['cross-site', 'same-site', 'none']) {
      expect((await read(token, { 'Sec-Fetch-Site': site })).status).toBe(403);
    }
    expect((await read(token)).status).toBe(403);
  });

  test('works from every origin if it lists none', async () => {
    const { token } = await issue();
    expect((await read(token)).status).toBe(200);
    expect((await read(token, { Origin: 'https://any.test' })).status).toBe(200);
  });

  test('stays revoked after a restart', async () => {
    const { token, jti } = await issue();
    await server.tokens.revoke(jti);
    expectUnauthorized(await read(token));
    await server.restart();
    expectUnauthorized(await read(token));
  });

  const wall = (header: object, claims: object, secret: string) => () =>
    forged(
      { alg: 'HS256', typ: 'publishable+jwt', ...header },
      { ...goodClaims, aud: 'semantic-search-pages', jti: 'j', configurations: [1], ...claims },
      secret,
    );
  const walls: [string, () => string][] = [
    ['signed with the secret of people', wall({}, {}, currentSecret)],
    ['for the audience of people', wall({}, { aud: 'semantic-search' }, forPages)],
    ['of the type of people', wall({ typ: 'at+jwt' }, {}, forPages)],
    ['without an id', wall({}, { jti: undefined }, forPages)],
    ['with configurations that are no ids', wall({}, { configurations: ['1'] }, forPages)],
    ['with origins that are no list', wall({}, { origins: origin }, forPages)],
  ];

  test.each(walls)('rejects a token %s', async (_name, make) => {
    expectUnauthorized(await read(make()));
  });

  test('accepts a token with all required claims', async () => {
    expect((await read(wall({}, {}, forPages)())).status).toBe(200);
  });
});
