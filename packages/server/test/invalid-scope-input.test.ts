/** Invalid scopes, filters, boosts and orders over HTTP: errors by key in configurations, 400 in requests, 401 or 403 for tokens. */
import type { DocumentScope } from '@semantic-search/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { openContent } from '../src/open-content.ts';
import { forged, goodClaims, secrets } from './support/forged-tokens.ts';
import { everyScope, keysOf } from './support/server.ts';
import { served } from './support/service.ts';

const server = served(secrets, openContent);
const base = 'urn:ring:';
/** Each of three concepts is broader than the next, and the last than the first. */
const turtle = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> . @prefix : <${base}> .
  :one a skos:Concept ; skos:prefLabel "One"@en ; skos:broader :three .
  :two a skos:Concept ; skos:prefLabel "Two"@en ; skos:broader :one .
  :three a skos:Concept ; skos:prefLabel "Three"@en ; skos:broader :two .`;
const documents = ['one', 'two', 'three'].map((name, i) => {
  return { id: `urn:${i}`, title: name, site: 'docs', price: i, subjects: [base + name] };
});
let path = '';
let report: unknown;

beforeAll(async () => {
  const type = { 'Content-Type': 'text/turtle' };
  report = (await server.call('PUT', '/api/spaces/ring/thesaurus', turtle, type)).body;
  const lines = [...documents, { id: 'urn:3', title: 'none', site: 'blog', subjects: [] }];
  await server.call(
    'POST',
    '/api/spaces/ring/documents',
    lines.map((each) => JSON.stringify(each)).join('\n'),
    {
      'Content-Type': 'application/x-ndjson',
    },
  );
  path = await server.created({ title: 'Ring', searchSpace: 'ring' });
});

const rule = (uri: string, ...values: unknown[]) => ({ uri, values });
const thousand = Array.from({ length: 1000 }, () => rule('site', 'docs'));
const invalidScopes: [what: string, scope: object, key: string][] = [
  ['an unknown attribute', { include: [rule('nothing', 'x')] }, 'include[0].uri'],
  ['an unknown concept', { exclude: [rule('dyn_uri_all_concepts', 'urn:no')] }, 'exclude[0].values[0]'],
  ['empty values', { include: [rule('site')] }, 'include[0].values'],
  ['an empty value', { include: [rule('site', '')] }, 'include[0].values[0]'],
  ['a value that is no text', { include: [rule('site', 5)] }, 'include[0].values[0]'],
  ['a broken range', { include: [rule('price', '[5 TO')] }, 'include[0].values[0]'],
  ['1,000 rules', { include: thousand }, 'include'],
  ['60 rules', { exclude: thousand.slice(0, 60) }, 'exclude'],
  ['1,000 values', { include: [rule('site', ...thousand.map((_, i) => `${i}`))] }, 'include[0].values'],
  ['an unknown member', { only: [rule('site', 'docs')] }, 'only'],
];

async function search(config: string, request: object = {}, token?: string) {
  return server.call('POST', `${config}/search`, request, token ? { Authorization: `Bearer ${token}` } : {});
}

describe.each(invalidScopes)('a scope with %s', (_what, scope, key) => {
  test('is an error of the configuration, which then shows nothing, as the health check says', async () => {
    const config = { title: 'X', searchSpace: 'ring', scope };
    const response = await server.call('POST', '/api/configurations', { config });
    expect(keysOf(response)).toContain(`scope.${key}`);
    const shown = await search(`/api/configurations/${response.body.id}`);
    expect([shown.status, shown.body.total]).toEqual([200, 0]);
    const { body } = await server.call('GET', '/ready');
    expect(body.parts).toMatchObject({ scopes: 'not ready' });
    await server.call('DELETE', `/api/configurations/${response.body.id}`);
    expect((await server.call('GET', '/ready')).body.parts).toMatchObject({ scopes: 'ready' });
  });

  test('is rejected as the filter of a new token', async () => {
    const id = Number(path.split('/').at(-1));
    const response = await server.call('POST', '/api/tokens', {
      name: 'x',
      configurations: [id],
      filter: scope,
    });
    expect([response.status, keysOf(response).join()]).toEqual([
      400,
      expect.stringContaining(`filter.${key}`),
    ]);
  });

  test('in a signed token is rejected in every operation', async () => {
    const token = forged({ alg: 'HS256', typ: 'at+jwt' }, { ...goodClaims, filter: scope });
    const calls: [string, string, object?][] = [
      ['POST', '/search', {}],
      ['POST', '/passages', { input: 'one' }],
      ['GET', '/suggestConcepts?searchString=one'],
      ['GET', '/document?uri=urn:0'],
      ['GET', '/getSimilar?uri=urn:0'],
      ['GET', '/getRecommendations?uri=urn:0'],
      ['GET', '/feed'],
    ];
    const statuses = await Promise.all(
      calls.map(async ([method, route, body]) => {
        const headers = { Authorization: `Bearer ${token}` };
        return (await server.call(method, path + route, body, headers)).status;
      }),
    );
    expect(new Set(statuses).size, statuses.join()).toBe(1);
    // The header of a token with 1,000 rules is longer than servers accept.
    expect([401, 403, 431]).toContain(statuses[0]);
  });
});

test('a cycle of concepts is reported and cut, and a scope with one of them ends', async () => {
  const include = [{ uri: 'dyn_uri_all_concepts', values: [`${base}one`] }];
  const scoped = await server.created({ title: 'Cycle', searchSpace: 'ring', scope: { include } });
  const filter: DocumentScope = { exclude: include };
  const { token } = await server.issuer.access({ subject: 'v', scopes: everyScope, filter, lifetime: 600 });
  const totals = await Promise.all([search(scoped), search(path, {}, token), search(scoped, {}, token)]);
  expect(totals.map(({ body }) => body.total)).toEqual([1, 3, 0]);
  expect(JSON.stringify(report)).toMatch(/cycle/);
});

test.each([
  [{ boosts: [{ uri: 'price', type: 'recency', halfLife: 'P0D' }] }, 'boosts[0].halfLife'],
  [{ boosts: [{ uri: 'price', type: 'recency', halfLife: 'P-1D' }] }, 'boosts[0].halfLife'],
  [{ boosts: [{ uri: 'price', type: 'recency', halfLife: 0 }] }, 'boosts[0].halfLife'],
  [{ boosts: [{ uri: 'price', type: 'recency', halfLife: 'PT0S' }] }, 'boosts[0].halfLife'],
  [{ boosts: [{ uri: 'price', type: 'number', weight: -0.1 }] }, 'boosts[0].weight'],
  [{ boosts: [{ uri: 'price', type: 'number', weight: 11 }] }, 'boosts[0].weight'],
  [{ boosts: [{ uri: 'price', type: 'number', weight: 1e308 }] }, 'boosts[0].weight'],
  [{ boosts: [{ uri: 'price', type: 'number', weight: '1' }] }, 'boosts[0].weight'],
  [{ boosts: [{ uri: 'site', type: 'value', values: { docs: 0 } }] }, 'boosts[0].values.docs'],
  [{ boosts: [{ uri: 'site', type: 'value', values: { docs: 101 } }] }, 'boosts[0].values.docs'],
  [{ boosts: [{ uri: 'nothing', type: 'number' }] }, 'boosts[0].uri'],
  [{ boosts: thousand.map(() => ({ uri: 'price', type: 'number' })) }, 'boosts'],
  [{ sorts: [{ uri: 'nothing', direction: 'asc', title: 'N' }] }, 'sorts[0].uri'],
  [{ sorts: [{ uri: 'price', direction: 'up', title: 'P' }] }, 'sorts[0].direction'],
  [{ defaultSort: '' }, 'defaultSort'],
] as [object, string][])('ranking %# is an error by its key, and searches go on', async (ranking, key) => {
  const config = { title: 'X', searchSpace: 'ring', ranking };
  const response = await server.call('POST', '/api/configurations', { config });
  expect(keysOf(response)).toContain(`ranking.${key}`);
  const shown = await search(`/api/configurations/${response.body.id}`, { explain: true });
  expect([shown.status, shown.body.total]).toEqual([200, 4]);
});

test.each([
  [{ sort: { field: 'nothing' } }, 'sort.field'],
  [{ sort: { field: 'price', direction: 'up' } }, 'sort.field'],
  [{ selectedFacets: [{ field: 'nothing', label: 'x' }] }, 'selectedFacets[0].field'],
  [{ excludedFacets: [{ field: 'nothing', label: 'x' }] }, 'excludedFacets[0].field'],
  [{ selectedFacets: [{ field: 'site' }] }, 'selectedFacets[0]'],
  [{ explain: 'yes' }, 'explain'],
])('the request %j is rejected with its key', async (request, key) => {
  const response = await search(path, request);
  expect([response.status, keysOf(response).join()]).toEqual([
    400,
    expect.stringContaining(key.split('.')[0]!),
  ]);
});
