import { readdirSync } from 'node:fs';
import { ConfigurationSettings, defaultSettings } from '@semantic-search/contract';
import { expect, test } from 'vitest';
import { validationErrors } from '../validation.ts';
import commonTitles from './common-titles.json' with { type: 'json' };
import { deriveSettings, type FacetProfile, type SpaceProfile } from './derive-settings.ts';

const facet = (uri: string, more: Partial<FacetProfile> = {}): FacetProfile => ({
  uri,
  label: uri,
  kind: 'literals',
  values: 5,
  frequent: 5,
  mostFrequent: 20,
  withValue: 100,
  ...more,
});

function derive(facets: FacetProfile[], more: Partial<SpaceProfile> = {}) {
  const derived = deriveSettings({
    documents: 100,
    hasDates: false,
    linkShare: 0,
    languages: [],
    facets,
    ...more,
  });
  expect(validationErrors(ConfigurationSettings, { ...defaultSettings, ...derived })).toEqual([]);
  return derived;
}

const shown = (facets: FacetProfile[], more: Partial<SpaceProfile> = {}) =>
  derive(facets, more).filter.facetsToShow.map(({ uri }) => uri);

test('shows trees, then lists with few values first, then ranges', () => {
  const facets = [
    facet('price', { kind: 'range', values: 9 }),
    facet('tags', { values: 40 }),
    facet('section', { values: 3 }),
    facet('urn:kinds', { kind: 'tree', values: 1 }),
    facet('urn:places', { kind: 'concepts', values: 30 }),
  ];
  expect(shown(facets)).toEqual(['urn:kinds', 'urn:places', 'section', 'tags', 'price']);
  expect(derive(facets).filter.facetsToShow).toMatchObject([
    { facetMode: 'hierarchical' },
    { facetMode: 'flat', searchable: true },
    { facetMode: 'flat', searchable: false, title: 'Section' },
    { facetMode: 'flat', searchable: true },
    { facetMode: 'flat', sorting: 'label', sortingOrder: 'asc', maximumTerms: 100 },
  ]);
});

test('shows breadcrumbs only if there is no tree of categories', () => {
  const tree = facet('urn:semantic-search:categories', { kind: 'tree', values: 4 });
  const settings = derive([tree, facet('breadcrumbs'), facet('categories'), facet('tags')]);
  expect(settings.filter.facetsToShow.map(({ uri }) => uri)).toEqual([tree.uri, 'tags']);
  expect(settings.details.detailsToShow.map(({ uri }) => uri)).toEqual([tree.uri, 'tags']);
  expect(shown([facet('breadcrumbs')])).toEqual(['breadcrumbs']);
});

test('shows no facet with one value, too many values, different values in each document, or few documents', () => {
  expect(
    shown([
      facet('language', { values: 1, frequent: 1 }),
      facet('kind', { frequent: 1 }),
      facet('author', { values: 101 }),
      facet('isbn', { mostFrequent: 1 }),
      facet('award', { withValue: 4 }),
    ]),
  ).toEqual([]);
});

test('shows every thesaurus, in a language of the documents', () => {
  const rare = { values: 3, frequent: 0, mostFrequent: 1, withValue: 3 };
  const facets = [facet('urn:kinds', { kind: 'concepts', ...rare }), facet('author'), facet('section')];
  const titles = derive(facets, { languages: ['de'] }).filter.facetsToShow.map(({ title }) => title);
  expect(titles).toEqual(['Urn:kinds', 'Autor', 'Section']);
});

test('titles of common facets are in each language of the documents, in English for other languages', () => {
  const author = facet('author');
  const titles = (...languages: string[]) => {
    const [{ title, titles } = {}] = derive([author], { languages }).filter.facetsToShow;
    return { title, titles };
  };
  expect(titles()).toEqual({ title: 'Author', titles: undefined });
  expect(titles('th')).toEqual({ title: 'Author', titles: undefined });
  expect(titles('de-AT')).toEqual({ title: 'Autor', titles: undefined });
  expect(titles('zh-TW', 'th', 'no', 'zh')).toEqual({
    title: '作者',
    titles: { no: 'Forfatter', zh: '作者' },
  });
  expect(derive([author], { languages: ['fa', 'en'] }).details.detailsToShow[0]).toMatchObject({
    title: 'نویسنده',
    titles: { en: 'Author' },
  });
});

test('common facets have titles in all languages of the widgets', () => {
  const files = readdirSync(new URL('../../../widgets/src/locale/languages', import.meta.url));
  const languages = files.map((file) => file.replace('.json', ''));
  for (const titles of Object.values(commonTitles))
    expect(Object.keys(titles)).toEqual(expect.arrayContaining(languages));
});

test('a range needs a tenth of the documents', () => {
  const date = facet('date', { kind: 'range', withValue: 9 });
  expect([shown([date]), shown([{ ...date, withValue: 10 }])]).toEqual([[], ['date']]);
});

test('shows at most eight facets', () => {
  expect(shown(Array.from({ length: 20 }, (_, index) => facet(`a${index}`)))).toHaveLength(8);
});

test('shows dates only if documents have them, as a facet rather than as a date filter', () => {
  const date = facet('date', { kind: 'range' });
  expect(derive([]).filter.componentOrder).toEqual(['search', 'facets', 'reset', 'results']);
  expect(derive([date], { hasDates: true }).filter).toMatchObject({
    facetsToShow: [{ uri: 'date', title: 'Date' }],
    componentOrder: ['search', 'facets', 'reset', 'results'],
  });
  expect(derive([], { hasDates: true }).filter.componentOrder).toContain('date');
});

test('opens the page if nine of ten documents have a link', () => {
  expect(derive([], { linkShare: 0.9 }).result.titleAction).toBe('link');
  expect(derive([], { linkShare: 0.8 }).result.titleAction).toBe('detail_view');
});

test('offers tags, similar documents and highlighted concepts only with concepts', () => {
  const offers = ({ result, details }: ReturnType<typeof derive>) => [
    result.showTags,
    result.showSimilarDocuments,
    details.showSimilar,
    details.showConceptHighlighting,
  ];
  expect(offers(derive([facet('tags')]))).toEqual([false, false, false, false]);
  expect(offers(derive([facet('urn:kinds', { kind: 'tree' })]))).toEqual([true, true, true, true]);
});

test('details include attributes that are no facets, with readable titles', () => {
  const { detailsToShow } = derive([
    facet('publication_year', { kind: 'range' }),
    facet('isbn', { mostFrequent: 1, values: 101 }),
  ]).details;
  expect(detailsToShow).toEqual([
    { uri: 'isbn', title: 'Isbn', show: true, refId: 'isbn' },
    { uri: 'publication_year', title: 'Publication year', show: true, refId: 'publication_year' },
  ]);
});

test('details exclude attributes with the same value in all documents', () => {
  const language = facet('language', { values: 1, mostFrequent: 100 });
  const uris = (facets: FacetProfile[], documents: number) =>
    derive(facets, { documents }).details.detailsToShow.map(({ uri }) => uri);
  expect(uris([language, facet('section')], 100)).toEqual(['section']);
  const type = facet('type', { values: 1, mostFrequent: 100 });
  expect(uris([language, type], 101)).toEqual(['type']);
  expect(uris([{ ...language, withValue: 1 }], 1)).toEqual(['language']);
});

test('cuts long names between characters', () => {
  const { title } = derive([facet(`${'x'.repeat(150)}${'😀'.repeat(200)}`)]).filter.facetsToShow[0]!;
  expect(title.isWellFormed()).toBe(true);
});
