/** Ranges of numbers. */
import { describe, expect, test } from 'vitest';
import { lowerBound } from './histogram.ts';
import { parseRange, rangeLabel, readableRange } from './range.ts';

describe('a range', () => {
  test('is written and read with open ends, and turned where it is the wrong way round', () => {
    expect(rangeLabel('10', '100')).toBe('[10 TO 100]');
    expect(rangeLabel('', '100')).toBe('[* TO 100]');
    expect(rangeLabel('100', '9')).toBe('[9 TO 100]');
    expect(rangeLabel('', '')).toBe('');
    expect(parseRange('[10 TO *]')).toEqual({ from: '10', to: '' });
    expect(parseRange('10 – 100')).toBe(undefined);
  });
  test('is shown as people write it', () => {
    expect(['[10 TO *]', '[* TO 5]', '[1 TO 2]', 'Book'].map(readableRange)).toEqual([
      '≥ 10',
      '≤ 5',
      '1 – 2',
      'Book',
    ]);
  });
  test('has a lower bound to be ordered by', () => {
    expect(['1,000 – 5,000', '-10 – 0', '10 – 100'].map(lowerBound)).toEqual([1000, -10, 10]);
  });
});
