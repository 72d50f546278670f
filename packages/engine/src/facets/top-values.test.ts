import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nonZeroValues, topValues } from './facet-values.ts';

const count = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5 }), fc.integer({ min: 1000, max: 1050 }));
const facet = fc.array(fc.tuple(count, fc.integer({ min: 0, max: 1 })), { maxLength: 80 });

test('top values equal those of a full sort', () => {
  fc.assert(
    fc.property(facet, fc.integer({ min: 1, max: 20 }), (values, limit) => {
      const counts = Uint32Array.from(values, ([each]) => each);
      const within = Uint8Array.from(values, ([, isWithin]) => isWithin);
      const counting = [...counts.keys()].filter((value) => counts[value]! > 0 && within[value] === 1);
      const least = counting.map((value) => counts[value]!).sort((a, b) => b - a)[limit - 1] ?? 0;
      expect([...nonZeroValues(counts, within)]).toEqual(counting);
      expect([...topValues(counts, limit, within)]).toEqual(
        counting.filter((value) => counts[value]! >= least),
      );
    }),
  );
});
