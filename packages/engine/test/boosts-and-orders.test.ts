/** Boosts and orders by attributes, compared with a model that computes them from the documents. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Boost, SearchQuery } from '../src/api.ts';
import { openSpace } from '../src/search-space.ts';
import type { WritableSpace } from '../src/writable-space.ts';
import { everything } from './support/queries.ts';

const directory = mkdtempSync(join(tmpdir(), 'boosts-'));
let space: WritableSpace;
const DAY = 86_400_000;
const now = Date.UTC(2026, 0, 1);

let state = 7;
const random = (below: number) => {
  state = (state * 48_271) % 2_147_483_647;
  return state % below;
};
const maybe = <Value>(value: Value) => (random(5) === 0 ? undefined : value);

interface Entry {
  id: string;
  date?: string | undefined;
  price?: number | undefined;
  kind?: string | undefined;
}
const entries: Entry[] = Array.from({ length: 300 }, (_, number) => ({
  id: `urn:${String(random(10_000)).padStart(5, '0')}-${number}`,
  date: maybe(new Date(now - (random(1000) - 50) * DAY).toISOString()),
  price: maybe(random(40) * (random(10) === 0 ? 100 : 1)),
  kind: maybe(['guide', 'archive', 'Ärmel', 'news', 'zebra'][random(5)]!),
}));

beforeAll(async () => {
  space = await openSpace(directory);
  const words = ['stone', 'stone river', 'river stone stone', 'river'];
  const documents = entries.map((entry, number) => ({
    ...entry,
    title: words[number % 4]!,
    description: 'stone',
  }));
  // Several segments and deleted documents.
  for (let begin = 0; begin < documents.length; begin += 60)
    await space.put(documents.slice(begin, begin + 60) as never);
  await space.put(documents.slice(0, 20) as never);
});
afterAll(async () => {
  await space.close();
  rmSync(directory, { recursive: true });
});

const all: SearchQuery = { ...everything, count: 1000 };
const weightOf = () => random(20) / 10;

function randomBoost(): Boost {
  switch (random(4)) {
    case 0:
      return { field: 'date', type: 'recency', weight: weightOf(), halfLife: (1 + random(400)) * DAY, now };
    case 1:
      return {
        field: 'price',
        type: 'number',
        weight: weightOf(),
        scale: random(2) === 0 ? 'log' : 'linear',
      };
    case 2:
      return {
        field: 'kind',
        type: 'value',
        factors: { guide: 1.5, archive: 0.5, [['news', 'gone'][random(2)]!]: weightOf() + 0.1 },
      };
    default:
      return { field: 'unknown', type: 'number', weight: 3, scale: 'linear' };
  }
}

const prices = entries.flatMap(({ price }) => price ?? []).sort((a, b) => a - b);
const large = prices[Math.ceil(0.95 * prices.length) - 1]!;

function modelFactor({ date, price, kind }: Entry, boost: Boost): number {
  if (boost.type === 'value') return boost.factors[kind ?? ''] ?? 1;
  if (boost.type === 'recency') {
    if (!date) return 1;
    return 1 + boost.weight * 2 ** (-Math.max(0, now - Date.parse(date)) / boost.halfLife);
  }
  if (boost.field === 'unknown' || price === undefined) return 1;
  const share = boost.scale === 'log' ? Math.log(1 + price) / Math.log(1 + large) : price / large;
  return 1 + boost.weight * Math.min(1, share);
}

test('200 random boosts multiply scores as the formula says, and neither add nor remove results', async () => {
  for (let round = 0; round < 200; round++) {
    const boosts = Array.from({ length: 1 + random(3) }, randomBoost);
    const input = ['stone', 'river', 'stone river', ''][random(4)]!;
    const plain = await space.search({ ...all, input });
    const boosted = await space.search({ ...all, input, boosts, explain: true });
    expect(boosted.total).toBe(plain.total);
    const scores = new Map(plain.documents.map(({ id, score }) => [id, input === '' ? 1 : score]));
    for (const { id, score, boosts: factors } of boosted.documents) {
      const entry = entries.find((each) => each.id === id)!;
      const expected = boosts.map((boost) => modelFactor(entry, boost));
      expect(factors!.map(({ factor }) => factor)).toEqual(
        expected.map((factor) => expect.closeTo(factor, 6)),
      );
      const product = expected.reduce((one, other) => one * other, scores.get(id)!);
      expect(score / product).toBeCloseTo(1, 4);
    }
    const order = boosted.documents.map(({ score }) => score);
    expect(order).toEqual(order.toSorted((a, b) => b - a));
  }
});

const byId = (a: Entry, b: Entry) => Buffer.compare(Buffer.from(a.id), Buffer.from(b.id));

test('200 random orders equal the model page by page, with missing values last and ties by ID', async () => {
  for (let round = 0; round < 200; round++) {
    const field = (['date', 'price', 'kind'] as const)[random(3)]!;
    const direction = random(2) === 0 ? 'asc' : 'desc';
    const keyOf = (entry: Entry) => (field === 'date' ? entry.date && Date.parse(entry.date) : entry[field]);
    const sign = direction === 'asc' ? 1 : -1;
    const expected = entries.toSorted((a, b) => {
      const [one, other] = [keyOf(a), keyOf(b)];
      if (one === undefined || other === undefined)
        return Number(one === undefined) - Number(other === undefined) || byId(a, b);
      const difference =
        typeof one === 'number'
          ? one - (other as number)
          : Buffer.compare(Buffer.from(one), Buffer.from(`${other}`));
      return sign * difference || byId(a, b);
    });
    const start = random(280);
    const query = { ...all, sort: { field, direction }, start, count: 1 + random(40) } as const;
    const { documents } = await space.search(query);
    expect(documents.map(({ id }) => id)).toEqual(
      expected.slice(start, start + query.count).map(({ id }) => id),
    );
  }
});

test('pages have no gap or repetition while other documents are written and documents change', async () => {
  const seen: string[] = [];
  for (let start = 0; start < 300; start += 30) {
    const sort = { field: 'price', direction: 'asc' } as const;
    const filter = [{ field: 'kind', values: [{ label: 'other' }] }];
    const { documents } = await space.search({ ...all, sort, start, count: 30, excluded: filter });
    seen.push(...documents.map(({ id }) => id));
    const changed = entries[random(300)]!;
    await space.put([{ ...changed, title: 'river stone', description: 'stone' } as never]);
    await space.put([{ id: `urn:new-${start}`, title: 'stone', kind: 'other', price: 0 }]);
  }
  expect(new Set(seen).size).toBe(300);
  expect(seen).toHaveLength(300);
});

test('an order by an unknown attribute or a concept facet is rejected', async () => {
  const sort = { field: 'nothing', direction: 'asc' } as const;
  await expect(space.search({ ...all, sort })).rejects.toMatchObject({
    code: 'unknown-facet',
    path: 'sort.field',
  });
});
