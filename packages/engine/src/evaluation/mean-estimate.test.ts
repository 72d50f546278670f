import { describe, expect, it } from 'vitest';
import { estimateMean } from './mean-estimate.ts';

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
