import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEFAULT_LAYOUTS, parseLayouts, sortLayouts } from './layouts.ts';
import { readMeasurements } from './measurements.ts';
import { hitRate, repeatedShare } from './model/caching.ts';
import { validateCostModel } from './model/cost-model.ts';
import { fitHeapModel, predictedHeap } from './model/heap-model.ts';
import { validateWriteModel } from './model/writing-model.ts';
import { page, scalingPage } from './page.ts';
import { MAX_RELATIVE_ERROR } from './report/model-validation.ts';

const measurements = readMeasurements();
const { clusters, memory, repeating } = measurements;

test('docs/scaling.md matches measurements.json', () => {
  expect(readFileSync(page, 'utf8')).toBe(scalingPage(measurements));
});

test('measurements.json covers the default layouts', () => {
  const measured = clusters.map(({ nodes, shards, replicas, documents }) => {
    return { nodes, shards, replicas, documents };
  });
  expect(measured).toEqual(sortLayouts(parseLayouts(DEFAULT_LAYOUTS)));
});

test('the models predict the held-back searches, writes and heap sizes within 30 %', () => {
  const searches = validateCostModel(clusters, 'all').map(({ error }) => error);
  const writing = validateWriteModel(clusters).map(({ error }) => error);
  const model = fitHeapModel(memory.filling);
  const heap = memory.searched.map(
    (each) => predictedHeap(model, each.shards, each.documents) / each.heap - 1,
  );
  expect([searches.length, writing.length, heap.length].map((count) => count > 1)).toEqual([
    true,
    true,
    true,
  ]);
  for (const error of [...searches, ...writing, ...heap])
    expect(Math.abs(error)).toBeLessThan(MAX_RELATIVE_ERROR);
});

test('the caching model predicts the share of repeated queries within 10 points', () => {
  const { asItIs, kept } = repeating;
  const saved = 1 - (kept.reached * (1 - kept.found)) / kept.searches;
  expect(Math.abs(repeatedShare(kept, kept.searches) - saved)).toBeLessThan(0.1);
  const waited = 1 - asItIs.reached / asItIs.searches;
  expect(Math.abs(hitRate(asItIs, asItIs.perSecond, asItIs.seconds) - waited)).toBeLessThan(0.1);
});
