import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_RANKING_SETTINGS, openSpace } from '../src/building-blocks.ts';
import { copySpace, type RankingSettings } from '../src/index.ts';
import { everything, facetRequest } from './support/queries.ts';
import { spaceForEach } from './support/search-space.ts';

const filler = Array.from({ length: 20 }, (_, i) => `word${i}`).join(' ');
const documents = [
  { id: 'title', title: 'Coral', description: 'A reef', language: 'en' },
  { id: 'often', title: 'Reefs', description: 'Coral, coral, coral and coral', language: 'en' },
  { id: 'long', title: 'Atlas', description: `Coral coral ${filler}`, language: 'en' },
];
const space = spaceForEach();
const search = async (ranking?: RankingSettings, input = 'coral') =>
  (await space.search({ ...everything, input, language: 'en', ...(ranking && { ranking }) })).documents;
const order = async (ranking?: RankingSettings, input?: string) =>
  (await search(ranking, input)).map(({ id }) => id);

test('the weight of the title and of the text decide between fields', async () => {
  await space.put(documents);
  expect((await order({ fields: { title: 10, text: 0.1 } }))[0]).toBe('title');
  expect((await order({ fields: { title: 0.1, text: 1 } }))[0]).toBe('often');
});

test('k1 decides how much frequent words count, b how much long documents lose', async () => {
  const short = { id: 'short', title: 'Bay', description: 'Coral coral', language: 'en' };
  await space.put([...documents.filter(({ id }) => id !== 'title'), short]);
  const scores = async (ranking: RankingSettings) =>
    new Map((await search(ranking, 'coral ')).map(({ id, score }) => [id, score]));
  const flat = await scores({ k1: 0 });
  expect(new Set(flat.values()).size).toBe(1);
  const [withoutLength, withLength] = [await scores({ b: 0 }), await scores({ b: 1 })];
  expect(withoutLength.get('long')).toBe(withoutLength.get('short'));
  expect(withLength.get('long')).toBeLessThan(withLength.get('short')!);
});

test('the threshold decides which hits a relaxed query has', async () => {
  const others = Array.from({ length: 6 }, (_, i) => ({ id: `${i}`, title: 'Desert', language: 'en' }));
  await space.put([...documents, ...others]);
  const hits = (ofTotal: number, ofLargest: number) =>
    order({ threshold: { ofTotal, ofLargest } }, 'coral atlas lagoon');
  expect((await hits(0, 0)).length).toBe(3);
  expect(await hits(1, 1)).toEqual(['long']);
});

test('facet counts follow the threshold of the query and of the space', async () => {
  const others = Array.from({ length: 6 }, (_, i) => ({ id: `${i}`, title: 'Desert', language: 'en' }));
  await space.put([...documents, ...others].map((document) => ({ ...document, kind: 'text' })));
  const counts = async (ranking?: RankingSettings) => {
    const query = { ...everything, input: 'coral atlas lagoon', facets: [facetRequest('kind')] };
    return (await space.search({ ...query, ...(ranking && { ranking }) })).facets[0]!.values[0]!.count;
  };
  expect(await counts({ threshold: { ofTotal: 0, ofLargest: 0 } })).toBe(3);
  expect(await counts({ threshold: { ofTotal: 1, ofLargest: 1 } })).toBe(1);
  await space.replaceRanking({ threshold: { ofTotal: 0, ofLargest: 0 } });
  expect(await counts()).toBe(3);
  await space.replaceRanking({ threshold: { ofTotal: 1, ofLargest: 1 } });
  expect(await counts()).toBe(1);
});

test('stored settings apply to the next search', async () => {
  await space.put(documents);
  expect(await space.ranking()).toEqual({ settings: {}, effective: DEFAULT_RANKING_SETTINGS });
  await space.replaceRanking({ fields: { title: 10, text: 0.1 } });
  expect((await order())[0]).toBe('title');
  await space.replaceRanking({ fields: { title: 0.1 } });
  expect((await order())[0]).toBe('often');
  expect(await space.ranking()).toEqual({
    settings: { fields: { title: 0.1 } },
    effective: { ...DEFAULT_RANKING_SETTINGS, fields: { title: 0.1, text: 1 } },
  });
});

test('stored settings stay after opening again and copying', async () => {
  await space.put(documents);
  const settings = { fields: { title: 10, text: 0.1 } };
  await space.replaceRanking(settings);
  await space.reopen();
  expect((await order())[0]).toBe('title');
  const directory = mkdtempSync(join(tmpdir(), 'copy-'));
  await copySpace(space.directory, directory);
  const copy = await openSpace(directory);
  expect((await copy.ranking()).settings).toEqual(settings);
  await copy.close();
  rmSync(directory, { recursive: true });
});

test('settings of a query replace stored ones, member by member, for this query only', async () => {
  await space.put(documents);
  await space.replaceRanking({ fields: { title: 10, text: 0.1 } });
  expect((await order({ fields: { title: 0.1, text: 1 } }))[0]).toBe('often');
  expect((await order({ k1: 3 }))[0]).toBe('title');
  await space.replaceRanking({ fields: { title: 0.1, text: 1 } });
  expect((await order({ k1: 3 }))[0]).toBe('often');
  expect((await order())[0]).toBe('often');
});
