/** Queries that grow when they are normalized. A quadratic algorithm would take gigabytes or minutes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSpace } from '../src/search-space.ts';
import type { WritableSpace } from '../src/writable-space.ts';
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
  ['ligatures of eighteen characters', 'ﷺ'.repeat(10_000)],
  ['the same ligatures as words', 'ﷺ '.repeat(5_000)],
  ['characters that become two', 'ß'.repeat(10_000)],
  ['characters with dozens of diacritics', `a${'\u0301'.repeat(50)}`.repeat(200)],
  ['one very long word', 'abcdefgh'.repeat(1_250)],
  ['repeated suffixes', 'ement'.repeat(2_000)],
])('searches and suggests for %s in any language', async (_, input) => {
  for (const language of ['ar', 'de', 'en', 'fi', 'fr', 'tr']) {
    const response = await space.search({ ...everything, input, language });
    expect(response.total).toBe(0);
    expect(await space.suggest({ text: input, count: 10, language })).toEqual([]);
  }
});
