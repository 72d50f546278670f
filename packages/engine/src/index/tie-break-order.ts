/** Order of documents with equal scores: by date, newest first, then by ID. */
import {
  type PackedTexts,
  type SharedFloat64Array,
  type SharedUint8Array,
  type SharedUint16Array,
  sharedUint16,
} from '@semantic-search/query/collections';

/**
 * Returns the rank of each document. `dates` is NaN for missing dates, which sort last.
 *
 * `documents` lists all documents in any order and is sorted in place. Presorted runs cost one comparison per document
 * (TimSort).
 */
export function tieBreakOrder(
  dates: SharedFloat64Array,
  { bytes, starts }: PackedTexts,
  documents: number[],
): SharedUint16Array {
  documents.sort((a, b) => {
    const [one, other] = [dates[a]!, dates[b]!];
    return (
      (one === other ? 0 : compareDates(one, other)) ||
      compareBytes(bytes, starts[a]!, starts[a + 1]!, starts[b]!, starts[b + 1]!)
    );
  });
  const ranks = sharedUint16(documents.length);
  for (let rank = 0; rank < documents.length; rank++) ranks[documents[rank]!] = rank;
  return ranks;
}

/** Compares two ranges of the same bytes; ends are exclusive. */
function compareBytes(bytes: SharedUint8Array, a: number, endOfA: number, b: number, endOfB: number): number {
  const length = Math.min(endOfA - a, endOfB - b);
  for (let i = 0; i < length; i++) {
    const difference = bytes[a + i]! - bytes[b + i]!;
    if (difference !== 0) return difference;
  }
  return endOfA - a - (endOfB - b);
}

/** Newest first, missing dates last. */
export function compareDates(a: number, b: number): number {
  if (a === b) return 0;
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : 1;
  if (Number.isNaN(b)) return -1;
  return b - a;
}
