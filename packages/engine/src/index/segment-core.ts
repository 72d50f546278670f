/** Segment core: data derived from a segment on first use, which all readers of the segment share. */

import type { CompactArray } from './compact-array.ts';
import type { NumberColumn, Segment } from './segment.ts';
import { TermLookup } from './term-lookup.ts';

/** Index of the range + 1 of each document, 0 for none; `ranges` identifies the ranges. */
export interface RangeCodes {
  ranges: string;
  codes: Uint8Array;
}

export class SegmentCore {
  readonly title: TermLookup;
  readonly body: TermLookup;
  /** Codes for the ranges used last, by column. */
  readonly rangeCodes = new Map<NumberColumn, RangeCodes>();
  /** Facet counts over all documents, including deleted ones, by the values that are counted. */
  readonly totals = new WeakMap<CompactArray, Uint32Array>();

  constructor(segment: Segment) {
    this.title = new TermLookup(segment.title);
    this.body = new TermLookup(segment.body);
  }
}
