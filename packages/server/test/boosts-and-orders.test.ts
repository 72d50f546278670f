/** Boosts and orders of configurations over HTTP. */
import { beforeAll, expect, test } from 'vitest';
import { openContent } from '../src/open-content.ts';
import { secrets } from './support/forged-tokens.ts';
import { type Json, keysOf } from './support/server.ts';
import { served } from './support/service.ts';

const server = served(secrets, openContent);
const day = 86_400_000;
const dateOf = (age: number) => new Date(Date.now() - age * day).toISOString();

beforeAll(async () => {
  const documents = [
    { id: 'urn:old', title: 'Stone', date: dateOf(3650), price: 3, kind: 'guide' },
    { id: 'urn:new', title: 'Stone', date: dateOf(1), price: 20, kind: 'archive' },
    { id: 'urn:bare', title: 'Stone' },
  ];
  const lines = documents.map((document) => JSON.stringify(document)).join('\n');
  await server.call('POST', '/api/spaces/shop/documents', lines, { 'Content-Type': 'application/x-ndjson' });
});

const configure = (ranking: object) => server.created({ title: 'Shop', searchSpace: 'shop', ranking });
const idsOf = ({ result }: Json) => (result as unknown as { id: string }[]).map(({ id }) => id.slice(4));

test('boosts of the configuration order results, and explain names their factors', async () => {
  const kinds = { uri: 'kind', type: 'value', values: { guide: 3, archive: 0.5 } };
  const recent = { uri: 'date', type: 'recency', halfLife: 'P1Y', weight: 1 };
  const { body } = await server.call('POST', `${await configure({ boosts: [kinds, recent] })}/search`, {
    input: 'stone',
    explain: true,
  });
  expect(idsOf(body)).toEqual(['old', 'bare', 'new']);
  const results = body.result as unknown as { score: number; boosts: { uri: string; factor: number }[] }[];
  expect(results[0]!.boosts).toEqual([
    { uri: 'kind', factor: 3, formula: 'largest factor of a value' },
    { uri: 'date', factor: expect.closeTo(1, 2), formula: '1 + 1 × 2^(−age ÷ P1Y)' },
  ]);
  expect(results[2]!.boosts[1]!.factor).toBeCloseTo(2, 1);
  // The texts of the first and the last are equally long, so their words count the same.
  const [one, , other] = results.map(({ score, boosts }) =>
    boosts.reduce((words, { factor }) => words / factor, score),
  );
  expect(one! / other!).toBeCloseTo(1, 5);
});

test('requests sort by the attributes that the configuration offers, and by no others', async () => {
  const sorts = [{ uri: 'price', direction: 'asc', title: 'Price', titles: { de: 'Preis' } }];
  const path = await configure({ sorts, defaultSort: 'price' });
  const sorted = async (sort?: object) => idsOf((await server.call('POST', `${path}/search`, { sort })).body);
  expect(await sorted()).toEqual(['old', 'new', 'bare']);
  expect(await sorted({ field: 'price', direction: 'desc' })).toEqual(['new', 'old', 'bare']);
  expect(await sorted({ field: 'date' })).toEqual(['new', 'old', 'bare']);
  const other = await server.call('POST', `${path}/search`, { sort: { field: 'kind' } });
  expect([other.status, keysOf(other)]).toEqual([400, ['sort.field']]);
});

test('invalid boosts and orders are reported by their keys', async () => {
  const invalid = [
    [{ boosts: [{ uri: 'date', type: 'recency', halfLife: 'P0D' }] }, 'ranking.boosts[0].halfLife'],
    [{ boosts: [{ uri: 'date', type: 'recency', weight: -1 }] }, 'ranking.boosts[0].weight'],
    [{ boosts: [{ uri: 'price', type: 'magic' }] }, 'ranking.boosts[0].type'],
    [{ boosts: [{ uri: 'kind', type: 'value', values: { guide: 0 } }] }, 'ranking.boosts[0].values.guide'],
    [{ boosts: [{ uri: 'nothing', type: 'number' }] }, 'ranking.boosts[0].uri'],
    [{ sorts: [{ uri: 'nothing', direction: 'asc', title: 'Nothing' }] }, 'ranking.sorts[0].uri'],
    [
      { sorts: Array.from({ length: 21 }, () => ({ uri: 'price', direction: 'asc', title: 'P' })) },
      'ranking.sorts',
    ],
  ] as const;
  for (const [ranking, key] of invalid) {
    const config = { title: 'X', searchSpace: 'shop', ranking };
    expect(keysOf(await server.call('POST', '/api/configurations', { config }))).toContain(key);
  }
});
