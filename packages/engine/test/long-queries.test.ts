/** What becomes of inputs of very many words: a handful of them is compared with all words of the space. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WritableSpace } from '../src/api.ts';
import { MAX_EXPANDED_TERMS } from '../src/query/relaxation.ts';
import { openSpace } from '../src/search-space.ts';
import { everything } from './support/queries.ts';

const known =
  'harbour lighthouse pelican mussel anchor schooner current estuary driftwood sandbank beacon voyage';
const misspelt = known.split(' ').map((word) => word.replace(/(.)(.)$/, '$2$1'));

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

test('the first eight words that no document has are corrected, and no more', async () => {
  const { suggestion } = await space.search({ ...everything, input: `${misspelt.join(' ')} ` });
  const corrected = suggestion!.trim().split(' ');
  const right = known.split(' ').map((word, i) => corrected[i] === word);
  expect(right).toEqual(misspelt.map((_, i) => i < MAX_EXPANDED_TERMS));
});

test('the first eight different words are looked for as the two that each may be, and no more', async () => {
  const parted = [
    'sun flower,moon light,water melon,snow storm,fire place,book shelf',
    'rain coat,foot bridge,corn field,tea spoon',
  ].join();
  await space.put([{ id: 'b', title: parted, language: 'en', subjects: [] }]);
  const asked = parted.replaceAll(' ', '').replaceAll(',', ' ');
  const { documents } = await space.search({ ...everything, input: `${'sunflower '.repeat(9)}${asked} ` });
  const [{ title, highlights }] = documents as [(typeof documents)[number]];
  const marked = highlights.title.map(({ begin, end }) => title.slice(begin, end));
  expect(marked).toEqual(parted.split(',').slice(0, MAX_EXPANDED_TERMS));
});

test('whether an answer is still wanted is looked at between the words of an input', async () => {
  const unknown = Array.from({ length: 500 }, (_, i) => `xq${i.toString(36)}zzz`).join(' ');
  const looks = async (input: string, most = Number.POSITIVE_INFINITY) => {
    let count = 0;
    const reason = new Error('gone');
    const throwIfAborted = () => {
      if (++count > most) throw reason;
    };
    const signal = { throwIfAborted } as AbortSignal;
    const answer = await space.search({ ...everything, input }, signal).catch((error: unknown) => error);
    return { count, isGone: answer === reason };
  };
  const whole = await looks(unknown);
  expect(whole.count).toBeGreaterThan(2 * MAX_EXPANDED_TERMS);
  expect(whole.isGone).toBe(false);
  expect(await looks(unknown, 20)).toEqual({ count: 21, isGone: true });
});
