/** Unsigned integers of 2 or 4 bytes in shared memory, as the largest one requires, and lists of them. */
import { sharedUint16, sharedUint32 } from '@semantic-search/query/collections';

/** Only two element types, so that inner loops stay bimorphic and fast. */
export type CompactArray = Uint16Array | Uint32Array;

/** Lists of numbers by document: those of document d are `values[starts[d] … starts[d + 1])`. */
export interface Rows {
  starts: Uint32Array;
  values: CompactArray;
}

export function rowAt({ starts, values }: Rows, document: number): CompactArray {
  return values.subarray(starts[document], starts[document + 1]);
}

export function compactArray(values: ArrayLike<number>): CompactArray {
  let largest = 0;
  for (let i = 0; i < values.length; i++) if (values[i]! > largest) largest = values[i]!;
  return largest < 0x1_0000 ? sharedUint16(values) : sharedUint32(values);
}

export function concatenate(one: Uint16Array, other: Uint16Array): Uint16Array {
  const both = new Uint16Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
