import { expect, test } from 'vitest';
import { hitRate } from './caching.ts';
import { capacityFor } from './capacity.ts';
import { checked, fitted, predicted } from './cost-model.ts';
import type { ClusterMeasurement } from './measurements.ts';

const truth = { fixed: 5, perShard: 2, perDocument: 0.0004 };
const layouts = [1, 2, 4].flatMap((shards) =>
  [10_000, 50_000, 400_000].map((documents) => ({ shards, documents })),
);
const points = layouts.map((layout) => ({ ...layout, cost: predicted(truth, layout) }));

test('the parts of a cost are found again in what they add up to', () => {
  const found = fitted(points);
  expect(found.fixed).toBeCloseTo(truth.fixed, 6);
  expect(found.perShard).toBeCloseTo(truth.perShard, 6);
  expect(found.perDocument).toBeCloseTo(truth.perDocument, 9);
});

test('no part of a cost is less than nothing', () => {
  const found = fitted(points.map((point) => ({ ...point, cost: point.cost - 4 - 2 * point.shards })));
  expect(Math.min(found.fixed, found.perShard, found.perDocument)).toBe(0);
  expect(found.perDocument).toBeGreaterThan(0.0003);
});

test('points of one size do not tell the parts apart', () => {
  const same = [1, 2].map((cost) => ({ shards: 1, documents: 1000, cost }));
  expect(() => fitted(same)).toThrow('apart');
});

test('what is held back is the largest of each layout, foretold without it', () => {
  const measured = layouts.map(({ shards, documents }) => {
    // Were it looked at, the largest would bend the rest.
    const wrong = documents === 400_000 ? 2 : 1;
    const elsewhere = wrong * predicted(truth, { shards, documents });
    return { nodes: 1, shards, replicas: 0, documents, costs: { all: { elsewhere } } };
  });
  const rows = checked(measured as unknown as ClusterMeasurement[], 'all');
  expect(rows.map(({ documents }) => documents)).toEqual([400_000, 400_000, 400_000]);
  for (const { error } of rows) expect(error).toBeCloseTo(-0.5, 6);
});

test('answers that are kept longer, and questions that are asked more alike, save more', () => {
  const asking = { questions: 1_000_000, exponent: 0.9, perSecond: 1000 };
  const rates = [0, 1, 60, 3600].map((validity) => hitRate(asking, validity));
  expect(rates[0]).toBe(0);
  expect(rates).toEqual(rates.toSorted((one, other) => one - other));
  expect(rates.at(-1)).toBeLessThan(1);
  expect(hitRate({ ...asking, exponent: 1.1 }, 1)).toBeGreaterThan(rates[1]!);
  // All alike: each is asked 2 times a second, so of three that come within a second one is asked of the cluster.
  expect(hitRate({ questions: 500, exponent: 0, perSecond: 1000 }, 1)).toBeCloseTo(2 / 3, 6);
});

test('a shard takes no longer than it may, and processors follow what is asked of the cluster', () => {
  const wish = { documents: 10e6, perSecond: 100, replicas: 1, longestShard: 102, busy: 0.5, hitRate: 0 };
  const sizes = { bytes: 2000, searchedBytes: 500, server: 10 };
  const all = capacityFor(wish, truth, sizes);
  expect(all).toMatchObject({ shards: 40, documentsPerShard: 250_000, diskGb: 40, fileCacheGb: 10 });
  expect(all.cpuPerSearch).toBeCloseTo(0.005 + 40 * 0.002 + 4, 6);
  expect(all.clusterProcessors).toBe(Math.ceil((100 * all.cpuPerSearch) / 0.5));
  expect(all.serverProcessors).toBe(2);
  const cached = capacityFor({ ...wish, hitRate: 0.75 }, truth, sizes);
  expect(cached.clusterProcessors).toBe(Math.ceil(all.clusterProcessors / 4));
});
