/** Curation over HTTP: random rules against a model, conditions, and conflicts. */
import type { CurationRule, SearchRequest } from '@semantic-search/contract';
import { beforeAll, expect, it } from 'vitest';
import {
  compareCuratedSearches,
  configOfZoo,
  curatedSearches,
  idsOf,
  putZoo,
  searchIn,
} from '../../test/conformance/curated-searches.ts';
import { explainDocuments } from '../../test/conformance/explained-searches.ts';
import { served } from '../../test/support/service.ts';
import { openContent } from '../open-content.ts';

const server = served({}, openContent);
const { call, created } = server;

let plain: string;

beforeAll(async () => {
  await putZoo(server);
  plain = await created(configOfZoo);
});

const curated = (curation: unknown[]) => created({ ...configOfZoo, curation });
const search = (path: string, request: SearchRequest) => searchIn(server, path, request);

it(
  `places, hides, counts and pages ${curatedSearches} random searches as a model does`,
  {
    timeout: 1_200_000,
  },
  () => compareCuratedSearches(server),
);

it('says why documents are missing', () => explainDocuments(server));

it('pages through curated results without gap and repetition', async () => {
  const pin = [3, 7, 8, 200].map((position, index) => ({ id: `urn:doc:${50 + index}`, position }));
  const path = await curated([{ name: 'pins', when: {}, pin }]);
  const pages = [];
  for (let start = 0; start < 60; start += 7) pages.push(...idsOf(await search(path, { start, count: 7 })));
  expect(new Set(pages).size).toBe(60);
  expect([pages[2], pages[6], pages[7], pages[59]]).toEqual(pin.map(({ id }) => id));
});

it('leaves the order of another sort to the visitor, but hides', async () => {
  const path = await curated([
    { name: 'x', when: {}, pin: [{ id: 'urn:doc:59', position: 1 }], hide: ['urn:doc:0'] },
  ]);
  const sorted = idsOf(await search(path, { sort: { field: 'title' }, count: 100 }));
  expect(sorted[0]).not.toBe('urn:doc:59');
  expect(sorted).toHaveLength(59);
});

it('pins nothing that the scope of the configuration hides', async () => {
  const path = await created({
    searchSpace: 'zoo',
    scope: { include: [{ uri: 'kind', values: ['kind 0'] }] },
    curation: [
      { name: 'x', when: {}, pin: [1, 3].map((number) => ({ id: `urn:doc:${number}`, position: number })) },
    ],
  });
  const found = await search(path, { count: 100 });
  expect(found.total).toBe(20);
  expect(idsOf(found)).not.toContain('urn:doc:1');
  expect(idsOf(found)[2]).toBe('urn:doc:3');
});

it.each<[string, CurationRule['when'], SearchRequest, boolean]>([
  ['equal words', { match: 'equals', query: 'Öffnungs  Zeiten' }, { input: ' offnungs zeiten' }, true],
  ['more words', { match: 'equals', query: 'opening' }, { input: 'opening hours' }, false],
  ['a contained word', { match: 'contains', query: 'hours' }, { input: 'opening hours today' }, true],
  ['a part of a word', { match: 'contains', query: 'hour' }, { input: 'opening hours' }, false],
  ['the beginning', { match: 'startsWith', query: 'open' }, { input: 'opening hours' }, true],
  ['quotation marks', { match: 'equals', query: 'opening hours' }, { input: '"opening hours"' }, true],
  ['apostrophes', { match: 'equals', query: "darwin's finch" }, { input: '‘Darwin’s finch’' }, true],
  ['a question', { match: 'contains', query: 'opening hours' }, { input: '¿Opening hours?! When' }, true],
  ['brackets', { match: 'equals', query: 'hours (today)' }, { input: 'hours, today…' }, true],
  ['dots in words', { match: 'equals', query: 'node js' }, { input: 'node.js' }, false],
  ['a sign of a name', { match: 'equals', query: 'c' }, { input: 'C++' }, false],
  ['one sign more', { match: 'equals', query: 'c+' }, { input: 'C++' }, false],
  ['marks that a search ignores', { match: 'equals', query: 'hours' }, { input: '「hours」*' }, true],
  ['words joined by a slash', { match: 'contains', query: 'hours' }, { input: 'opening/hours' }, true],
  ['an excluded word', { match: 'contains', query: 'hours' }, { input: 'opening -hours' }, false],
  ['pictographs', { match: 'contains', query: '🍕' }, { input: 'hot 🍕!' }, true],
  ['words without spaces', { match: 'contains', query: '博物館' }, { input: '東京博物館の時間' }, true],
  ['other signs', { match: 'contains', query: '博物館' }, { input: '東京の時間' }, false],
  ['no text', { match: 'empty' }, { input: '  ' }, true],
  ['some text', { match: 'empty' }, { input: 'a' }, false],
  ['its language', { language: 'de' }, { language: 'de-AT' }, true],
  ['another language', { language: 'de' }, { language: 'den' }, false],
  ['no language', { language: 'de' }, {}, false],
  [
    'its facet',
    { field: 'kind', value: 'kind 1' },
    { selectedFacets: [{ field: 'kind', label: 'kind 1' }] },
    true,
  ],
  [
    'another value',
    { field: 'kind', value: 'kind 1' },
    { selectedFacets: [{ field: 'kind', label: 'kind 2' }] },
    false,
  ],
  ['no facet', { field: 'kind' }, {}, false],
  ['a time before', { until: '2020-01-01T00:00:00Z' }, {}, false],
  ['a time after', { from: '2999-01-01T00:00:00Z' }, {}, false],
  ['a leap second in the past', { from: '2016-12-31T23:59:60Z' }, {}, true],
  ['a leap second as the end', { until: '2016-12-31T23:59:60Z' }, {}, false],
  ['the time between', { from: '2020-01-01T00:00:00Z', until: '2999-01-01T00:00:00Z' }, {}, true],
])('compares a condition with %s', async (_name, when, request, applies) => {
  const path = await curated([{ name: 'banner', when, banner: { text: 'Hello' } }]);
  const { banner, rules } = await search(path, request);
  expect(banner).toEqual(applies ? { text: 'Hello' } : undefined);
  expect(rules).toEqual(applies ? ['banner'] : undefined);
});

