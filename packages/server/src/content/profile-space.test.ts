/** Settings of new configurations, derived from the documents of an embedded search space. */
import { defaultSettings } from '@semantic-search/contract';
import { beforeAll, expect, test } from 'vitest';
import { served } from '../../test/support/service.ts';
import { openContent } from '../open-content.ts';

const server = served({}, openContent);
const { call } = server;

const sections = ['Help', 'Help', 'News'];
const page = (index: number) => ({
  id: `urn:page-${index}`,
  title: `Page ${index}`,
  text: 'Refunds and orders.',
  link: `https://shop.example/${index}`,
  section: sections[index % 3],
  tags: ['orders', index % 2 ? 'refunds' : 'delivery'],
  canonical: `https://shop.example/${index}`,
});

const write = (space: string, documents: object[]) =>
  call(
    'POST',
    `/api/spaces/${space}/documents`,
    documents.map((document) => JSON.stringify(document)).join('\n'),
    { 'Content-Type': 'application/x-ndjson' },
  );

const create = async (config: object) => (await call('POST', '/api/configurations', { config })).body;

beforeAll(async () => {
  await write(
    'shop',
    Array.from({ length: 30 }, (_, index) => page(index)),
  );
  await write(
    'archive',
    Array.from({ length: 30 }, (_, index) => ({
      id: `urn:${index}`,
      title: 'Letter',
      date: `${1900 + index}`,
    })),
  );
});

test('a configuration of plain pages has their attributes as facets, and no dates', async () => {
  const { config, errors } = await create({ title: 'Shop', searchSpace: 'shop' });
  expect(errors).toEqual([]);
  expect(config).toMatchObject({
    title: 'Shop',
    visible: false,
    layout: defaultSettings.layout,
    result: { titleAction: 'link', showTags: false, showSimilarDocuments: false, itemsPerPage: 10 },
    filter: {
      facetsToShow: [
        { uri: 'section', title: 'Section', facetMode: 'flat' },
        { uri: 'tags', title: 'Tags', facetMode: 'flat' },
      ],
      componentOrder: ['search', 'facets', 'reset', 'results'],
    },
    details: { showSimilar: false, detailsToShow: [{ uri: 'section' }, { uri: 'tags' }] },
  });
});

test('a configuration of dated documents has the date as a range', async () => {
  const { config } = await create({ title: 'Letters', searchSpace: 'archive' });
  expect(config).toMatchObject({
    result: { titleAction: 'detail_view' },
    filter: { facetsToShow: [{ uri: 'date', title: 'Date', sorting: 'label' }] },
  });
});

test('documents without a language get titles in the language of their texts', async () => {
  await write(
    'museum',
    Array.from({ length: 20 }, (_, index) => ({
      id: `urn:${index}`,
      text: 'Le musée présente des peintures et des sculptures de la région, avec une visite chaque dimanche.',
      author: index % 2 ? 'Jeanne Morel' : 'Paul Vidal',
    })),
  );
  const { config } = await create({ searchSpace: 'museum' });
  expect(config).toMatchObject({ filter: { facetsToShow: [{ uri: 'author', title: 'Auteur' }] } });
});

test.each(['de_DE', 'GER', 'German'])('documents in the language %s get German titles', async (language) => {
  const text = 'Das Museum zeigt Gemälde und Skulpturen aus der Region, mit einer Führung an jedem Sonntag.';
  const authors = Array.from({ length: 20 }, (_, index) => (index % 2 ? 'Ada Kurz' : 'Max Lang'));
  await write(
    language,
    authors.map((author, index) => ({ id: `urn:${index}`, text, language, author })),
  );
  const { config } = await create({ searchSpace: language });
  expect(config).toMatchObject({ filter: { facetsToShow: [{ uri: 'author', title: 'Autor' }] } });
});

test.each([
  ['a missing search space', { searchSpace: 'nowhere' }],
  ['no search space', { title: 'Plain' }],
  ['settings of its own', { searchSpace: 'shop', result: {} }],
])('a configuration with %s has the defaults', async (_what, given) => {
  const { config } = await create(given);
  expect(config).toEqual({ ...defaultSettings, ...given, result: defaultSettings.result });
});

test('the default settings are derived on request only', async () => {
  const path = '/api/configurations/default';
  expect((await call('GET', path)).body).toEqual({ config: defaultSettings });
  const derived = await call('GET', `${path}?searchSpace=shop`);
  const { config } = await create({ searchSpace: 'shop' });
  expect(derived.body).toEqual({ config });
  const known = { 'If-None-Match': derived.headers.get('etag') ?? '' };
  expect((await call('GET', `${path}?searchSpace=shop`, undefined, known)).status).toBe(304);
  expect((await call('GET', `${path}?searchSpace=/etc`)).status).toBe(400);
});
