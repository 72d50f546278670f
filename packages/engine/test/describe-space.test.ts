import { expect, test } from 'vitest';
import type { FacetRequest } from '../src/api.ts';
import { everything, facetRequest } from './support/queries.ts';
import { spaceForEach } from './support/search-space.ts';

async function* thesaurus() {
  yield `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
    @prefix owl: <http://www.w3.org/2002/07/owl#> .
    @prefix dct: <http://purl.org/dc/terms/> .
    @prefix : <https://example.org/> .
    :tide a skos:Concept ; skos:prefLabel "Tide"@en, "Gezeiten"@de .
    :ebb a skos:Concept ; skos:prefLabel "Ebb"@en ; owl:deprecated true .
    :flow a skos:Concept ; skos:prefLabel "Flow"@en ; dct:isReplacedBy :tide .
    :gift a skos:Concept ; skos:prefLabel "Gift"@en .
    :poison a skos:Concept ; skos:prefLabel "Gift"@de .`;
}

const space = spaceForEach();

test('replaceThesaurus and describe return the same number of concepts', async () => {
  const report = await space.replaceThesaurus(thesaurus(), 'text/turtle');
  expect(report.concepts).toBe(3);
  expect((await space.describe()).concepts).toBe(3);
});

test('describe lists declared languages and those detected with certainty', async () => {
  await space.put([
    { id: 'a', title: 'Tides' },
    { id: 'b', title: 'Wasserspinne' },
    { id: 'c', title: 'Häuser am See', language: 'de' },
    { id: 'd', title: 'The tides of the northern coast and what they leave behind' },
  ]);
  expect((await space.describe()).languages.sort()).toEqual(['de', 'en']);
});

test('detects short texts among the languages of the thesaurus', async () => {
  await space.replaceThesaurus(thesaurus(), 'text/turtle');
  await space.put([{ id: 'a', title: 'Häuser am See', subjects: [] }]);
  expect((await space.describe()).languages.sort()).toEqual(['de', 'en']);
});

test.each([
  ['1771', '1771'],
  ['-44', '-44'],
  ['1771-03', '1771-03'],
  ['1771-03-05', '1771-03-05'],
  [0, '1970-01-01'],
  ['2020-02-29T23:30:00-01:00', '2020-03-01'],
  ['2020-02-29T23:30', '2020-02-29'],
  ['1.2.2020', '2020-02-01'],
  [Date.UTC(-44, 2, 15), '-000044-03-15'],
])('formats a document date of %j as %s', async (date, label) => {
  await space.put([{ id: 'a', title: 'Tides', date }]);
  const { facets } = await space.document('a', { documentFacets: ['date'] });
  expect(facets).toMatchObject([{ field: 'dyn_flt_date', values: [{ label, value: null }] }]);
});

test.each(['201905', '990101', '2020-02-31', '2020-13', '2020-02-29T25:00', '1/2/2020', Number.NaN, 9e15])(
  'keeps a document without the date %j, with a warning, and the date unchanged in an attribute',
  async (date) => {
    const { refused } = await space.put([{ id: 'a', title: 'Tides', date }]);
    expect(refused).toEqual([]);
    expect(await space.document('a', { documentFacets: [] })).toMatchObject({ id: 'a', date: null });
    // NaN counts as absent.
    if (!Number.isNaN(date)) expect((await space.describe()).notices?.at(-1)).toContain(`"${date}" (a)`);
    if (typeof date !== 'string') return;
    await space.put([{ id: 'b', title: 'Tides', seen: date }]);
    expect((await space.document('b', { documentFacets: ['dyn_lit_seen'] })).facets).toMatchObject([
      { field: 'dyn_lit_seen', values: [{ label: date, value: null }] },
    ]);
  },
);

