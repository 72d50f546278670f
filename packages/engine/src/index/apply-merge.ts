/** Application of a finished merge to the current segments, which may have changed while it ran. */
import { deletedSince, liveKeys } from './deletions.ts';
import type { MergedSegment } from './merger.ts';
import { type SegmentReader, segmentReader } from './reader.ts';
import { findKey } from './segment.ts';

/**
 * Replaces the merged segments in `current` and applies deletions made during the merge.
 *
 * `before` holds their readers at the start of the merge. Returns undefined if none of them is left.
 */
export function applyMerge(
  current: readonly SegmentReader[],
  before: SegmentReader[],
  { segment: merged, columns }: MergedSegment,
): SegmentReader[] | undefined {
  const isMerged = ({ segment }: SegmentReader) => before.some((input) => input.segment === segment);
  const begin = current.findIndex(isMerged);
  if (begin < 0) return undefined;
  const inputs = current.filter(isMerged);
  const deleted = inputs.flatMap((input) => deletedSince(input, before)).map((key) => findKey(merged, key));
  // A segment that disappeared has lost its last documents since.
  for (const input of before) {
    if (inputs.some(({ segment }) => segment === input.segment)) continue;
    deleted.push(...liveKeys(input).map((key) => findKey(merged, key)));
  }
  const reader = segmentReader(merged, columns, null);
  const found = deleted.filter((document) => document >= 0);
  return current.toSpliced(begin, inputs.length, found.length > 0 ? reader.withDeletions(found) : reader);
}
