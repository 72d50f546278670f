/** Arrays of numbers of documents: compact shared integers, rows by document, and joined lists. */
import { GrowableUint32Array, sharedUint16, sharedUint32 } from '@semantic-search/query/collections';

/** Only two element types, so that inner loops stay bimorphic and fast. */
export type CompactArray = Uint16Array | Uint32Array;

/** Lists of numbers by document: the list of document d is `values[starts[d] … starts[d + 1])`. */
export interface Rows {
  starts: Uint32Array;
  values: CompactArray;
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

/** The distinct numbers of all lists, ascending. All numbers are below `end`. */
export function distinctNumbers(lists: readonly Uint32Array[], end: number): Uint32Array {
  const isKnown = new Uint8Array(end);
  const distinct = new GrowableUint32Array();
  for (const list of lists)
    for (const value of list) {
      if (isKnown[value] === 0) distinct.push(value);
      isKnown[value] = 1;
    }
  return distinct.view().sort();
}

/** Joins two lists of documents. */
export function concatenate(first: Uint16Array, second: Uint16Array): Uint16Array {
  const joined = new Uint16Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
