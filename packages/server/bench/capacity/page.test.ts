import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inOrder, layoutsIn, usualLayouts } from './layouts.ts';
import { readMeasurements } from './measurements.ts';
import { hitRate, repeated } from './model/caching.ts';
import { checked } from './model/cost-model.ts';
import { heapFor, heapModel } from './model/heap-model.ts';
import { checkedWriting } from './model/writing-model.ts';
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
  expect(measured).toEqual(inOrder(layoutsIn(usualLayouts)));
});

test('the models predict the held-back searches, writes and heap sizes within 30 %', () => {
  const searches = checked(clusters, 'all').map(({ error }) => error);
  const writing = checkedWriting(clusters).map(({ error }) => error);
  const model = heapModel(memory.filling);
  const heap = memory.searched.map((each) => heapFor(model, each.shards, each.documents) / each.heap - 1);
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
  expect(Math.abs(repeated(kept, kept.searches) - saved)).toBeLessThan(0.1);
  const waited = 1 - asItIs.reached / asItIs.searches;
  expect(Math.abs(hitRate(asItIs, asItIs.perSecond, asItIs.seconds) - waited)).toBeLessThan(0.1);
});