test.each([
  ['3. März 2024', 'de', '2024-03-03'],
  ['03/05/2024', 'en-GB', '2024-05-03'],
  ['20240503', undefined, '2024-05-03'],
  [20240503, undefined, '2024-05-03'],
  [1714694400, undefined, '2024-05-03'],
  ['Fri, 03 May 2024 23:30:00 -0100', undefined, '2024-05-04'],
])('reads the document date %j in the language %s as %s', async (date, language, label) => {
  await space.put([{ id: 'a', title: 'Tides', date, ...(language && { language }) }]);
  const { facets } = await space.document('a', { documentFacets: ['date'] });
  expect(facets).toMatchObject([{ values: [{ label }] }]);
});

test('rejects a document whose date is neither a text nor a number', async () => {
  const { refused } = await space.put([{ id: 'a', date: ['2024'] as unknown as string }]);
  expect(refused).toEqual([{ index: 0, message: 'date must be a string or a number.' }]);
});

test('an attribute with numbers has numeric ranges, even if some documents have dates in it', async () => {
  await space.put([{ id: 'a', seen: '2004-05-07' }]);
  await space.put([{ id: 'b', seen: 7 }]);
  await space.put([{ id: 'c', seen: '2011-12-31' }]);
  expect((await space.describe()).facets.map(({ field, kind }) => [field, kind])).toEqual([
    ['dyn_flt_seen', 'number'],
  ]);
  const facet = facetRequest('seen', { sorting: 'label', order: 'asc' });
  const { facets } = await space.search({ ...everything, facets: [facet] });
  expect(facets[0]!.values.map(({ count }) => count)).toEqual([1]);
  const shown = async (id: string) => (await space.document(id, { documentFacets: ['seen'] })).facets;
  expect([await shown('a'), (await shown('b'))[0]?.values[0]?.label]).toEqual([[], '7']);
});

test('rejects ids with lone surrogates and finds no other document by them', async () => {
  await space.put([{ id: '\ufffd', title: 'Tides' }]);
  const { accepted, refused } = await space.put([{ id: '\ud800' }, { id: '\udc00' }]);
  expect([accepted, refused.map(({ message }) => message)]).toEqual([
    0,
    [expect.stringContaining('surrogate'), expect.stringContaining('surrogate')],
  ]);
  expect([await space.stored('\ud800'), await space.delete('\udc00')]).toEqual([undefined, false]);
  expect((await space.describe()).documents).toBe(1);
});

test('document returns the first thousand positions of a concept', async () => {
  await space.replaceThesaurus(thesaurus(), 'text/turtle');
  const subjects = ['https://example.org/tide'];
  await space.put([{ id: 'a', title: 'Tides', text: 'tide '.repeat(45_000), language: 'en', subjects }]);
  const { concepts } = await space.document('a', { documentFacets: [] });
  expect(concepts[0]!.positions.description).toHaveLength(1000);
});

test('a cancelled document request stops before the end of the text', async () => {
  await space.put([{ id: 'a', title: 'Tides' }]);
  const controller = new AbortController();
  let looks = 0;
  controller.signal.throwIfAborted = () => {
    if (++looks === 2) throw new Error('enough');
  };
  const response = space.document('a', { documentFacets: [] }, controller.signal);
  await expect(response).rejects.toThrow('enough');
  expect(looks).toBe(2);
});

test('extract uses the labels in the language of the text', async () => {
  await space.replaceThesaurus(thesaurus(), 'text/turtle');
  const extracted = async (text: string) =>
    (await space.extract({ text, count: 5 })).map(({ uri }) => uri.split('/').at(-1)).sort();
  expect(await extracted('This is a gift that nobody of the whole family had ever hoped for.')).toEqual([
    'gift',
  ]);
  expect(await extracted('Das ist ein Gift, vor dem sich die Menschen in der Stadt fürchten.')).toEqual([
    'poison',
  ]);
  expect(await extracted('Gezeiten')).toEqual(['tide']);
});

