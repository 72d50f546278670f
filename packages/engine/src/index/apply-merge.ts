/** Applies a finished merge to the current segments, which may have changed while it ran. */
import { deletedSince, liveKeys } from './deletions.ts';
import { type SegmentReader, segmentReader, withDeletions } from './index-reader.ts';
import type { MergedSegment } from './merge-segments.ts';
import { findKey } from './segment.ts';

/**
 * `before` is the run as it was when the merge began: documents may have been deleted since, and segments added behind it.
 * Undefined where nothing of it is left.
 */
export function applyMerge(
  parts: readonly SegmentReader[],
  before: SegmentReader[],
  { segment: merged, columns }: MergedSegment,
): SegmentReader[] | undefined {
  const isOfRun = ({ segment }: SegmentReader) => before.some((part) => part.segment === segment);
  const begin = parts.findIndex(isOfRun);
  if (begin < 0) return undefined;
  const now = parts.filter(isOfRun);
  const deleted = now.flatMap((part) => deletedSince(part, before)).map((key) => findKey(merged, key));
  // A part that has vanished altogether lost its last documents meanwhile.
  for (const part of before) {
    if (now.some(({ segment }) => segment === part.segment)) continue;
    deleted.push(...liveKeys(part).map((key) => findKey(merged, key)));
  }
  const whole = segmentReader(merged, columns, null);
  const found = deleted.filter((document) => document >= 0);
  return parts.toSpliced(begin, now.length, found.length > 0 ? withDeletions(whole, found) : whole);
}
