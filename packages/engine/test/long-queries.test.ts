import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_EXPANDED_TERMS } from '@semantic-search/query';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSpace } from '../src/search-space.ts';
import type { WritableSpace } from '../src/writable-space.ts';
import { everything } from './support/queries.ts';

const known =
  'harbour lighthouse pelican mussel anchor schooner current estuary driftwood sandbank beacon voyage';
const misspelled = known.split(' ').map((word) => word.replace(/(.)(.)$/, '$2$1'));

let directory: string;
let space: WritableSpace;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'many-'));
  space = await openSpace(directory);
  await space.put([{ id: 'a', title: known, language: 'en', subjects: [] }]);
});
afterAll(async () => {
  await space.close();
  rmSync(directory, { recursive: true });
});

test('corrects only the first MAX_EXPANDED_TERMS unknown words', async () => {
  const { suggestion } = await space.search({ ...everything, input: `${misspelled.join(' ')} ` });
  const corrected = suggestion!.trim().split(' ');
  const right = known.split(' ').map((word, i) => corrected[i] === word);
  expect(right).toEqual(misspelled.map((_, i) => i < MAX_EXPANDED_TERMS));
});

test('splits only the first MAX_EXPANDED_TERMS distinct words', async () => {
  const split = [
    'sun flower,moon light,water melon,snow storm,fire place,book shelf',
    'rain coat,foot bridge,corn field,tea spoon',
  ].join();
  await space.put([{ id: 'b', title: split, language: 'en', subjects: [] }]);
  const joined = split.replaceAll(' ', '').replaceAll(',', ' ');
  const { documents } = await space.search({ ...everything, input: `${'sunflower '.repeat(9)}${joined} ` });
  const [{ title, highlights }] = documents as [(typeof documents)[number]];
  const highlighted = highlights.title.map(({ begin, end }) => title.slice(begin, end));
  expect(highlighted).toEqual(split.split(',').slice(0, MAX_EXPANDED_TERMS));
});

test('checks for cancellation between the words of a query', async () => {
  const unknown = Array.from({ length: 500 }, (_, i) => `xq${i.toString(36)}zzz`).join(' ');
  const checks = async (input: string, most = Number.POSITIVE_INFINITY) => {
    let count = 0;
    const reason = new Error('gone');
    const throwIfAborted = () => {
      if (++count > most) throw reason;
    };
    const signal = { throwIfAborted } as AbortSignal;
    const response = await space.search({ ...everything, input }, signal).catch((error: unknown) => error);
    return { count, isCancelled: response === reason };
  };
  const complete = await checks(unknown);
  expect(complete.count).toBeGreaterThan(2 * MAX_EXPANDED_TERMS);
  expect(complete.isCancelled).toBe(false);
  expect(await checks(unknown, 20)).toEqual({ count: 21, isCancelled: true });
});
