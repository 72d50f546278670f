import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NumberRanges } from './number-ranges.ts';

const bound = fc.oneof(fc.integer({ min: -5, max: 12 }), fc.constantFrom(-Infinity, Infinity));
const range = fc.record({ from: bound, to: bound, toExclusive: fc.boolean() });

test('a union of ranges contains a number if any of its ranges contains it', () => {
  const property = fc.property(fc.array(range, { maxLength: 12 }), (ranges) => {
    const set = new NumberRanges(ranges);
    for (let value = -6; value <= 13; value += 0.5) {
      const isIn = ranges.some(
        ({ from, to, toExclusive }) => value >= from && (toExclusive ? value < to : value <= to),
      );
      expect([value, set.has(value)]).toEqual([value, isIn]);
    }
    expect(set.has(Number.NaN)).toBe(false);
  });
  fc.assert(property, { numRuns: 500 });
});
