/** Access tokens that are limited to search spaces. */
import { operations, type Scope } from '@semantic-search/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { everyScope, type TestResponse } from '../../test/support/server.ts';
import { served } from '../../test/support/service.ts';
import { openContent } from '../open-content.ts';
import { accessOf } from './claims.ts';

const server = served({}, openContent);
const configurations = { news: 1, events: 2 };

beforeAll(async () => {
  for (const space of ['news', 'events']) {
    const ndjson = { 'Content-Type': 'application/x-ndjson' };
    const line = '{"id":"urn:a","title":"One"}';
    await server.call('POST', `/api/spaces/${space}/documents`, line, ndjson);
    await server.call('POST', '/api/configurations', { config: { title: space, searchSpace: space } });
  }
});

const issue = async (spaces: string[], scopes: readonly Scope[] = everyScope) =>
  (await server.issuer.access({ subject: 'cms', scopes, spaces, lifetime: 60 })).token;
const call = (token: string, method: string, path: string, body?: unknown): Promise<TestResponse> =>
  server.call(method, path, body, { Authorization: `Bearer ${token}` });
const onSpace = operations.filter(({ path }) => path.includes('{space}'));
const ofSearch = operations.filter(({ scope }) => scope === 'search');

describe('a token for one search space', () => {
  test.each(onSpace)('$id rejects another search space and names its own', async ({ method, path }) => {
    const token = await issue(['news']);
    const other = path.replace('{space}', 'events').replace(/\{\w+\}/g, 'urn%3Aa');
    const { status, body, headers } = await call(token, method.toUpperCase(), other);
    expect(status).toBe(403);
    expect(body.detail).toBe('The token does not permit this. It is only valid for the search space "news".');
    expect(headers.get('www-authenticate')).toContain('insufficient_scope');
  });

  test.each(ofSearch)('$id rejects a configuration of another search space', async ({ method, path }) => {
    const token = await issue(['news']);
    const address = (id: number) => `${path.replace('{configId}', String(id))}?uri=urn:a&searchString=one`;
    const answers = [configurations.events, 999].map((id) => call(token, method.toUpperCase(), address(id)));
    const [foreign, missing] = await Promise.all(answers);
    expect([foreign!.status, missing!.status]).toEqual([404, 404]);
    expect(String(foreign!.body.detail).replace('2', '999')).toBe(missing!.body.detail);
    const own = await call(token, method.toUpperCase(), address(configurations.news));
    expect(String(own.body.detail)).not.toContain('no configuration');
  });

  test('writes to its search space and lists no other', async () => {
    const token = await issue(['news', 'missing']);
    expect((await call(token, 'PUT', '/api/spaces/news/documents/urn%3Ab', { title: 'B' })).status).toBe(200);
    const { body } = await call(token, 'GET', '/api/spaces');
    expect(Object.values(body.spaces!).map(({ name }) => name)).toEqual(['news']);
  });

  test.each([
    ['POST', '/api/configurations'],
    ['PUT', '/api/configurations/1'],
    ['POST', '/api/tokens'],
    ['DELETE', '/api/tokens/none'],
  ])('rejects %s %s, even if it claims every scope', async (method, path) => {
    const { status, body } = await call(await issue(['news']), method, path, {});
    expect(status).toBe(403);
    expect(String(body.detail)).toContain('limited to search spaces');
  });

  test('may come from an external issuer', () => {
    const provider = { issuer: 'https://id.example', audience: 'search', scopeClaims: ['roles'] };
    const claims = {
      iss: provider.issuer,
      aud: provider.audience,
      exp: 4_000_000_000,
      roles: ['spaces:write'],
      spaces: ['news'],
    };
    expect(accessOf('access', claims, provider)).toMatchObject({
      scopes: new Set(['spaces:write']),
      spaces: new Set(['news']),
    });
  });

  test('permits nothing with an empty list', async () => {
    expect((await call(await issue([]), 'GET', '/api/spaces/news/documents/urn%3Aa')).status).toBe(403);
  });
});

describe('POST /api/tokens with search spaces', () => {
  test('issues a token that writes to these search spaces until it is revoked', async () => {
    const { status, body } = await server.call('POST', '/api/tokens', { name: 'cms', spaces: ['news'] });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'cms', spaces: ['news'], scopes: ['spaces:write'] });
    const token = String(body.token);
    const write = () => call(token, 'PUT', '/api/spaces/news/documents/urn%3Ac', { title: 'C' });
    expect((await write()).status).toBe(200);
    expect((await call(token, 'POST', '/api/configurations/1/search', {})).status).toBe(403);
    await server.call('DELETE', `/api/tokens/${body.jti}`);
    expect((await write()).status).toBe(401);
  });

  test.each([
    [{ spaces: [] }, 'spaces'],
    [{ spaces: ['../news'] }, 'spaces[0]'],
    [{ spaces: ['news'], scopes: ['tokens:write'] }, 'scopes[0]'],
    [{ spaces: ['news'], configurations: [1] }, 'configurations'],
    [{ spaces: ['news'], origins: ['https://example.org'] }, 'origins'],
  ])('rejects %j', async (change, key) => {
    const { status, body } = await server.call('POST', '/api/tokens', { name: 'cms', ...change });
    expect(status).toBe(400);
    expect(Object.values(body.errors!).map((error) => error.key)).toContain(key);
  });

  test('issues no scope that the issuing token lacks', async () => {
    const { token } = await server.issuer.access({ subject: 'ann', scopes: ['tokens:write'], lifetime: 60 });
    const { status, body } = await call(token, 'POST', '/api/tokens', { name: 'cms', spaces: ['news'] });
    expect(status).toBe(403);
    expect(String(body.detail)).toContain('spaces:write');
  });
});

describe('GET /api/token', () => {
  test('describes an access token', async () => {
    const { body } = await call(await issue(['news'], ['spaces:write']), 'GET', '/api/token');
    expect(body).toMatchObject({
      kind: 'access',
      name: 'cms',
      scopes: ['spaces:write'],
      spaces: ['news'],
      configurations: null,
      origins: null,
    });
    expect(Date.parse(String(body.expires))).toBeGreaterThan(Date.now());
  });

  test('describes an unlimited token', async () => {
    const { body } = await server.call('GET', '/api/token');
    expect(body).toMatchObject({ kind: 'access', scopes: everyScope, spaces: null });
  });

  test('describes a publishable token', async () => {
    const origins = ['https://example.org'];
    const { token } = await server.issuer.publishable({
      name: 'page',
      configurations: [1],
      origins,
      lifetime: 60,
    });
    const { body } = await call(token, 'GET', '/api/token');
    const expected = { kind: 'publishable', scopes: ['search'], spaces: null, configurations: [1], origins };
    expect(body).toMatchObject(expected);
  });
});
