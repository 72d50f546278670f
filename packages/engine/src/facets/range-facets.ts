/** Range facets: the ranges of a number attribute, and the number of matches in each of them. */

import { lowerBound } from '@semantic-search/query/collections';
import type { NumberAttribute } from '../index/attributes.ts';
import type { SegmentReader } from '../index/reader.ts';
import type { NumberColumn } from '../index/segment.ts';
import type { SegmentMatches } from './counting.ts';
import { type LabeledRange, rangeBuckets } from './ranges/range-buckets.ts';

/** At most `limit` ranges over the values of all live documents, so that they do not depend on the query. */
export function attributeRanges(
  { number, kind }: NumberAttribute,
  readers: readonly SegmentReader[],
  limit: number,
): LabeledRange[] {
  const bounds = readers.flatMap((reader) => {
    const column = reader.segment.numbers.find(({ attribute }) => attribute === number);
    return (column && reader.bounds(column)) ?? [];
  });
  if (bounds.length === 0) return [];
  return rangeBuckets(Math.min(...bounds), Math.max(...bounds), kind, limit);
}

/** Adds to `counts`, by index in `ranges`; a document counts once per range. */
export function countRanges(
  { starts, values }: NumberColumn,
  { documents }: SegmentMatches,
  ranges: readonly LabeledRange[],
  counts: Uint32Array,
): void {
  const lastDocument = new Int32Array(ranges.length).fill(-1);
  for (const document of documents) {
    for (let i = starts[document]!; i < starts[document + 1]!; i++) {
      const range = indexOfRange(ranges, values[i]!);
      if (range < 0 || lastDocument[range] === document) continue;
      lastDocument[range] = document;
      counts[range]!++;
    }
  }
}

/** Index of the range that contains the value, or -1. The ranges are ascending and do not overlap. */
function indexOfRange(ranges: readonly LabeledRange[], value: number): number {
  const index = lowerBound(0, ranges.length, (i) => ranges[i]!.to <= value);
  return index < ranges.length && value >= ranges[index]!.from ? index : -1;
}
