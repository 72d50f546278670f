/** Compact arrays of integers in shared memory, and rows: lists of numbers by document. */
import { sharedUint16, sharedUint32 } from '@semantic-search/query/collections';

/** Only two element types, so that inner loops stay bimorphic and fast. */
export type CompactArray = Uint16Array | Uint32Array;

/** Lists of numbers by document: the list of document d is `values[starts[d] … starts[d + 1])`. */
export interface Rows<Values = CompactArray> {
  starts: Uint32Array;
  values: Values;
}

/** A view of the list of one document. */
export function rowAt({ starts, values }: Rows, document: number): CompactArray {
  return values.subarray(starts[document], starts[document + 1]);
}

/** A shared copy with 2 bytes a number if all numbers fit, otherwise with 4. */
export function compactArray(values: ArrayLike<number>): CompactArray {
  let largest = 0;
  for (let i = 0; i < values.length; i++) largest = Math.max(largest, values[i]!);
  return largest < 0x1_0000 ? sharedUint16(values) : sharedUint32(values);
}
