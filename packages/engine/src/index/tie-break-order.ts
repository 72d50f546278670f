/** Order of documents with equal scores: by date, newest first, then by ID. */
import {
  type PackedTexts,
  type SharedFloat64Array,
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
  ids: PackedTexts,
  documents: number[],
): SharedUint16Array {
  documents.sort((a, b) => {
    const [one, other] = [dates[a]!, dates[b]!];
    return (one === other ? 0 : compareDates(one, other)) || compareIds(ids, a, b);
  });
  const ranks = sharedUint16(documents.length);
  for (let rank = 0; rank < documents.length; rank++) ranks[documents[rank]!] = rank;
  return ranks;
}

/** Compares bytes. */
function compareIds({ bytes, starts }: PackedTexts, a: number, b: number): number {
  const [beginOfA, beginOfB] = [starts[a]!, starts[b]!];
  const [lengthOfA, lengthOfB] = [starts[a + 1]! - beginOfA, starts[b + 1]! - beginOfB];
  for (let i = 0; i < lengthOfA && i < lengthOfB; i++) {
    const difference = bytes[beginOfA + i]! - bytes[beginOfB + i]!;
    if (difference !== 0) return difference;
  }
  return lengthOfA - lengthOfB;
}

/** Newest first, missing dates last. */
export function compareDates(a: number, b: number): number {
  if (a === b) return 0;
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : 1;
  if (Number.isNaN(b)) return -1;
  return b - a;
}
