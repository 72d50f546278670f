/** Boosts and orders in a cluster: factors, scores and pages as in the engine and in the model. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WritableBackend } from '../../packages/engine/src/backend.ts';
import type { Boost, SearchQuery } from '../../packages/engine/src/index.ts';
import {
  boostRounds,
  documents,
  entries,
  inModelOrder,
  modelFactor,
  type Paged,
  pagedDuringInsertions,
  pagedDuringWrites,
  random,
  randomBoost,
  randomSort,
} from '../../packages/engine/test/support/boosted-entries.ts';
import { boostFactors, everything } from '../../packages/engine/test/support/queries.ts';
import { opensearchBackend } from '../../packages/opensearch/src/backend.ts';
import { missingCluster } from '../../packages/opensearch/test/cluster/cluster.fixture.ts';
import {
  type EmptyCluster,
  emptyCluster,
} from '../../packages/opensearch/test/cluster/empty-cluster.fixture.ts';
import { openEmbeddedBackend } from '../../packages/server/src/backends/embedded.ts';
import { temporaryDirectory } from '../support/service.ts';

const reason = await missingCluster();
if (reason) console.warn(reason);

const all: SearchQuery = { ...everything, count: 1000 };
const entryOf = new Map(entries.map((entry) => [entry.id, entry]));
const many = Array.from({ length: 20_000 }, (_, i) => ({ id: `urn:m${i}`, size: ((i * 7919) % 20_011) / 7 }));
const several = [
  [1, 40],
  [60, 90, 3],
  [-5, 200],
].map((levels, i) => ({ id: `urn:s${i}`, level: levels }));

describe.skipIf(reason !== undefined)('documents in a cluster', () => {
  const undo: (() => Promise<unknown>)[] = [];
  let cluster: EmptyCluster;
  const backends: WritableBackend[] = [];
  const contentOf = async (backend: WritableBackend) =>
    (await backend.content('pages', { create: true }))!.documents;
  const searchIn = async (backend: WritableBackend, query: Partial<SearchQuery>) =>
    (await backend.space('pages'))!.search({ ...all, ...query });

  beforeAll(async () => {
    const { path, remove } = await temporaryDirectory();
    undo.push(remove);
    cluster = await emptyCluster();
    backends.push(
      await openEmbeddedBackend({ directory: path, onWarning: () => undefined }),
      opensearchBackend({
        name: 'pages',
        index: 'pages',
        nodes: [cluster.url],
        deadlineMs: 30_000,
        shards: 2,
      }),
    );
    for (const backend of backends) {
      undo.push(backend.close);
      for (const list of [documents, several, many]) await (await contentOf(backend)).put(list as never);
    }
  }, 240_000);
  afterAll(async () => {
    for (const step of undo.reverse()) await step();
  });

  test('random boosts have the factors of the model, and multiply scores by them', async () => {
    const different: object[] = [];
    for (let round = 0; round < boostRounds; round++) {
      const boosts = Array.from({ length: 1 + random(3) }, randomBoost);
      const query = { input: ['stone', 'river', 'stone river'][random(3)]! };
      const plain = await searchIn(backends[1]!, query);
      const boosted = await searchIn(backends[1]!, { ...query, boosts, explain: true });
      expect(boosted.total).toBe(plain.total);
      const scores = new Map(plain.documents.map(({ id, score }) => [id, score]));
      for (const { id, score, parts } of boosted.documents) {
        const factors = boostFactors(parts);
        const expected = boosts.map((boost) => modelFactor(entryOf.get(id)!, boost));
        const product = expected.reduce((one, other) => one * other, scores.get(id)!);
        const differences = factors.map((factor, i) => Math.abs(factor - expected[i]!));
        if (Math.max(...differences) > 1e-6 || Math.abs(score / product - 1) > 1e-4)
          different.push({ id, factors, expected });
      }
      expect(different).toEqual([]);
    }
  });

  test.each(['linear', 'log'] as const)(
    'the exact 95th percentile of 20,000 numbers scales %s boosts',
    async (scale) => {
      const boosts: Boost[] = [{ field: 'size', type: 'number', weight: 1, scale }];
      const include = [{ field: 'size', values: [{ from: 1000, to: 2500 }] }];
      for (const scope of [undefined, { include, exclude: [] }]) {
        const [engine, inCluster] = await Promise.all(
          backends.map((each) => searchIn(each, { boosts, explain: true, count: 100, start: 5000, scope })),
        );
        const factors = (result: typeof engine, expected = (factor: number): unknown => factor) =>
          result!.documents.map(({ id, parts }) => [id, expected(boostFactors(parts)[0]!)]);
        // A cluster computes in single precision.
        expect(factors(inCluster)).toEqual(factors(engine, (factor) => expect.closeTo(factor, 6)));
      }
    },
  );

  test('the largest of several numbers counts', async () => {
    const boosts: Boost[] = [{ field: 'level', type: 'number', weight: 1, scale: 'linear' }];
    const only = { selected: [{ field: 'level', values: [{ from: null, to: null }] }] };
    const [engine, inCluster] = await Promise.all(
      backends.map((each) => searchIn(each, { boosts, explain: true, ...only })),
    );
    expect(inCluster!.documents.map(({ id, score }) => [id, score])).toEqual(
      engine!.documents.map(({ id, score }) => [id, expect.closeTo(score, 5)]),
    );
  });

  test('random orders equal the model page by page', async () => {
    for (let round = 0; round < boostRounds; round++) {
      const [sort, start, count] = [randomSort(), random(200), 1 + random(40)];
      const { documents: page } = await searchIn(backends[1]!, { input: 'stone', sort, start, count });
      const expected = inModelOrder(entries, sort).slice(start, start + count);
      expect(page.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    }
  });

  // By relevance they may: each write changes the word statistics of a shard, and with them all scores.
  test('pages in an order of their own have no gap or repetition while other documents are written', async () => {
    const words = { input: 'stone' };
    const paged: Paged = {
      search: (query) => searchIn(backends[1]!, { ...words, ...query }),
      put: async (some) => (await contentOf(backends[1]!)).put(some),
    };
    expect(
      await pagedDuringWrites(paged, { rounds: Math.ceil(boostRounds / 15), byRelevance: false }),
    ).toEqual([]);
    const { missing, repeated, inserted } = await pagedDuringInsertions(paged);
    expect(missing).toEqual([]);
    expect(repeated).toBeLessThanOrEqual(inserted);
  });
});
