/** Forms of one word find each other in languages whose stemmers are light. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSpace } from '../src/search-space.ts';
import type { WritableSpace } from '../src/writable-space.ts';
import { inflectedPairs } from './support/inflected-pairs.ts';
import { everything } from './support/queries.ts';

let directory: string;
let space: WritableSpace;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'inflected-pairs-'));
  space = await openSpace(directory, { settings: { relaxing: false } });
  await space.put(
    inflectedPairs.flatMap(({ language, pairs }) =>
      pairs.flat().map((word) => ({ id: `${language} ${word}`, title: 'zz', text: word, language })),
    ),
  );
});
afterAll(async () => {
  await space.close();
  rmSync(directory, { recursive: true });
});

async function finds(input: string, word: string, language: string): Promise<boolean> {
  const { documents } = await space.search({ ...everything, input, language, count: 200 });
  return documents.some(({ id }) => id === `${language} ${word}`);
}

test.each([
  ['cs', ['dítě dětem', 'okno oken']],
  ['pl', ['dziecko dzieci', 'rzeka rzece', 'zamek zamku', 'urząd urzędy', 'nauczyciel nauczycieli']],
  ['fa', ['زن زنان', 'قانون قوانین']],
  ['ko', ['먹다 먹었다', '좋다 좋은']],
])('%s: all pairs but irregular ones', async (code, irregular) => {
  const { pairs } = inflectedPairs.find(({ language }) => language === code)!;
  expect(pairs.length).toBe(20);
  const missed: string[] = [];
  for (const [one, other] of pairs)
    if (!((await finds(one, other, code)) && (await finds(other, one, code)))) missed.push(`${one} ${other}`);
  expect(missed).toEqual(irregular);
});
