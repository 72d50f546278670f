/** Boosts and orders by attributes, compared with a model that computes them from the documents. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchQuery } from '../src/api.ts';
import { openSpace } from '../src/search-space.ts';
import type { WritableSpace } from '../src/writable-space.ts';
import {
  boostRounds,
  documents,
  entries,
  inModelOrder,
  modelFactor,
  type Paged,
  pagedDuringInsertions,
  pagedDuringWrites,
  random,
  randomBoost,
  randomSort,
} from './support/boosted-entries.ts';
import { boostFactors, everything } from './support/queries.ts';

const directory = mkdtempSync(join(tmpdir(), 'boosts-'));
let space: WritableSpace;

beforeAll(async () => {
  space = await openSpace(directory);
  // Several segments and deleted documents.
  for (let begin = 0; begin < documents.length; begin += 60)
    await space.put(documents.slice(begin, begin + 60));
  await space.put(documents.slice(0, 20));
});
afterAll(async () => {
  await space.close();
  rmSync(directory, { recursive: true });
});

const all: SearchQuery = { ...everything, count: 1000 };
const entryOf = new Map(entries.map((entry) => [entry.id, entry]));

test('random boosts multiply scores as the formula says, and neither add nor remove results', async () => {
  const different: object[] = [];
  for (let round = 0; round < boostRounds; round++) {
    const boosts = Array.from({ length: 1 + random(3) }, randomBoost);
    const input = ['stone', 'river', 'stone river', ''][random(4)]!;
    const plain = await space.search({ ...all, input });
    const boosted = await space.search({ ...all, input, boosts, explain: true });
    expect(boosted.total).toBe(plain.total);
    const scores = new Map(plain.documents.map(({ id, score }) => [id, input === '' ? 1 : score]));
    for (const { id, score, parts } of boosted.documents) {
      const factors = boostFactors(parts);
      const expected = boosts.map((boost) => modelFactor(entryOf.get(id)!, boost));
      const product = expected.reduce((one, other) => one * other, scores.get(id)!);
      const differences = factors.map((factor, i) => Math.abs(factor - expected[i]!));
      if (Math.max(...differences) > 1e-6 || Math.abs(score / product - 1) > 1e-4)
        different.push({ id, factors, expected });
    }
    expect(different).toEqual([]);
    const order = boosted.documents.map(({ score }) => score);
    expect(order).toEqual(order.toSorted((a, b) => b - a));
  }
});

test('random orders equal the model page by page, with missing values last and ties by ID', async () => {
  for (let round = 0; round < boostRounds; round++) {
    const [sort, start, count] = [randomSort(), random(280), 1 + random(40)];
    const { documents } = await space.search({ ...all, sort, start, count });
    const expected = inModelOrder(entries, sort).slice(start, start + count);
    expect(documents.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  }
});

const paged: Paged = {
  search: (query) => space.search({ ...all, ...query }),
  put: (some) => space.put(some),
};

test('orders and boosts have no gap or repetition while other documents are written', async () => {
  expect(await pagedDuringWrites(paged, { rounds: Math.ceil(boostRounds / 3), byRelevance: true })).toEqual(
    [],
  );
});

test('a new document before a page moves the others by one: they repeat, and none is left out', async () => {
  const { missing, repeated, inserted } = await pagedDuringInsertions(paged);
  expect(missing).toEqual([]);
  expect(repeated).toBeGreaterThan(0);
  expect(repeated).toBeLessThanOrEqual(inserted);
});

test('an order by an unknown attribute or a concept facet is rejected', async () => {
  const sort = { field: 'nothing', direction: 'asc' } as const;
  await expect(space.search({ ...all, sort })).rejects.toMatchObject({
    code: 'unknown-facet',
    path: 'sort.field',
  });
});
