/** Concepts over HTTP: what is listed, what an edit changes for searches, and what stays. */
import { beforeAll, describe, expect, it } from 'vitest';
import { served } from '../../test/support/service.ts';
import { openContent } from '../open-content.ts';

const server = served({}, openContent);
const { call, created } = server;
const space = '/api/spaces/zoo';
const turtle = { 'Content-Type': 'text/turtle' };
const skos = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> . @prefix : <urn:zoo:> .
  :animals a skos:ConceptScheme ; skos:prefLabel "Animals"@en .
  :cats a skos:Concept ; skos:inScheme :animals ; skos:topConceptOf :animals ; skos:prefLabel "cats"@en, "Katzen"@de .
  :puma a skos:Concept ; skos:inScheme :animals ; skos:broader :cats ; skos:prefLabel "puma"@en ;
    skos:altLabel "cougar & co"@en ; skos:definition "A large cat."@en .`;
let search: (input: string) => Promise<number>;

beforeAll(async () => {
  const document = { title: 'A walk', text: 'The puma sleeps in the sun.', language: 'en' };
  expect((await call('PUT', `${space}/thesaurus`, skos, turtle)).status).toBe(200);
  expect((await call('PUT', `${space}/documents/urn%3Adoc%3A1`, document)).status).toBe(200);
  const path = await created({ searchSpace: 'zoo' });
  search = async (input) => Number((await call('POST', `${path}/search`, { input })).body.total);
});

const concepts = async (query = '') =>
  (await call('GET', `${space}/concepts${query}`)).body.concepts as unknown as {
    uri: string;
    labels: { text: string; language: string; kind: string }[];
    broader: { uri: string }[];
    documents: number;
  }[];
const puma = async () => (await concepts('?uri=urn:zoo:puma'))[0]!;
const put = (uri: string, body: object) => call('PUT', `${space}/concepts/${encodeURIComponent(uri)}`, body);

describe('concepts', () => {
  it('are listed as a tree, with labels in all languages and documents', async () => {
    expect(await concepts('?language=de')).toMatchObject([
      { uri: 'urn:zoo:cats', label: 'Katzen', narrower: 1, documents: 1, broader: [] },
    ]);
    // A tag that the pattern permits, but `Intl` rejects.
    expect(await concepts('?text=a&language=abcd')).toHaveLength(2);
    expect(await concepts('?broader=urn:zoo:cats')).toEqual([await puma()]);
    expect(await concepts('?text=COUG')).toEqual([await puma()]);
    expect((await puma()).broader).toEqual([{ uri: 'urn:zoo:cats', label: 'cats' }]);
  });

  it('get a synonym that applies to the next search, and survives a new version of the thesaurus', async () => {
    expect(await search('catamount')).toBe(0);
    const { labels } = await puma();
    const broader = ['urn:zoo:cats'];
    const added = { text: 'catamount', language: 'en', kind: 'alternative' };
    expect((await put('urn:zoo:puma', { labels: [...labels, added], broader })).status).toBe(200);
    expect(await search('catamount')).toBe(1);
    await call('PUT', `${space}/thesaurus`, skos, turtle);
    expect(await search('catamount')).toBe(1);
    const { body } = await call('GET', `${space}/thesaurus`);
    expect(String(body)).toContain(
      '<urn:zoo:puma> <http://www.w3.org/2004/02/skos/core#altLabel> "catamount"@en .',
    );
    expect(String(body)).toContain('"cougar & co"@en');
  });

  it('lose labels and relations in every part, and the export can be read again', async () => {
    const labels = [{ text: 'mountain lion', language: 'en', kind: 'preferred' }];
    const { body } = await put('urn:zoo:puma', { labels, broader: [] });
    expect(body).toMatchObject({ label: 'mountain lion', labels, broader: [] });
    expect(await search('catamount')).toBe(0);
    const exported = await call('GET', `${space}/thesaurus`);
    expect(String(exported.body)).toContain('"A large cat."@en');
    const type = { 'Content-Type': 'application/n-triples' };
    const copy = '/api/spaces/copy/thesaurus';
    expect((await call('PUT', copy, String(exported.body), type)).status).toBe(200);
    expect((await call('GET', copy)).body).toEqual(exported.body);
  });

  it('are added below others, and removed labels leave no empty part', async () => {
    const label = (text: string) => ({ text, language: '', kind: 'preferred' });
    const { body } = await put('urn:zoo:lynx', {
      labels: [label('lynx "quoted" \\ back')],
      broader: ['urn:zoo:cats'],
    });
    expect(body).toMatchObject({ label: 'lynx "quoted" \\ back', broader: [{ uri: 'urn:zoo:cats' }] });
    expect((await concepts('?broader=urn:zoo:cats')).map(({ uri }) => uri)).toContain('urn:zoo:lynx');
  });

  it.each([
    [
      'no preferred label',
      'urn:zoo:puma',
      { labels: [{ text: 'a', language: 'en', kind: 'hidden' }], broader: [] },
    ],
    [
      'itself as broader',
      'urn:zoo:puma',
      { labels: [{ text: 'a', language: 'en', kind: 'preferred' }], broader: ['urn:zoo:puma'] },
    ],
    [
      'a URI that ends a statement',
      'urn:a> <urn:b',
      { labels: [{ text: 'a', language: 'en', kind: 'preferred' }], broader: [] },
    ],
    [
      'a label of two lines',
      'urn:zoo:puma',
      { labels: [{ text: 'a\nb', language: 'en', kind: 'preferred' }], broader: [] },
    ],
  ])('with %s are rejected', async (_, uri, body) => {
    expect((await put(uri, body)).status).toBe(400);
  });
});
