import { expect, test } from 'vitest';
import { DEFAULT_LAYOUTS, parseLayouts } from '../layouts.ts';
import type { ClusterMeasurement } from '../measurements.ts';
import { hitRate, repeatedShare, topQueriesShare } from './caching.ts';
import { capacityFor, type InstallationTarget, type Sizes } from './capacity.ts';
import { fitCostModel, predicted, validateCostModel } from './cost-model.ts';
import { fitHeapModel } from './heap-model.ts';
import { validateWriteModel } from './writing-model.ts';

const truth = { fixed: 5, perShard: 2, perShardElsewhere: 3, perDocument: 0.0004 };
const layouts = [1, 3].flatMap((nodes) =>
  [1, 2, 4].flatMap((shards) => [10_000, 50_000, 400_000].map((documents) => ({ nodes, shards, documents }))),
);
const points = layouts.map((layout) => ({ ...layout, cost: predicted(truth, layout) }));

test('fitCostModel recovers the coefficients of synthetic costs', () => {
  const found = fitCostModel(points);
  expect(found.fixed).toBeCloseTo(truth.fixed, 6);
  expect(found.perShard).toBeCloseTo(truth.perShard, 6);
  expect(found.perShardElsewhere).toBeCloseTo(truth.perShardElsewhere, 6);
  expect(found.perDocument).toBeCloseTo(truth.perDocument, 9);
});

test('coefficients are never negative', () => {
  const found = fitCostModel(points.map((point) => ({ ...point, cost: point.cost - 4 - 2 * point.shards })));
  expect(Math.min(found.fixed, found.perShard, found.perDocument)).toBe(0);
  expect(found.perDocument).toBeGreaterThan(0.0003);
});

test('fitCostModel rejects points that do not determine the coefficients', () => {
  const same = [1, 2].map((cost) => ({ nodes: 1, shards: 1, documents: 1000, cost }));
  expect(() => fitCostModel(same)).toThrow('do not determine');
});

function measuredOf(layout: (typeof layouts)[0], replicas: number, times = 1): ClusterMeasurement {
  const elsewhere = times * predicted(truth, layout);
  const writing = { here: 1, elsewhere: times * (1 + 0.5 * (1 + replicas)), wall: 1 };
  return { ...layout, replicas, writing, costs: { all: { elsewhere } } } as unknown as ClusterMeasurement;
}

test('the validation set has the largest of each layout and all with copies, and does not affect the fit', () => {
  // With doubled costs, they would change the fit.
  const single = layouts.map((layout) => measuredOf(layout, 0, layout.documents === 400_000 ? 2 : 1));
  const rows = validateCostModel([...single, measuredOf(layouts[9]!, 1, 2)], 'all');
  expect(rows.map(({ documents }) => documents)).toEqual([...Array(6).fill(400_000), 10_000]);
  for (const { error } of rows) expect(error).toBeCloseTo(-0.5, 6);
});

test('the write model predicts three copies from one and two', () => {
  const few = layouts.flatMap((layout) => [measuredOf(layout, 0), measuredOf(layout, 1)]);
  const rows = validateWriteModel([...few, measuredOf(layouts[9]!, 2, 2)]);
  expect(rows.map(({ error }) => error)).toEqual([expect.closeTo(-0.5, 6)]);
});

test('the heap model separates shards and documents', () => {
  const nodes = [
    [0, 0],
    [10, 0],
    [10, 100_000],
    [20, 50_000],
  ] as const;
  const measured = nodes.map(([shards, documents]) => {
    return { shards, documents, heap: 20e6 + 1e6 * shards + 100 * documents, beside: 0 };
  });
  const { fixed, perShard, perDocument } = fitHeapModel(measured);
  expect([fixed, perShard, perDocument].map(Math.round)).toEqual([20e6, 1e6, 100]);
});

const asking = { questions: 1_000_000, exponent: 0.9 };