test('years and months are dates in date attributes, and keep their precision', async () => {
  await space.put([
    { id: 'a', issued: '2010', edition: '2010', subjects: [] },
    { id: 'b', issued: '2001-05', edition: '2nd', subjects: [] },
    { id: 'c', issued: '1999-12-31', opened: '1999-12', subjects: [] },
    { id: 'd', issued: 2004, subjects: [] },
  ]);
  const { facets } = await space.describe();
  const kinds = facets.filter(({ uri }) => ['issued', 'edition', 'opened'].includes(uri));
  expect(kinds.map(({ field, kind }) => [field, kind]).sort()).toEqual([
    ['dyn_flt_issued', 'date'],
    ['dyn_flt_opened', 'date'],
    ['dyn_lit_edition', 'literal'],
  ]);
  const from = Date.UTC(2001, 0);
  const selected = [{ field: 'dyn_flt_issued', values: [{ from, to: Date.UTC(2010, 0) }] }];
  const { documents } = await space.search({ ...everything, selected, documentFacets: ['dyn_flt_issued'] });
  const shown = documents.map(({ id, facets: own }) => [id, own[0]?.values[0]?.label]);
  expect(shown.sort()).toEqual([
    ['a', '2010'],
    ['b', '2001-05'],
    ['d', '2004'],
  ]);
});

test('filters an attribute with 200,000 values', async () => {
  const marks = Array.from({ length: 200_000 }, (_, i) => i % 199_999);
  await space.put([{ id: 'a', title: 'Buoys', language: 'en', mark: marks }]);
  const facet = (await space.describe()).facets.find(({ uri }) => uri === 'mark')!;
  const question = { field: facet.field, values: [{ from: 7, to: 7 }] };
  expect((await space.search({ ...everything, selected: [question] })).total).toBe(1);
});

test('train rejects in the calling thread and recommends openSearchSpace', async () => {
  await expect(space.train()).rejects.toThrow(/openSearchSpace/);
});

test('rejects invalid numbers in queries with invalid-number', async () => {
  await space.put([{ id: 'a', title: 'Tides', language: 'en', pages: 5 }]);
  const rejection = (requested: Promise<unknown>) =>
    requested.then(() => 'answered').catch(({ code }) => code);
  const facet: FacetRequest = {
    ...{ field: 'dyn_flt_pages', mode: 'flat', depth: 0, limit: 10 },
    ...{ sorting: 'count', order: 'desc', includeEmpty: false },
  };
  const range = (from: number) => [{ field: 'dyn_flt_pages', values: [{ from, to: null }] }];
  for (const odd of [Number.NaN, -1, 1.5, Number.POSITIVE_INFINITY, 2 ** 60, '3' as unknown as number]) {
    for (const name of ['start', 'count', 'summaryLength'])
      expect(await rejection(space.search({ ...everything, [name]: odd }))).toBe('invalid-number');
    for (const name of ['limit', 'depth'])
      expect(await rejection(space.search({ ...everything, facets: [{ ...facet, [name]: odd }] }))).toBe(
        'invalid-number',
      );
    const related = { id: 'a', count: odd, documentFacets: [], summaryLength: 0 };
    expect(await rejection(space.similar(related))).toBe('invalid-number');
    expect(await rejection(space.recommend(related))).toBe('invalid-number');
    expect(await rejection(space.suggest({ text: 'ti', count: odd }))).toBe('invalid-number');
    expect(await rejection(space.extract({ text: 'Tides', count: odd }))).toBe('invalid-number');
  }
  expect(await rejection(space.search({ ...everything, selected: range(Number.NaN) }))).toBe(
    'invalid-number',
  );
  const dateRange = { from: null, to: Number.NaN };
  expect(await rejection(space.search({ ...everything, dateRange }))).toBe('invalid-number');
  const most = Number.MAX_SAFE_INTEGER;
  const all = { ...everything, count: most, summaryLength: most, facets: [{ ...facet, limit: most }] };
  expect((await space.search({ ...all, selected: range(-Number.POSITIVE_INFINITY) })).total).toBe(1);
});
