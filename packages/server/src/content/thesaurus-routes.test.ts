/** Parts of a thesaurus over HTTP: each is listed, replaced and removed without changing another. */
import { synonymThesaurus } from '@semantic-search/query/thesaurus';
import { describe, expect, test } from 'vitest';
import { served } from '../../test/support/service.ts';
import { openContent } from '../open-content.ts';

const server = served({}, openContent);

const skos = '@prefix skos: <http://www.w3.org/2004/02/skos/core#> .';
const sofa = `${skos} <urn:scheme> a skos:ConceptScheme ; skos:prefLabel "Things"@en ;
  <http://purl.org/dc/terms/license> "CC0" .
  <urn:sofa> a skos:Concept ; skos:inScheme <urn:scheme> ; skos:prefLabel "Furniture"@en .`;
const synonyms = synonymThesaurus([{ from: ['couch', 'furniture'], to: ['couch', 'furniture'] }]);

const put = (path: string, text: string, token = server.token) =>
  server.call('PUT', `/api/spaces/${path}`, text, {
    'Content-Type': 'text/turtle',
    Authorization: `Bearer ${token}`,
  });
const parts = async (space: string) => {
  const { body } = await server.call('GET', `/api/spaces/${space}/thesauri`);
  return body.thesauri as unknown as { name: string; concepts: number; written: string | null }[];
};

describe('PUT /api/spaces/{space}/thesauri/{name}', () => {
  test('replaces one part, and PUT /api/spaces/{space}/thesaurus replaces main', async () => {
    expect(await put('parts/thesauri/synonyms', synonyms)).toMatchObject({
      status: 200,
      body: { concepts: 1, title: 'Synonyms', license: null },
    });
    expect(await put('parts/thesaurus', sofa)).toMatchObject({
      status: 200,
      body: { concepts: 1, title: 'Things', license: 'CC0' },
    });
    expect(await parts('parts')).toEqual([
      { name: 'main', concepts: 1, written: expect.any(String), title: 'Things', license: 'CC0' },
      { name: 'synonyms', concepts: 1, written: expect.any(String), title: 'Synonyms', license: null },
    ]);
    expect((await put('parts/thesauri/main', sofa)).status).toBe(200);
    expect((await parts('parts')).map(({ name }) => name)).toEqual(['main', 'synonyms']);
  });

  test('keeps all parts of concurrent uploads that create a space', async () => {
    const { token } = await server.issuer.access({ subject: 'bo', scopes: ['spaces:write'], lifetime: 60 });
    const tokens = [server.token, token, token];
    const uploads = tokens.map((each, i) => put(`several/thesauri/${'abc'[i]}`, sofa, each));
    // A process reads two thesauri at a time, one of each client.
    const statuses = (await Promise.all(uploads)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 200, 503]);
    expect(await parts('several')).toHaveLength(2);
  });

  test('rejects invalid names and content, and changes nothing', async () => {
    await put('valid/thesauri/a', sofa);
    expect((await put('valid/thesauri/..%2Fb', sofa)).status).toBe(404);
    expect((await put('valid/thesauri/a', 'nonsense')).status).toBe(400);
    expect((await put('valid/thesauri/b', 'nonsense')).status).toBe(400);
    expect((await parts('valid')).map(({ name }) => name)).toEqual(['a']);
  });
});

describe('DELETE /api/spaces/{space}/thesauri/{name}', () => {
  test('removes one part, and returns 404 if there is none', async () => {
    await put('removal/thesauri/synonyms', synonyms);
    await put('removal/thesaurus', sofa);
    const remove = () => server.call('DELETE', '/api/spaces/removal/thesauri/synonyms');
    expect(await remove()).toMatchObject({ status: 200, body: { name: 'synonyms' } });
    expect(await remove()).toMatchObject({ status: 404 });
    expect((await parts('removal')).map(({ name }) => name)).toEqual(['main']);
  });

  test('returns 404 for a missing space, as GET does', async () => {
    expect((await server.call('DELETE', '/api/spaces/missing/thesauri/main')).status).toBe(404);
    expect((await server.call('GET', '/api/spaces/missing/thesauri')).status).toBe(404);
  });
});

describe('POST /api/spaces/{space}/categories', () => {
  const write = (id: string, document: object) =>
    server.call('PUT', `/api/spaces/pages/documents/${encodeURIComponent(id)}`, JSON.stringify(document), {
      'Content-Type': 'application/json',
    });
  const build = () => server.call('POST', '/api/spaces/pages/categories');

  test('builds the part categories from the documents, and removes it with the last path', async () => {
    await put('pages/thesauri/synonyms', synonyms);
    await write('urn:a', { title: 'A', breadcrumbs: ['Services', 'Waste', 'A'] });
    expect(await build()).toMatchObject({ status: 200, body: { concepts: 1, changed: true } });
    await write('urn:b', { title: 'B', categories: ['News'] });
    expect(await build()).toMatchObject({ body: { concepts: 3, changed: true } });
    expect(await build()).toMatchObject({ body: { concepts: 3, changed: false } });
    expect((await parts('pages')).map(({ name }) => name)).toEqual(['categories', 'synonyms']);
    for (const id of ['urn:a', 'urn:b']) await write(id, { title: 'None' });
    expect(await build()).toMatchObject({ body: { concepts: 0, changed: true } });
    expect((await parts('pages')).map(({ name }) => name)).toEqual(['synonyms']);
  });

  test('returns 404 for a missing space', async () => {
    expect((await server.call('POST', '/api/spaces/missing/categories')).status).toBe(404);
  });
});
