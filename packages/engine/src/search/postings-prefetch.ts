/**
 * Prefetch of postings: reads the starts of the lists in all segments before they are read one by one.
 *
 * Queries with few matches are bound by memory latency; overlapping cache misses hide it.
 */

import { prefetch } from '../index/prefetch.ts';
import type { IndexReader } from '../index/reader.ts';
import { bitsIndex, ordinalInBitmap } from '../index/term-lookup.ts';
import type { SearchScratch } from './search-scratch.ts';

/** Short term lists need no prefetch, because their postings are close together. */
export function prefetchPostings(
  { longTermLists }: IndexReader,
  terms: readonly number[],
  scratch: SearchScratch,
): void {
  const starts = scratch.postingStarts(longTermLists.length);
  let sum = 0;
  for (const term of terms) for (const { bitmap } of longTermLists) sum ^= bitmap![bitsIndex(term)]!;
  for (const term of terms) {
    for (let i = 0; i < longTermLists.length; i++) {
      const { postings, bitmap } = longTermLists[i]!;
      const ordinal = ordinalInBitmap(bitmap!, term);
      starts[i] = ordinal < 0 ? -1 : postings.starts[ordinal]!;
    }
    for (let i = 0; i < longTermLists.length; i++)
      if (starts[i]! >= 0) sum ^= longTermLists[i]!.postings.documents[starts[i]!]!;
  }
  prefetch(sum);
}
