/** Mistakes of filtered tokens that other search services had to repair; each must not happen here. */
import type { DocumentScope } from '@semantic-search/contract';
import { beforeAll, expect, test } from 'vitest';
import { openContent } from '../src/open-content.ts';
import { forged, goodClaims, secrets } from './support/forged-tokens.ts';
import { everyScope, keysOf } from './support/server.ts';
import { served } from './support/service.ts';

const server = served(secrets, openContent);
const base = 'urn:zoo:';
const turtle = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> . @prefix : <${base}> .
  :animal a skos:Concept ; skos:prefLabel "Animal"@en . :cat a skos:Concept ; skos:prefLabel "Cat"@en ; skos:broader :animal .
  :lion a skos:Concept ; skos:prefLabel "Lion"@en ; skos:broader :cat .
  :one a skos:Concept ; skos:prefLabel "One"@en ; skos:broader :two . :two a skos:Concept ; skos:prefLabel "Two"@en ; skos:broader :one .`;
const documents = [
  { id: 'urn:1', title: 'Lions rest', site: 'docs', tags: ['a', 'b'], price: 5, subjects: [`${base}lion`] },
  { id: 'urn:2', title: 'Cats rest', site: 'docs', tags: ['b'], price: 50, subjects: [`${base}cat`] },
  { id: 'urn:3', title: 'Stones rest', site: 'blog', price: 500, subjects: [`${base}one`] },
  { id: 'urn:4', title: 'Sand rests', site: 'x" OR site:"docs', subjects: [] },
];
let configuration = '';

const include = (uri: string, ...values: string[]): DocumentScope => ({ include: [{ uri, values }] });
const exclude = (uri: string, ...values: string[]): DocumentScope => ({ exclude: [{ uri, values }] });

beforeAll(async () => {
  await server.call('PUT', '/api/spaces/zoo/thesaurus', turtle, { 'Content-Type': 'text/turtle' });
  const lines = documents.map((document) => JSON.stringify(document)).join('\n');
  await server.call('POST', '/api/spaces/zoo/documents', lines, { 'Content-Type': 'application/x-ndjson' });
  configuration = await server.created({ title: 'Zoo', searchSpace: 'zoo' });
});

async function headersFor(filter?: DocumentScope): Promise<Record<string, string>> {
  const options = { subject: 'visitor', scopes: everyScope, filter, lifetime: 600 };
  return { Authorization: `Bearer ${(await server.issuer.access(options)).token}` };
}

async function found(
  filter: DocumentScope | undefined,
  request: object = {},
  path = configuration,
): Promise<string> {
  const { status, body } = await server.call('POST', `${path}/search`, request, await headersFor(filter));
  if (status !== 200) return `${status} ${body.detail}`;
  return (body.result as unknown as { id: string }[])
    .map(({ id }) => id.slice(4))
    .sort()
    .join('');
}

test('a search without words obeys the filter, and the next visitor gets the answer of the own token', async () => {
  expect(await found(include('site', 'docs'))).toBe('12');
  expect(await found(include('site', 'blog'))).toBe('3');
});

test('equal searches at the same time share no answer between filters', async () => {
  const [docs, blog] = [include('site', 'docs'), include('site', 'blog')];
  const all = await Promise.all(
    Array.from({ length: 40 }, (_, i) => found(i % 2 === 0 ? docs : blog, { input: 'rest' })),
  );
  expect(all).toEqual(Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? '12' : '3')));
});

test('a selection of the visitor on the same attribute narrows the filter and never replaces it', async () => {
  const select = (label: string) => ({ selectedFacets: [{ field: 'site', label }] });
  expect(await found(include('site', 'docs', 'blog'), select('blog'))).toBe('3');
  expect(await found(include('site', 'docs'), select('blog'))).toMatch(/^$/);
  expect(await found(exclude('site', 'docs'), { excludedFacets: [{ field: 'site', label: 'blog' }] })).toBe(
    '4',
  );
});

test('two rules about one attribute are both required, and so are those of configuration and token', async () => {
  expect(
    await found({
      include: [
        { uri: 'site', values: ['docs', 'blog'] },
        { uri: 'site', values: ['blog'] },
      ],
    }),
  ).toBe('3');
  const scoped = await server.created({ title: 'Docs', searchSpace: 'zoo', scope: include('site', 'docs') });
  expect(await found(undefined, {}, scoped)).toBe('12');
  expect(await found(include('site', 'docs', 'blog'), {}, scoped)).toBe('12');
  expect(await found(include('site', 'blog'), {}, scoped)).toBe('');
  expect(await found(exclude('price', '[* TO 10]'), {}, scoped)).toBe('2');
});

test('a value is compared as a whole: quotes and operators in it mean nothing', async () => {
  expect(await found(include('site', 'docs" OR site:"blog'))).toBe('');
  expect(await found(include('site', 'x" OR site:"docs'))).toBe('4');
  expect(await found(include('site', 'DOCS'))).toBe('');
});

test('one of several values suffices, and documents without the attribute fail only what includes', async () => {
  expect(await found(include('tags', 'a'))).toBe('1');
  expect(await found(exclude('tags', 'a'))).toBe('234');
  expect(await found(include('price', '[10 TO 100]', '[400 TO *]'))).toBe('23');
});

test('a filter with a branch of the thesaurus includes narrower concepts, also in a cycle', async () => {
  expect(await found(include('dyn_uri_all_concepts', `${base}animal`))).toBe('12');
  expect(await found(exclude('dyn_uri_all_concepts', `${base}lion`))).toBe('234');
  expect(await found(include('dyn_uri_all_concepts', `${base}one`))).toBe('3');
});

test('an empty filter limits nothing, and a malformed one is no filter but an invalid token', async () => {
  expect(await found({})).toBe('1234');
  for (const filter of [null, [], 'site=docs', { include: {} }, include('site'), { only: [] }]) {
    const token = forged({ alg: 'HS256', typ: 'at+jwt' }, { ...goodClaims, filter });
    const { status } = await server.call(
      'POST',
      `${configuration}/search`,
      {},
      { Authorization: `Bearer ${token}` },
    );
    expect(status, JSON.stringify(filter)).toBe(401);
  }
});

test('a filter that the space cannot resolve is forbidden and says why', async () => {
  expect(await found(include('nothing', 'x'))).toMatch(/^403 .*include\[0\]\.uri/);
  expect(await found(exclude('dyn_uri_all_concepts', `${base}unicorn`))).toMatch(
    /^403 .*exclude\[0\]\.values\[0\]/,
  );
  const id = Number(configuration.split('/').at(-1));
  const response = await server.call('POST', '/api/tokens', {
    name: 'p',
    configurations: [id],
    filter: include('nothing', 'x'),
  });
  expect([response.status, keysOf(response)]).toEqual([400, ['filter.include[0].uri']]);
});

test('the holder of a filtered token cannot widen it, issue others, or see what it hides', async () => {
  const headers = await headersFor(include('site', 'docs'));
  const statuses = await Promise.all(
    [
      ['POST', '/api/tokens', { name: 'wide', spaces: ['zoo'], scopes: ['search'] }],
      ['PUT', configuration, { config: { scope: {} } }],
      ['GET', '/api/spaces/zoo/documents', undefined],
      ['GET', '/api/spaces', undefined],
      ['POST', `${configuration}/search`, { facetsToShow: [] }],
      ['GET', `${configuration}/document?uri=urn:3`, undefined],
    ].map(
      async ([method, path, body]) =>
        (await server.call(method as string, path as string, body, headers)).status,
    ),
  );
  expect(statuses).toEqual([403, 403, 403, 403, 403, 404]);
});

test('a change moves a document out of the filter at once, and no cache between visitors keeps responses', async () => {
  const filter = include('site', 'moving');
  const write = (site: string) =>
    server.call('PUT', '/api/spaces/zoo/documents/urn:5', { id: 'urn:5', title: 'Goes', site });
  await write('moving');
  expect(await found(filter)).toBe('5');
  await write('docs');
  expect(await found(filter)).toMatch(/^403|^$/);
  await server.call('DELETE', '/api/spaces/zoo/documents/urn:5');
  const { headers } = await server.call('GET', `${configuration}/document?uri=urn:1`);
  expect(headers.get('cache-control')).toMatch(/no-store|private|no-cache/);
});

test('an invalid scope of a configuration hides everything, and is reported here and by the health check', async () => {
  const invalid = [
    [{ include: [{ uri: 'site', values: [] }] }, 'scope.include[0].values'],
    [{ exclude: [{ uri: '', values: ['x'] }] }, 'scope.exclude[0].uri'],
    [{ include: Array.from({ length: 1000 }, () => ({ uri: 'site', values: ['docs'] })) }, 'scope.include'],
    [{ only: 'docs' }, 'scope.only'],
    [include('nothing', 'x'), 'scope.include[0].uri'],
    [exclude('nothing', 'x'), 'scope.exclude[0].uri'],
  ] as const;
  for (const [scope, key] of invalid) {
    const response = await server.call('POST', '/api/configurations', {
      config: { title: 'X', searchSpace: 'zoo', scope },
    });
    expect(keysOf(response)).toContain(key);
    expect(await found(undefined, {}, `/api/configurations/${response.body.id}`)).toBe('');
  }
  const { body } = await server.call('GET', '/ready');
  expect(body).toMatchObject({ status: 'ready', parts: { scopes: 'not ready' } });
});

test('a page does not learn the scope of its configuration, and an update without rules removes it', async () => {
  const path = await server.created({ title: 'Hidden', searchSpace: 'zoo', scope: exclude('site', 'blog') });
  const id = Number(path.split('/').at(-1));
  const { body } = await server.call('POST', '/api/tokens', {
    name: 'page',
    configurations: [id],
    filter: include('site', 'docs'),
  });
  const record = await server.call('GET', path, undefined, { Authorization: `Bearer ${body.token}` });
  expect([record.status, JSON.stringify(record.body).includes('blog')]).toEqual([200, false]);
  const listed = await server.call('GET', '/api/tokens');
  expect(JSON.stringify(listed.body)).toContain('"filter":{"include":[{"uri":"site","values":["docs"]}]}');
  await server.call('PUT', path, { config: { scope: {} } });
  expect(await found(undefined, {}, path)).toBe('1234');
});
