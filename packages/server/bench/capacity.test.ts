import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { extrapolate, fitCostModel, type Measured, predictedCost } from './capacity.ts';

const page = readFileSync(
  new URL('../../../docs/src/content/docs/explanation/sizing.md', import.meta.url),
  'utf8',
);

/** Cells of the table rows that start with the pattern. */
const rowsOf = (pattern: RegExp) =>
  page
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll(',', '')))
    .map(([, ...cells]) => cells)
    .filter(([first = '']) => pattern.test(first));

const measured: Measured[] = rowsOf(/^\d+ × \d+ × \d+$/).map(([layout, ...figures]) => {
  const [nodes, shards, copies] = layout!.split(' × ').map(Number) as [number, number, number];
  const [documents, p50, p95, serverCpu, backendCpu, writeServer, writeNodes, kilobytes] = figures.map(
    Number,
  ) as [number, number, number, number, number, number, number, number];
  return {
    ...{ nodes, shards, copies, documents },
    search: { cpu: { p50, p95 }, serverCpu, backendCpu },
    write: { serverCpu: writeServer / 1000, backendCpu: writeNodes / 1000 },
    bytesPerDocument: 1000 * kilobytes,
  };
});

test('the extrapolation of the page on sizing follows from the costs in its table', () => {
  expect(measured.length).toBeGreaterThan(10);
  const { model: _, ...capacity } = extrapolate(measured);
  for (const [name, value] of Object.entries(capacity)) {
    const [row] = rowsOf(new RegExp(`^${name.replace(',', '')}$`));
    expect(Number(row?.[1]), name).toBe(Number(value.toPrecision(2)));
  }
});

test('a cost model without the copies and the largest collections predicts the cost of these within 30 %', () => {
  const isHeldBack = ({ nodes, shards, copies, documents }: Measured) => {
    const sizes = measured.filter(
      (each) => each.nodes === nodes && each.shards === shards && each.copies === 1,
    );
    return copies > 1 || (sizes.length > 1 && sizes.every((each) => each.documents <= documents));
  };
  const { held = [], training = [] } = Object.groupBy(measured, (each) =>
    isHeldBack(each) ? 'held' : 'training',
  );
  expect(held).toHaveLength(6);
  const model = fitCostModel(training.map((each) => ({ ...each, cost: each.search.backendCpu })));
  for (const layout of held) {
    const predicted = predictedCost(model, layout);
    expect(Math.abs(predicted / layout.search.backendCpu - 1)).toBeLessThan(0.3);
  }
});

test('fitCostModel recovers the coefficients of synthetic costs, and none is negative', () => {
  const points = [1, 3].flatMap((nodes) =>
    [1, 2, 4].flatMap((shards) =>
      [10_000, 50_000, 400_000].map((documents) => ({ nodes, shards, documents })),
    ),
  );
  const found = fitCostModel(
    points.map((point) => ({ ...point, cost: predictedCost([5, 2, 3, 0.0004], point) })),
  );
  for (const [i, value] of [5, 2, 3, 0.0004].entries()) expect(found[i]! / value).toBeCloseTo(1, 3);
  const lower = fitCostModel(
    points.map((point) => ({ ...point, cost: predictedCost([-1, 2, 3, 0.0004], point) })),
  );
  expect(Math.min(...lower)).toBe(0);
});
