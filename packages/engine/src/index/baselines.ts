/** Baselines of a segment: document sets with reusable facet totals, for delta counting. */

import type { CompactArray } from './compact-array.ts';
import type { Segment } from './segment.ts';

/** All documents of a segment, including deleted ones, or those with one attribute value. */
export interface Baseline {
  size: number;
  /** The set contains the documents with this value in the column; without a column, all documents. */
  column: CompactArray | null;
  value: number;
  /** By the column that is counted. */
  totals: WeakMap<object, Totals>;
}

/** Values that documents of a baseline have, and their counts. */
export interface Totals {
  values: Uint32Array;
  counts: Uint32Array;
}

/** A value of fewer documents is not worth the memory of its totals. */
const MIN_BASELINE_SHARE = 1 / 32;

/** The first baseline is all documents; the others are the frequent values of single-valued attributes. */
export function baselinesOf({ size, literals }: Segment): Baseline[] {
  const all: Baseline = { size, column: null, value: 0, totals: new WeakMap() };
  return [all, ...literals.flatMap(({ starts, values }) => (starts ? [] : frequentValues(values)))];
}

function frequentValues(column: CompactArray): Baseline[] {
  let largest = 0;
  for (let i = 0; i < column.length; i++) largest = Math.max(largest, column[i]!);
  const sizes = new Uint32Array(largest + 1);
  for (let i = 0; i < column.length; i++) sizes[column[i]!]!++;
  const baselines: Baseline[] = [];
  sizes.forEach((size, value) => {
    const isFrequent = size > 0 && size >= column.length * MIN_BASELINE_SHARE;
    if (isFrequent) baselines.push({ size, column, value, totals: new WeakMap() });
  });
  return baselines;
}

/** Documents of a baseline, ascending. */
export function documentsOf({ size, column, value }: Baseline): Uint16Array {
  const documents = new Uint16Array(size);
  // Branch-free, because the branch would be unpredictable.
  for (let i = 0, at = 0; at < size; i++) {
    documents[at] = i;
    at += column === null || column[i] === value ? 1 : 0;
  }
  return documents;
}