it('knows the concepts of the input', async () => {
  const turtle =
    '<urn:cat> a <http://www.w3.org/2004/02/skos/core#Concept>; <http://www.w3.org/2004/02/skos/core#prefLabel> "big cat"@en .';
  await call('PUT', '/api/spaces/zoo/thesaurus', turtle, { 'Content-Type': 'text/turtle' });
  const path = await curated([
    {
      name: 'cats',
      when: { concept: 'urn:cat' },
      pin: [{ id: 'urn:doc:9', position: 1 }],
      redirect: 'https://cats.example/',
    },
  ]);
  const found = await search(path, { input: 'a big cat', language: 'en' });
  expect(found).toMatchObject({ redirect: 'https://cats.example/', rules: ['cats'] });
  expect(idsOf(found)[0]).toBe('urn:doc:9');
  expect((await search(path, { input: 'dog', language: 'en' })).redirect).toBeUndefined();
});

it('does not apply disabled rules, and lets the earlier of two rules win', async () => {
  const path = await curated([
    { name: 'off', when: {}, enabled: false, redirect: 'https://off.example/' },
    { name: 'first', when: {}, redirect: 'https://first.example/', hide: ['urn:doc:1'] },
    {
      name: 'second',
      when: {},
      redirect: 'https://second.example/',
      pin: [{ id: 'urn:doc:1', position: 1 }],
    },
  ]);
  const found = await search(path, { count: 100 });
  expect(found.redirect).toBe('https://first.example/');
  expect(idsOf(found)).not.toContain('urn:doc:1');
});

it('reports invalid rules and conflicts when they are saved', async () => {
  const rules = [
    { name: 'a', when: { match: 'equals', query: 'x' }, pin: [{ id: 'urn:doc:1', position: 1 }] },
    { name: 'b', when: { match: 'equals', query: ' X ' }, hide: ['urn:doc:1'] },
    { name: 'a', when: { match: 'contains' } },
    { name: 'c', when: { from: '2026-02-01T00:00:00Z', until: '2026-01-01T00:00:00Z' } },
    { name: 'script', when: {}, redirect: 'javascript:alert(1)' },
    { name: 'far', when: {}, pin: [{ id: 'urn:doc:1', position: 0 }] },
    { name: 'unknown', when: { weather: 'rain' } },
  ];
  const { body } = await call('PUT', plain, { config: { curation: rules } });
  const errors = body.errors as unknown as { key: string; message: string }[];
  expect(errors.map(({ key }) => key).sort()).toEqual([
    'curation[1].hide',
    'curation[2].name',
    'curation[2].when.query',
    'curation[3].when.until',
    'curation[4].redirect',
    'curation[5].pin[0].position',
    'curation[6].when.weather',
  ]);
  expect(errors.find(({ key }) => key === 'curation[1].hide')?.message).toBe(
    'is saved, but the earlier rule "a" pins urn:doc:1',
  );
  const many = Array.from({ length: 501 }, (_, index) => ({ name: `${index}`, when: {} }));
  const refused = await call('PUT', await created(), { config: { curation: many } });
  expect(refused.body.errors).toMatchObject([{ key: 'curation', message: expect.stringContaining('500') }]);
  await call('PUT', plain, { config: { curation: [] } });
});

