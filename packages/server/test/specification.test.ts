/** Requests of clients that know only the specification: null for absent members, labels of facet items, misplaced settings. */
import { beforeAll, describe, expect, test } from 'vitest';
import { openContent } from '../src/open-content.ts';
import { keysOf } from './support/server.ts';
import { served } from './support/service.ts';

const server = served({}, openContent);
const { call } = server;
const scheme = 'https://example.org/animals';
const thesaurus = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> . @prefix ex: <https://example.org/> .
<${scheme}> a skos:ConceptScheme ; skos:hasTopConcept ex:cat , ex:owl .
ex:cat a skos:Concept ; skos:prefLabel "Cats"@en , "Katzen"@de ; skos:inScheme <${scheme}> .
ex:owl a skos:Concept ; skos:prefLabel "Owls"@en , "Eulen"@de ; skos:inScheme <${scheme}> .`;
const documents = [
  { id: 'urn:lynx', title: 'Lynx', date: '2001-05-01', subjects: ['https://example.org/cat'] },
  { id: 'urn:barn owl', title: 'Barn owl', subjects: ['https://example.org/owl'] },
];

beforeAll(async () => {
  await call('PUT', '/api/spaces/zoo/thesaurus', thesaurus, { 'Content-Type': 'text/turtle' });
  const lines = documents.map((document) => JSON.stringify(document)).join('\n');
  await call('POST', '/api/spaces/zoo/documents', lines, { 'Content-Type': 'application/x-ndjson' });
  const facetsToShow = [{ uri: scheme }, { uri: 'date' }, { uri: 'dyn_uri_all_concepts' }];
  await server.created({ title: 'Zoo', searchSpace: 'zoo', filter: { facetsToShow } });
});

const search = (body: unknown) => call('POST', '/api/configurations/1/search', body);
const idsOf = ({ body }: Awaited<ReturnType<typeof search>>) =>
  Object.values(body.result!).map(({ id }) => String(id));

describe('a search', () => {
  test.each([
    { input: null, selectedFacets: null, start: null },
    { sort: null, dateRange: null, count: null, language: null, excludedFacets: null },
    { sort: { field: 'title', direction: null }, dateRange: { from: null, to: null }, embedding: null },
    { facetsToShow: null },
  ])('takes the members of %j as absent', async (body) => {
    const response = await search(body);
    expect(response.status).toBe(200);
    expect(idsOf(response).sort()).toEqual(['urn:barn owl', 'urn:lynx']);
  });

  test('finds a facet item by each combination of field, label and value that its response has', async () => {
    const { body } = await search({});
    const groups = Object.values(body.facets!) as unknown as {
      field: string;
      facets: { label: string; value: string | null; count: number }[];
    }[];
    expect(groups.map(({ field }) => field)).toContainEqual(expect.stringMatching(/^dyn_uri_/));
    for (const { field, facets } of groups)
      for (const { label, value, count } of facets)
        for (const item of [
          { label },
          { label, value },
          { label, value: null },
          value ? { value } : { label },
        ]) {
          const { status, body: found } = await search({ selectedFacets: [{ field, ...item }] });
          expect([status, found.total], JSON.stringify({ field, ...item })).toEqual([200, count]);
        }
  });

  test('finds a concept by its label in the language of the request', async () => {
    const selectedFacets = [{ field: scheme, label: 'Katzen' }];
    expect(idsOf(await search({ selectedFacets, language: 'de' }))).toEqual(['urn:lynx']);
    expect(idsOf(await search({ selectedFacets: [{ label: 'Owls' }] }))).toEqual(['urn:barn owl']);
    expect(idsOf(await search({ selectedFacets: [{ field: scheme, label: 'Dogs' }] }))).toEqual([]);
  });
});

describe('a document', () => {
  test('has every member of the specification, and null for an unknown date', async () => {
    const members = ['id', 'title', 'description', 'link', 'date', 'empty', 'image', 'documentDetails'];
    members.push('searchSpaceId', 'type', 'facetList');
    const responses = [
      await search({ sort: { field: 'title', direction: 'asc' } }),
      await call('GET', '/api/configurations/1/getSimilar?uri=urn:lynx'),
    ];
    for (const { body } of responses)
      for (const document of Object.values(body.result!))
        expect(Object.keys(document)).toEqual(expect.arrayContaining(members));
    const dates = Object.values(responses[0]!.body.result!).map(({ date }) => date);
    expect(dates).toEqual([null, Date.UTC(2001, 4)]);
  });
});

describe('the other bodies', () => {
  test('take null for optional members as absent', async () => {
    const extraction = { text: 'Cats hunt at night.', language: null, numberOfConcepts: null };
    const { body } = await call('POST', '/api/configurations/1/extractConcepts', extraction);
    expect(Object.values(body.result!).map(({ label }) => label)).toEqual(['Cats']);
    expect((await call('POST', '/api/configurations/1/extractConcepts', { text: null })).body.detail).toMatch(
      /^text /,
    );
  });

  test('of configurations keep what is null, and set null where it is a value', async () => {
    const { body } = await call('POST', '/api/configurations', {
      id: null,
      user: null,
      created: null,
      config: null,
    });
    expect(body).toMatchObject({ errors: [], user: 'tester', config: { visible: false } });
    const path = `/api/configurations/${body.id}`;
    await call('PUT', path, { config: { title: 'Kept', result: { numberOfTags: 3 } } });
    const nothing = {
      title: null,
      searchSpace: null,
      result: null,
      filter: { facetsToShow: null },
      layout: null,
    };
    const unchanged = await call('PUT', path, { config: nothing });
    expect(unchanged.body).toMatchObject({
      errors: [],
      config: { title: 'Kept', result: { numberOfTags: 3 } },
    });
    expect((await call('PUT', path, { config: { result: { numberOfTags: null } } })).body).toMatchObject({
      errors: [],
      config: { result: { numberOfTags: null } },
    });
    const facet = { uri: scheme, title: null, show: null, facetMode: null, maximumTerms: null, refId: null };
    const { body: faceted } = await call('PUT', path, {
      config: { searchSpace: 'zoo', filter: { facetsToShow: [facet] } },
    });
    expect(faceted).toMatchObject({
      errors: [],
      config: { filter: { facetsToShow: [{ title: 'animals', show: true }] } },
    });
  });

  test('of documents take null as absent', async () => {
    const names = [
      'description',
      'text',
      'sections',
      'link',
      'date',
      'image',
      'language',
      'type',
      'subjects',
      'html',
    ];
    const nothing = Object.fromEntries([...names, 'embedding', 'mass'].map((name) => [name, null]));
    const document = { title: 'Nothing else', ...nothing };
    const ndjson = { 'Content-Type': 'application/x-ndjson' };
    const { body } = await call(
      'POST',
      '/api/spaces/nulls/documents',
      `${JSON.stringify({ id: 'urn:a', ...document })}\n`,
      ndjson,
    );
    expect(JSON.parse(String(body).trim().split('\n').at(-1)!)).toMatchObject({ accepted: 1, refused: 0 });
    expect((await call('PUT', '/api/spaces/nulls/documents/urn%3Ab', { id: null, ...document })).status).toBe(
      200,
    );
    const list = await call('GET', '/api/spaces/nulls/documents');
    expect(new Set(Object.values(list.body.documents!).map(({ hash }) => hash)).size).toBe(2);
  });
});

describe('settings outside of config', () => {
  const settings = { title: 'Secret', searchSpace: 'zoo', visible: false };

  test.each([
    ['POST', '/api/configurations'],
    ['PUT', '/api/configurations/1'],
  ])('%s %s returns 400, names config and changes nothing', async (method, path) => {
    const before = await call('GET', '/api/configurations');
    const response = await call(method, path, settings);
    expect(response.status).toBe(400);
    expect(response.body.detail).toBe('The body has no member "config", which contains all settings.');
    expect(keysOf(response)).toEqual(Object.keys(settings));
    expect((await call('GET', '/api/configurations')).body).toEqual(before.body);
  });

  test('are reported next to a config, and a body without members creates a hidden configuration', async () => {
    const reported = await call('PUT', '/api/configurations/1', { ...settings, config: {} });
    expect([reported.status, keysOf(reported)]).toEqual([200, Object.keys(settings)]);
    for (const body of [undefined, {}, { user: 'tester' }]) {
      const created = await call('POST', '/api/configurations', body);
      expect([created.status, created.body.config!.visible]).toEqual([200, false]);
    }
  });
});
