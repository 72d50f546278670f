/** Conformance suite of the port of insight storages. */
import type { InsightBatch, InsightStorage } from '@semantic-search/contract/storage';
import { expect, test } from 'vitest';
import { noSums } from '../../src/insight/event-recorder.ts';

const HOUR = 490_000;
const all = { from: 0, to: 1e6 };

type Row = Partial<InsightBatch['queries'][number]>;

export const batchOf = (queries: Row[], more: Partial<InsightBatch> = {}): InsightBatch => ({
  queries: queries.map((row) => ({
    ...noSums(),
    ...{ configuration: 1, hour: HOUR, language: 'en', query: 'puma', searches: 1, visits: 1 },
    ...row,
  })),
  uses: [],
  follows: [],
  ...more,
});

/** `open` opens the same, empty database twice, as two servers do. */
export function insightConformance(name: string, open: () => Promise<[InsightStorage, InsightStorage]>) {
  test(`${name}: two servers add up, and the text appears with the fifth visit of both`, async () => {
    const [one, other] = await open();
    for (let round = 0; round < 2; round += 1)
      await Promise.all([one, other].map((storage) => storage.add(batchOf([{}, { query: 'owl' }]))));
    expect((await one.queries(all)).map(({ query }) => query)).toEqual([null, null]);
    await other.add(batchOf([{ clicks: 2, withClick: 1, positions: 3 }]));
    const puma = { query: 'puma', language: 'en', searches: 5, visits: 5, clicks: 2, positions: 3 };
    expect(await one.queries(all)).toEqual(expect.arrayContaining([expect.objectContaining(puma)]));
    expect(await one.queries({ ...all, configurations: [2] })).toEqual([]);
    expect(await one.queries({ ...all, configurations: [] })).toEqual([]);
    expect(await one.queries({ ...all, configurations: [2, 1] })).toHaveLength(2);
    expect(await one.query(all, 'puma')).toMatchObject([{ language: 'en', searches: 5 }]);
    expect(await one.query({ ...all, to: HOUR }, 'puma')).toEqual([]);
  });

  test(`${name}: sums by interval, language and use`, async () => {
    const [one, other] = await open();
    const use = { configuration: 1, hour: HOUR, kind: 'filter', name: 'type', count: 2 } as const;
    await one.add(batchOf([{ hour: 48 }, { hour: 71, language: 'de' }, { hour: 72 }], { uses: [use, use] }));
    await other.add(batchOf([], { uses: [use] }));
    const series = await one.series(all, 24);
    expect(series.map(({ hour, searches }) => [hour, searches])).toEqual([
      [48, 2],
      [72, 1],
    ]);
    expect(await other.languages(all)).toEqual([
      { name: 'en', count: 2 },
      { name: 'de', count: 1 },
    ]);
    expect(await one.uses(all)).toEqual([{ kind: 'filter', name: 'type', count: 6 }]);
  });

  test(`${name}: deletes old counts, with texts that too few visits have without them`, async () => {
    const [one, other] = await open();
    const follow = { configuration: 1, language: 'en', query: 'puma', next: 'owl', count: 1 };
    await one.add(
      batchOf(
        [
          { hour: 1, visits: 5 },
          { query: 'owl', visits: 5 },
        ],
        { follows: [follow, follow] },
      ),
    );
    await one.add(batchOf([{}]));
    expect(await other.follows(1)).toEqual([{ query: 'puma', next: 'owl', count: 2 }]);
    await other.prune(2);
    expect((await one.queries(all)).map(({ query, visits }) => [query, visits])).toEqual(
      expect.arrayContaining([
        [null, 1],
        ['owl', 5],
      ]),
    );
    expect(await one.follows(1)).toEqual([]);
    await one.prune(1e6);
    expect(await one.queries(all)).toEqual([]);
  });

  test(`${name}: keeps texts of any characters apart`, async () => {
    const [one] = await open();
    const texts = ['', "o'neill", '"\\', '日本', '%_', '\u{1f43e}'];
    await one.add(batchOf(texts.map((query) => ({ query, visits: 5 }))));
    await one.add(batchOf(texts.map((query) => ({ query }))));
    const queries = await one.queries(all);
    expect(queries.map(({ query }) => query).sort()).toEqual(texts.sort());
    expect(new Set(queries.map(({ visits }) => visits))).toEqual(new Set([6]));
  });
}
