import { describe, expect, it } from 'vitest';
import { estimateMean, ndcg, recall, reciprocalRank } from './ranking-measures.ts';

const grades = new Map([
  ['a', 3],
  ['b', 1],
  ['c', 0],
  ['d', 2],
]);

describe('ndcg', () => {
  it('nDCG is 1 for the ideal order and less for others', () => {
    expect(ndcg(['a', 'd', 'b', 'c'], grades)).toBe(1);
    const ideal = 3 + 2 / Math.log2(3) + 1 / 2;
    expect(ndcg(['x', 'a', 'c'], grades)).toBeCloseTo(3 / Math.log2(3) / ideal, 12);
  });

  it('counts documents up to the depth', () => {
    expect(ndcg(['x', 'a'], grades, 1)).toBe(0);
    expect(ndcg(['a'], grades, 1)).toBe(1);
  });
});

describe('reciprocalRank', () => {
  it('the reciprocal rank is 1 divided by the rank of the first relevant document', () => {
    expect(reciprocalRank(['c', 'x', 'b', 'a'], grades)).toBe(1 / 3);
    expect(reciprocalRank(['c'], grades)).toBe(0);
  });
});

describe('recall', () => {
  it('recall is the share of the relevant documents', () => {
    expect(recall(['a', 'x', 'b', 'a'], grades)).toBeCloseTo(2 / 3, 12);
    expect(recall(['x', 'a'], grades, 1)).toBe(0);
  });
});

describe('estimateMean', () => {
  it('contains the mean and narrows with more values', () => {
    const few = estimateMean([0, 1, 0, 1]);
    const many = estimateMean(Array.from({ length: 400 }, (_, i) => i % 2));
    expect([few.mean, many.mean]).toEqual([0.5, 0.5]);
    expect(many.low).toBeGreaterThan(0.44);
    expect(many.high).toBeLessThan(0.56);
    expect(few.high - few.low).toBeGreaterThan(many.high - many.low);
  });

  it('has no interval for equal values or one', () => {
    expect(estimateMean([0.5])).toEqual({ mean: 0.5, low: 0.5, high: 0.5 });
    expect(estimateMean([0.5, 0.5, 0.5])).toEqual({ mean: 0.5, low: 0.5, high: 0.5 });
  });
});
