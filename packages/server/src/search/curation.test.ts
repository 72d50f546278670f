/** Curation over HTTP: random rules against a model, conditions, and conflicts. */
import type { CurationRule, SearchRequest } from '@semantic-search/contract';
import { beforeAll, expect, it } from 'vitest';
import { served } from '../../test/support/service.ts';
import { randomNumbers } from '../../test/support/visits.ts';
import { openContent } from '../open-content.ts';

const server = served({}, openContent);
const { call, created } = server;

const words = ['puma', 'otter', 'wolf', 'zebra'];
const documents = Array.from({ length: 60 }, (_, index) => ({
  id: `urn:doc:${index}`,
  title: `Document ${index} ${words[index % 4]}`,
  description: words.filter((_word, bit) => index & (1 << bit)).join(' '),
  kind: `kind ${index % 3}`,
}));

const facetsToShow = [{ uri: 'kind', title: 'Kind' }];
let plain: string;

beforeAll(async () => {
  const lines = documents.map((document) => JSON.stringify(document)).join('\n');
  const sent = { 'Content-Type': 'application/x-ndjson' };
  const { status } = await call('POST', '/api/spaces/zoo/documents', lines, sent);
  expect(status).toBe(200);
  plain = await created({ searchSpace: 'zoo', filter: { facetsToShow } });
});

const curated = (curation: unknown[]) => created({ searchSpace: 'zoo', filter: { facetsToShow }, curation });

interface Found {
  total: number;
  result: { id: string }[];
  facets: { facets: { label: string; count: number }[] }[];
  redirect?: string;
  banner?: { text: string };
  rules?: string[];
}

async function search(path: string, request: SearchRequest): Promise<Found> {
  const { status, body } = await call('POST', `${path}/search`, request);
  expect(status).toBe(200);
  return body as never;
}

const idsOf = ({ result }: Found) => result.map(({ id }) => id);
const kindOf = (id: string) => documents.find((document) => document.id === id)?.kind;

/** The curated list, built naively from the list without rules. */
function model(base: readonly string[], rules: readonly CurationRule[], kinds: readonly string[]) {
  const pins: { id: string; position: number }[] = [];
  const hidden: string[] = [];
  for (const rule of rules) {
    for (const pin of rule.pin ?? [])
      if (
        !hidden.includes(pin.id) &&
        !pins.some(({ id, position }) => id === pin.id || position === pin.position)
      )
        pins.push(pin);
    for (const id of rule.hide ?? []) if (!pins.some((pin) => pin.id === id)) hidden.push(id);
  }
  const passes = (id: string) =>
    kindOf(id) !== undefined && (kinds.length === 0 || kinds.includes(kindOf(id)!));
  const eligible = pins.filter(({ id }) => passes(id)).sort((a, b) => a.position - b.position);
  const list = base.filter((id) => !hidden.includes(id) && !eligible.some((pin) => pin.id === id));
  for (const { id, position } of eligible) list.splice(position - 1, 0, id);
  return list;
}

it('places, hides, counts and pages 2,000 random searches as a model does', async () => {
  const random = randomNumbers(11);
  const below = (limit: number) => Math.floor(random() * limit);
  // Some ids do not exist.
  const anyId = () => `urn:doc:${below(66)}`;
  const several = <Value>(most: number, make: () => Value) => Array.from({ length: below(most + 1) }, make);
  for (let round = 0; round < 80; round += 1) {
    const rules: CurationRule[] = Array.from({ length: 1 + below(3) }, (_, index) => ({
      name: `rule ${index}`,
      when: {},
      pin: several(4, () => ({ id: anyId(), position: 1 + below(random() < 0.2 ? 90 : 15) })),
      hide: several(3, anyId),
    }));
    const path = await curated(rules);
    for (let search_ = 0; search_ < 25; search_ += 1) {
      const kinds = [...new Set(several(2, () => `kind ${below(3)}`))];
      const request: SearchRequest = {
        input: [...new Set(several(2, () => words[below(4)]!))].join(' '),
        selectedFacets: kinds.map((label) => ({ field: 'kind', label })),
      };
      const base = idsOf(await search(plain, { ...request, count: 100 }));
      const expected = model(base, rules, kinds);
      const [start, count] = [below(70), below(12)];
      const page = await search(path, { ...request, start, count });
      const about = JSON.stringify({ rules, request, start, count });
      expect(idsOf(page), about).toEqual(expected.slice(start, start + count));
      expect(page.total, about).toBe(expected.length);
      if (kinds.length > 0) continue;
      const counted = Object.fromEntries(
        page.facets[0]!.facets.map(({ label, count: number }) => [label, number]),
      );
      const naive = Object.fromEntries(
        [...Map.groupBy(expected, (id) => kindOf(id)!)].map(([kind, group]) => [kind, group.length]),
      );
      expect(counted, about).toEqual(naive);
    }
  }
});

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
