/** Unsigned integers in shared memory, with 2 or 4 bytes per value as the largest one requires. */
import { sharedUint16, sharedUint32 } from '@semantic-search/query/collections';

/** Only two element types, so that inner loops stay bimorphic and fast. */
export type CompactArray = Uint16Array | Uint32Array;

export function compactArray(values: ArrayLike<number>): CompactArray {
  let largest = 0;
  for (let i = 0; i < values.length; i++) if (values[i]! > largest) largest = values[i]!;
  return largest < 0x1_0000 ? sharedUint16(values) : sharedUint32(values);
}