test('the hit rate grows with the time to live and with the Zipf exponent', () => {
  const rates = [0, 1, 60, 3600].map((validity) => hitRate(asking, 1000, validity));
  expect(rates[0]).toBe(0);
  expect(rates).toEqual(rates.toSorted((one, other) => one - other));
  expect(rates.at(-1)).toBeLessThan(1);
  expect(hitRate({ ...asking, exponent: 1.1 }, 1000, 1)).toBeGreaterThan(rates[1]!);
  // Uniform: two requests per second each, so one of three within a second is a miss.
  expect(hitRate({ questions: 500, exponent: 0 }, 1000, 1)).toBeCloseTo(2 / 3, 6);
});

test('with an unlimited cache, only the first search for each query is a miss', () => {
  expect(repeatedShare({ questions: 1, exponent: 1 }, 10)).toBeCloseTo(0.9, 9);
  // Two queries, two searches: with probability 1/2 they are equal.
  expect(repeatedShare({ questions: 2, exponent: 0 }, 2)).toBeCloseTo(1 / 4, 9);
  expect(repeatedShare(asking, 1)).toBeCloseTo(0, 9);
  expect(repeatedShare(asking, 1e6)).toBeGreaterThan(repeatedShare(asking, 1e5));
});

test('a limited cache holds the most frequent queries', () => {
  expect(topQueriesShare({ questions: 10, exponent: 0 }, 4)).toBeCloseTo(0.4, 9);
  expect(topQueriesShare(asking, 0)).toBe(0);
  expect(topQueriesShare(asking, 1_000_000)).toBeCloseTo(1, 9);
  expect(topQueriesShare(asking, 1000)).toBeGreaterThan(1000 / asking.questions);
});

const wish: InstallationTarget = {
  documents: 10e6,
  perSecond: 100,
  leastCopies: 2,
  longestShard: 105,
  busy: 0.5,
  processors: 8,
};
const sizes: Sizes = {
  bytes: 2000,
  searchedBytes: 500,
  exchanged: 10_000,
  server: 10,
  heap: { fixed: 0, perShard: 1e6, perDocument: 0 },
  beside: 0,
};

test('capacity respects the time per shard and follows from the searches that reach the cluster', () => {
  const all = capacityFor(wish, truth, sizes);
  expect(all).toMatchObject({ shards: 40, documentsPerShard: 250_000, serverProcessors: 2 });
  expect(all.cpuPerSearch).toBeCloseTo(0.005 + 40 * (0.002 + 0.003) + 4, 6);
  expect(all.clusterProcessors).toBe(Math.ceil((100 * all.cpuPerSearch) / 0.5));
  expect(all.nodes).toBe(Math.ceil(all.clusterProcessors / 8));
  // 106 nodes for 40 shards: three copies give each node a shard.
  expect(all).toMatchObject({ copies: 3, diskGb: 60, fileCacheGb: 15 });
  expect(all.exchangedGb).toBeCloseTo(100 * 40 * 1e-5, 9);
  const cached = capacityFor(wish, truth, sizes, 0.75);
  expect(cached.clusterProcessors).toBe(Math.ceil(all.clusterProcessors / 4));
  expect(cached.copies).toBe(2);
});

test('the memory of a node consists of shards, coordinated responses and file cache', () => {
  const { nodes, copies, heldHeapGb, gatheredHeapGb, memoryGb } = capacityFor(wish, truth, sizes);
  expect(heldHeapGb).toBeCloseTo((40 * copies * 0.001) / nodes, 9);
  // 105 ms at 50 % utilization and 100 searches per second: 21 concurrent searches.
  expect(gatheredHeapGb).toBeCloseTo((21 * 40 * 1e-5) / nodes, 9);
  expect(memoryGb).toBeCloseTo(2 * (heldHeapGb + gatheredHeapGb) + 15 / nodes, 9);
});

test('parseLayouts reads NODESxSHARDSxCOPIESxDOCUMENTS and rejects invalid layouts', () => {
  expect(parseLayouts('3x2x2x500')).toEqual([{ nodes: 3, shards: 2, replicas: 1, documents: 500 }]);
  expect(() => parseLayouts('2x1x3x500')).toThrow('cannot hold two copies');
  for (const wrong of ['', '1x1x1', '1x0x1x5', '1x1x1x5x'])
    expect(() => parseLayouts(wrong)).toThrow('COPIES');
  expect(parseLayouts(DEFAULT_LAYOUTS).length).toBeGreaterThan(8);
});
