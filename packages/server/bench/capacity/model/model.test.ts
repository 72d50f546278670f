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

test('the parts of a cost are found again in what they add up to', () => {
  const found = fitCostModel(points);
  expect(found.fixed).toBeCloseTo(truth.fixed, 6);
  expect(found.perShard).toBeCloseTo(truth.perShard, 6);
  expect(found.perShardElsewhere).toBeCloseTo(truth.perShardElsewhere, 6);
  expect(found.perDocument).toBeCloseTo(truth.perDocument, 9);
});

test('no part of a cost is less than nothing', () => {
  const found = fitCostModel(points.map((point) => ({ ...point, cost: point.cost - 4 - 2 * point.shards })));
  expect(Math.min(found.fixed, found.perShard, found.perDocument)).toBe(0);
  expect(found.perDocument).toBeGreaterThan(0.0003);
});

test('points of one size do not tell the parts apart', () => {
  const same = [1, 2].map((cost) => ({ nodes: 1, shards: 1, documents: 1000, cost }));
  expect(() => fitCostModel(same)).toThrow('apart');
});

function measuredOf(layout: (typeof layouts)[0], replicas: number, times = 1): ClusterMeasurement {
  const elsewhere = times * predicted(truth, layout);
  const writing = { here: 1, elsewhere: times * (1 + 0.5 * (1 + replicas)), wall: 1 };
  return { ...layout, replicas, writing, costs: { all: { elsewhere } } } as unknown as ClusterMeasurement;
}

test('what is held back is the largest of each layout and whatever has copies, foretold without it', () => {
  // Were they looked at, they would bend the rest.
  const single = layouts.map((layout) => measuredOf(layout, 0, layout.documents === 400_000 ? 2 : 1));
  const rows = validateCostModel([...single, measuredOf(layouts[9]!, 1, 2)], 'all');
  expect(rows.map(({ documents }) => documents)).toEqual([...Array(6).fill(400_000), 10_000]);
  for (const { error } of rows) expect(error).toBeCloseTo(-0.5, 6);
});

test('what three copies cost in writing is foretold from one and two', () => {
  const few = layouts.flatMap((layout) => [measuredOf(layout, 0), measuredOf(layout, 1)]);
  const rows = validateWriteModel([...few, measuredOf(layouts[9]!, 2, 2)]);
  expect(rows.map(({ error }) => error)).toEqual([expect.closeTo(-0.5, 6)]);
});

test('the heap of a node is told apart by shards and documents', () => {
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

test('answers that are kept longer, and questions that are asked more alike, save more', () => {
  const rates = [0, 1, 60, 3600].map((validity) => hitRate(asking, 1000, validity));
  expect(rates[0]).toBe(0);
  expect(rates).toEqual(rates.toSorted((one, other) => one - other));
  expect(rates.at(-1)).toBeLessThan(1);
  expect(hitRate({ ...asking, exponent: 1.1 }, 1000, 1)).toBeGreaterThan(rates[1]!);
  // All alike: each is asked 2 times a second, so of three that come within a second one is asked of the cluster.
  expect(hitRate({ questions: 500, exponent: 0 }, 1000, 1)).toBeCloseTo(2 / 3, 6);
});

test('of searches that are kept until everything is forgotten, only the first of each question is asked', () => {
  expect(repeatedShare({ questions: 1, exponent: 1 }, 10)).toBeCloseTo(0.9, 9);
  // Two questions, two searches: in one of two cases they are the same.
  expect(repeatedShare({ questions: 2, exponent: 0 }, 2)).toBeCloseTo(1 / 4, 9);
  expect(repeatedShare(asking, 1)).toBeCloseTo(0, 9);
  expect(repeatedShare(asking, 1e6)).toBeGreaterThan(repeatedShare(asking, 1e5));
});

test('what is asked most finds a place first', () => {
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

test('a shard takes no longer than it may, and processors, nodes and copies follow what is asked of the cluster', () => {
  const all = capacityFor(wish, truth, sizes);
  expect(all).toMatchObject({ shards: 40, documentsPerShard: 250_000, serverProcessors: 2 });
  expect(all.cpuPerSearch).toBeCloseTo(0.005 + 40 * (0.002 + 0.003) + 4, 6);
  expect(all.clusterProcessors).toBe(Math.ceil((100 * all.cpuPerSearch) / 0.5));
  expect(all.nodes).toBe(Math.ceil(all.clusterProcessors / 8));
  // 106 nodes for 40 shards: each has one with three copies of all.
  expect(all).toMatchObject({ copies: 3, diskGb: 60, fileCacheGb: 15 });
  expect(all.exchangedGb).toBeCloseTo(100 * 40 * 1e-5, 9);
  const cached = capacityFor(wish, truth, sizes, 0.75);
  expect(cached.clusterProcessors).toBe(Math.ceil(all.clusterProcessors / 4));
  expect(cached.copies).toBe(2);
});

test('the memory of a node is for what it holds, what it gathers at a time and its part of the files', () => {
  const { nodes, copies, heldHeapGb, gatheredHeapGb, memoryGb } = capacityFor(wish, truth, sizes);
  expect(heldHeapGb).toBeCloseTo((40 * copies * 0.001) / nodes, 9);
  // 105 ms at half the time each: 21 searches are under way.
  expect(gatheredHeapGb).toBeCloseTo((21 * 40 * 1e-5) / nodes, 9);
  expect(memoryGb).toBeCloseTo(2 * (heldHeapGb + gatheredHeapGb) + 15 / nodes, 9);
});

test('layouts are read as the page shows them, and refused where they cannot be', () => {
  expect(parseLayouts('3x2x2x500')).toEqual([{ nodes: 3, shards: 2, replicas: 1, documents: 500 }]);
  expect(() => parseLayouts('2x1x3x500')).toThrow('no node holds two copies');
  for (const wrong of ['', '1x1x1', '1x0x1x5', '1x1x1x5x'])
    expect(() => parseLayouts(wrong)).toThrow('COPIES');
  expect(parseLayouts(DEFAULT_LAYOUTS).length).toBeGreaterThan(8);
});
