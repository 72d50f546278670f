import { describe, expect, it } from 'vitest';
import { ndcg, recall } from './ranking-measures.ts';

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

describe('recall', () => {
  it('recall is the share of the relevant documents', () => {
    expect(recall(['a', 'x', 'b', 'a'], grades)).toBeCloseTo(2 / 3, 12);
    expect(recall(['x', 'a'], grades, 1)).toBe(0);
  });
});
