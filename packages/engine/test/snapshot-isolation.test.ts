/** While documents are written, each answer is of one state of the space: the one before or the one afterwards. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DocumentInput, WritableSpace } from '../src/api.ts';
import { openSpace } from '../src/search-space.ts';
import { everything, facetRequest } from './support/queries.ts';

let directory: string;
let space: WritableSpace;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'state-'));
  space = await openSpace(directory, { batchSize: 5 });
});
afterEach(async () => {
  await space.close();
  rmSync(directory, { recursive: true });
});

const titled = (id: string, title: string, language: string, more: object = {}): DocumentInput => {
  return { id, title, language, subjects: [], ...more };
};

/** What is answered again and again until the work is done, each answer once. */
async function answersDuring(work: Promise<unknown>, ask: () => Promise<unknown>): Promise<string[]> {
  const answers = new Set<string>();
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    answers.add(JSON.stringify(await ask()));
    await nextTurn();
  }
  await done;
  return [...answers];
}

test('totals, counts, documents, languages and kinds of facets are of one state', async () => {
  await space.put([
    titled('tide', 'The sea at the Gartenhaus', 'de', { seen: '2004-05-07' }),
    titled('garten', 'A garten by the sea', 'en'),
  ]);
  const ask = async () => {
    const facets = ['dyn_lit_language', 'dyn_flt_seen'].map((field) => facetRequest(field));
    const [found, described] = await Promise.all([
      space.search({ ...everything, input: 'haus sea ', facets }),
      space.describe(),
    ]);
    return { found, described };
  };
  const before = JSON.stringify(await ask());
  const more = Array.from({ length: 40 }, (_, i) => titled(`${i}`, `Garten, sea och haus${i}`, 'de'));
  const others = [titled('mar', 'El sea del mar', 'es'), titled('number', 'sea', 'sv', { seen: 7 })];
  const answers = await answersDuring(space.put([...others, ...more]), ask);
  const after = JSON.stringify(await ask());
  expect(after).not.toBe(before);
  expect([before, after]).toEqual(expect.arrayContaining(answers));
});

test('documents that are written again are on each page meanwhile', async () => {
  const documents = Array.from({ length: 60 }, (_, i) => titled(`${i}`, 'Labour market', 'en'));
  await space.put(documents);
  const answers = await answersDuring(space.put(documents), async () => {
    const { total, documents: page } = await space.search({ ...everything, input: 'labour market' });
    return [total, page.length];
  });
  expect(answers).toEqual(['[60,10]']);
});

test('where reading documents takes its time, others are served after each of them', async () => {
  let [now, turns] = [0, 0];
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
  const turnsDuring = async (work: Promise<unknown>) =>
    (await answersDuring(work, async () => ++turns)).length;
  const documents = Array.from({ length: 100 }, (_, i) => titled(`${i}`, 'Labour market', 'en'));
  try {
    expect(await turnsDuring(space.put(documents))).toBeGreaterThan(100);
    // What they replace is read, too.
    expect(await turnsDuring(space.put(documents))).toBeGreaterThan(200);
  } finally {
    clock.mockRestore();
  }
});

test.each([false, true])(
  'what a word finds is the same whether it was asked for before: %s',
  async (isAsked) => {
    await space.put([titled('en', 'A biergarten and a garten', 'en'), titled('de', 'Gartenhaus', 'de')]);
    const found = async () => (await space.search({ ...everything, input: 'Haus', language: 'de' })).total;
    if (isAsked) expect(await found()).toBe(0);
    // No word of it is new, but that German has it.
    await space.put([titled('garten', 'Garten', 'de')]);
    expect(await found()).toBe(1);
  },
);
