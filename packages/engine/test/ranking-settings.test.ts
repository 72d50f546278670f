import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { openSpace, readRanking, writeRanking } from '../src/building-blocks.ts';
import { copySpace, type RankingSettings } from '../src/index.ts';
import { REFRESH_INTERVAL_MS } from '../src/stored-ranking.ts';
import type { WritableSpace } from '../src/writable-space.ts';
import { everything } from './support/queries.ts';
import { spaceForEach } from './support/search-space.ts';

const filler = Array.from({ length: 20 }, (_, i) => `word${i}`).join(' ');
const documents = [
  { id: 'title', title: 'Coral', description: 'A reef', language: 'en' },
  { id: 'often', title: 'Reefs', description: 'Coral, coral, coral and coral', language: 'en' },
  { id: 'long', title: 'Atlas', description: `Coral coral ${filler}`, language: 'en' },
];
const space = spaceForEach();
const order = async (opened: Pick<WritableSpace, 'search'> = space, input = 'coral') =>
  (await opened.search({ ...everything, input, language: 'en' })).documents.map(({ id }) => id);

/** Opens the space again with these settings. */
async function reopened(ranking: RankingSettings): Promise<string[]> {
  await space.reopen((directory) => openSpace(directory, { ranking }));
  return order();
}

afterEach(() => void vi.useRealTimers());

test('the weight of the title and of the text decide between fields', async () => {
  await space.put(documents);
  expect((await reopened({ fields: { title: 10, text: 0.1 } }))[0]).toBe('title');
  expect((await reopened({ fields: { title: 0.1, text: 1 } }))[0]).toBe('often');
});

test('k1 decides how much frequent words count, b how much long documents lose', async () => {
  await space.put(documents);
  const scores = async (ranking: RankingSettings) => {
    await space.reopen((directory) => openSpace(directory, { ranking }));
    const { documents: found } = await space.search({ ...everything, input: 'coral ', language: 'en' });
    return new Map(found.map(({ id, score }) => [id, score]));
  };
  const flat = await scores({ k1: 0 });
  expect(new Set(flat.values()).size).toBe(1);
  const [withoutLength, withLength] = [await scores({ b: 0 }), await scores({ b: 1 })];
  expect(withoutLength.get('long')).toBe(withoutLength.get('title'));
  expect(withLength.get('long')).toBeLessThan(withLength.get('title')!);
});

test('the threshold decides which hits a relaxed query has', async () => {
  const others = Array.from({ length: 6 }, (_, i) => ({ id: `${i}`, title: 'Desert', language: 'en' }));
  await space.put([...documents, ...others]);
  const hits = async (ofTotal: number, ofLargest: number) => {
    const ranking = { threshold: { ofTotal, ofLargest } };
    await space.reopen((directory) => openSpace(directory, { ranking }));
    return order(space, 'coral atlas lagoon');
  };
  expect((await hits(0, 0)).length).toBe(3);
  expect(await hits(1, 1)).toEqual(['long']);
});

test('stored settings apply to an open space without opening it again', async () => {
  await space.put(documents);
  vi.useFakeTimers({ toFake: ['performance'] });
  await space.reopen();
  writeRanking(space.directory, { fields: { title: 10, text: 0.1 } });
  vi.advanceTimersByTime(REFRESH_INTERVAL_MS);
  expect((await order())[0]).toBe('title');
  writeRanking(space.directory, { fields: { title: 0.1 } });
  vi.advanceTimersByTime(REFRESH_INTERVAL_MS);
  expect((await order())[0]).toBe('often');
  expect(readRanking(space.directory)).toEqual({ fields: { title: 0.1 } });
  writeRanking(space.directory, {});
  expect(readRanking(space.directory)).toEqual({});
});

test('stored settings stay after opening again and copying', async () => {
  await space.put(documents);
  const settings = { fields: { title: 10, text: 0.1 } };
  writeRanking(space.directory, settings);
  await space.reopen();
  expect((await order())[0]).toBe('title');
  const copy = mkdtempSync(join(tmpdir(), 'copy-'));
  await copySpace(space.directory, copy);
  expect(readRanking(copy)).toEqual(settings);
  rmSync(copy, { recursive: true });
});

test('settings given on opening replace stored ones, member by member', async () => {
  await space.put(documents);
  writeRanking(space.directory, { fields: { title: 10, text: 0.1 } });
  expect((await reopened({ fields: { title: 0.1, text: 1 } }))[0]).toBe('often');
  expect((await reopened({ k1: 3 }))[0]).toBe('title');
});
