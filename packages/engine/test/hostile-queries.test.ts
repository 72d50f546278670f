/** Inputs that grow when they are read: one of them stops nobody else. A table over their letters would be gigabytes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WritableSpace } from '../src/api.ts';
import { openSpace } from '../src/search-space.ts';
import { everything } from './support/queries.ts';

let directory: string;
let space: WritableSpace;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hostile-'));
  space = await openSpace(directory);
  await space.put([{ id: 'a', title: 'lion', language: 'en' }]);
});
afterAll(async () => {
  await space.close();
  rmSync(directory, { recursive: true });
});

test.each([
  ['ligatures of eighteen letters', 'ﷺ'.repeat(10_000)],
  ['as many of them as words', 'ﷺ '.repeat(5_000)],
  ['letters that are written as two', 'ß'.repeat(10_000)],
  ['letters with dozens of marks', `a${'\u0301'.repeat(50)}`.repeat(200)],
  ['one word without an end', 'abcdefgh'.repeat(1_250)],
  ['endings of one word', 'ement'.repeat(2_000)],
])('%s are answered in any language, and suggested nothing for', async (_, input) => {
  for (const language of ['ar', 'de', 'en', 'fi', 'fr', 'tr']) {
    const answer = await space.search({ ...everything, input, language });
    expect(answer.total).toBe(0);
    expect(await space.suggest({ text: input, count: 10, language })).toEqual([]);
  }
});
