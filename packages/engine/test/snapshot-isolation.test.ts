/** Snapshot isolation: each result during a write belongs to the state before or after it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSpace } from '../src/search-space.ts';
import type { DocumentInput, WritableSpace } from '../src/writable-space.ts';
import { everything, facetRequest } from './support/queries.ts';

let directory: string;
let space: WritableSpace;
beforeEach(async () => {
  // Each look at the clock ends a slice of work, so that queries run at many points of a write.
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
  directory = mkdtempSync(join(tmpdir(), 'state-'));
  space = await openSpace(directory);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await space.close();
  rmSync(directory, { recursive: true });
});

const titled = (id: string, title: string, language: string, more: object = {}): DocumentInput => {
  return { id, title, language, subjects: [], ...more };
};

/** Repeats a query until the work is done, and returns the distinct results. */
async function resultsDuring(work: Promise<unknown>, query: () => Promise<unknown>): Promise<string[]> {
  const results = new Set<string>();
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    results.add(JSON.stringify(await query()));
    await nextTurn();
  }
  await done;
  return [...results];
}

test('totals, counts, documents, languages and facet kinds belong to one state', async () => {
  await space.put([
    titled('tide', 'The sea at the Gartenhaus', 'de', { seen: '2004-05-07' }),
    titled('garten', 'A garten by the sea', 'en'),
  ]);
  const query = async () => {
    const facets = ['dyn_lit_language', 'dyn_flt_seen'].map((field) => facetRequest(field));
    const [found, described] = await Promise.all([
      space.search({ ...everything, input: 'haus sea ', facets }),
      space.describe(),
    ]);
    return { found, described };
  };
  const before = JSON.stringify(await query());
  const more = Array.from({ length: 40 }, (_, i) => titled(`${i}`, `Garten, sea och haus${i}`, 'de'));
  const others = [titled('mar', 'El sea del mar', 'es'), titled('number', 'sea', 'sv', { seen: 7 })];
  const results = await resultsDuring(space.put([...others, ...more]), query);
  const after = JSON.stringify(await query());
  expect(after).not.toBe(before);
  expect([before, after]).toEqual(expect.arrayContaining(results));
});

test('documents that are rewritten stay in all results meanwhile', async () => {
  const documents = Array.from({ length: 60 }, (_, i) => titled(`${i}`, 'Labour market', 'en'));
  await space.put(documents);
  const results = await resultsDuring(space.put(documents), async () => {
    const { total, documents: page } = await space.search({ ...everything, input: 'labour market' });
    return [total, page.length];
  });
  expect(results).toEqual(['[60,10]']);
});

test('yields to the event loop after each slow document', async () => {
  let turns = 0;
  const turnsDuring = async (work: Promise<unknown>) =>
    (await resultsDuring(work, async () => ++turns)).length;
  const documents = Array.from({ length: 100 }, (_, i) => titled(`${i}`, 'Labour market', 'en'));
  expect(await turnsDuring(space.put(documents))).toBeGreaterThan(100);
  expect(await turnsDuring(space.put(documents))).toBeGreaterThan(100);
});

test.each([false, true])(
  'finds compounds by new words, whether the query ran before: %s',
  async (ranBefore) => {
    await space.put([titled('en', 'A biergarten and a garten', 'en'), titled('de', 'Gartenhaus', 'de')]);
    const found = async () => (await space.search({ ...everything, input: 'Haus', language: 'de' })).total;
    if (ranBefore) expect(await found()).toBe(0);
    // The term exists, but is new in German.
    await space.put([titled('garten', 'Garten', 'de')]);
    expect(await found()).toBe(1);
  },
);
