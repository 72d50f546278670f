import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_POSITION_BYTES, readPositions, skipPositions, writePosition } from './positions.ts';
import { MAX_POSITION } from './segment.ts';

test('encoded positions round-trip and can be skipped without decoding', () => {
  const position = fc.oneof(fc.nat(MAX_POSITION), fc.constantFrom(0, 127, 128, 16_383, 16_384, MAX_POSITION));
  fc.assert(
    fc.property(fc.array(position), fc.array(position), (skipped, read) => {
      const all = [...skipped, ...read];
      const bytes = new Uint8Array(all.length * MAX_POSITION_BYTES);
      const end = all.reduce((at, each) => writePosition(bytes, at, each), 0);
      const into: number[] = [];
      const begin = skipPositions(bytes, 0, skipped.length);
      expect(readPositions(bytes, begin, read.length, into)).toBe(end);
      expect(into).toEqual(read);
    }),
  );
});