it('reports rules that a more general one before them makes useless, but no exceptions', async () => {
  const pin = (id: string) => [{ id: `urn:doc:${id}`, position: 1 }];
  const conflicts = async (...conditions: [when: object, other: object]) => {
    const [first, second] = conditions;
    const curation = [
      { name: 'first', when: first, pin: pin('1') },
      { name: 'second', when: second, pin: pin('2') },
    ];
    const { body } = await call('PUT', plain, { config: { curation } });
    return ((body.errors ?? []) as unknown as { message: string }[]).map(({ message }) => message);
  };
  const conflict = ['is saved, but the earlier rule "first" pins another document at position 1'];
  const [contains, equals] = [
    { match: 'contains', query: 'Owl' },
    { match: 'equals', query: 'owl, barn' },
  ];
  expect(await conflicts(contains, equals)).toEqual(conflict);
  expect(await conflicts(equals, contains)).toEqual([]);
  expect(await conflicts({}, contains)).toEqual(conflict);
  expect(await conflicts(contains, { match: 'contains', query: 'owls' })).toEqual([]);
  expect(await conflicts(contains, { ...contains, language: 'de' })).toEqual(conflict);
  expect(await conflicts({ ...contains, language: 'de' }, contains)).toEqual([]);
  expect(await conflicts({ match: 'empty' }, equals)).toEqual([]);
  await call('PUT', plain, { config: { curation: [] } });
});

it('reports conditions without effect, and says how a time is written', async () => {
  const rules = [
    { name: 'no words', when: { match: 'equals', query: '***' } },
    { name: 'no match', when: { query: 'x' } },
    { name: 'odd date', when: { until: '31.05.2026' } },
  ];
  const { body } = await call('PUT', plain, { config: { curation: rules } });
  expect(body.errors).toMatchObject([
    { key: 'curation[2].when.until', message: expect.stringMatching(/^must be a date,.* ISO 8601/) },
    { key: 'curation[0].when.query', message: 'is saved, but the rule never applies without `query`' },
    { key: 'curation[1].when.match', message: 'is saved, but `query` has no effect without `match`' },
  ]);
  await call('PUT', plain, { config: { curation: [] } });
});

it('reports pins of one rule at one position, and documents that it pins and hides', async () => {
  const pin = ['urn:doc:1', 'urn:doc:2'].map((id) => ({ id, position: 3 }));
  const { body } = await call('PUT', plain, {
    config: { curation: [{ name: 'both', when: {}, pin, hide: ['urn:doc:1'] }] },
  });
  const twice = {
    key: 'curation[0].pin',
    message: 'is saved, but the rule pins another document at position 3',
  };
  const hidden = { key: 'curation[0].hide', message: 'is saved, but the rule pins urn:doc:1' };
  expect(body.errors).toEqual([twice, twice, hidden]);
  await call('PUT', plain, { config: { curation: [] } });
});

it('reports documents of rules that the search space does not have', async () => {
  const pin = ['urn:doc:1', 'urn:gone'].map((id, index) => ({ id, position: index + 1 }));
  const rules = [{ name: 'pins', when: {}, pin, hide: ['urn:doc:2', 'urn:never'] }];
  const { body } = await call('PUT', plain, { config: { curation: rules } });
  const message = 'is saved, but no document of the search space zoo has this id';
  expect(body.errors).toEqual([
    { key: 'curation[0].pin[1].id', message },
    { key: 'curation[0].hide[1]', message },
  ]);
  await call('PUT', plain, { config: { curation: [] } });
});

it('shows no rules to the pages of visitors', async () => {
  const path = await curated([{ name: 'secret', when: {}, hide: ['urn:doc:1'] }]);
  const { token } = await server.issuer.publishable({
    name: 'page',
    configurations: [Number(path.split('/').at(-1))],
    lifetime: 60,
  });
  const { body } = await call('GET', path, undefined, { Authorization: `Bearer ${token}` });
  expect(JSON.stringify(body)).not.toContain('urn:doc:1');
});
