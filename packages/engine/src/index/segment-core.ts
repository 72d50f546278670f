/** Segment core: data derived from a segment on first use, which all readers of the segment share. */

import { type Baseline, baselinesOf } from './baselines.ts';
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
  readonly #segment: Segment;
  #baselines: Baseline[] | undefined;

  constructor(segment: Segment) {
    this.#segment = segment;
    this.title = new TermLookup(segment.title);
    this.body = new TermLookup(segment.body);
  }

  get baselines(): readonly Baseline[] {
    this.#baselines ??= baselinesOf(this.#segment);
    return this.#baselines;
  }
}
