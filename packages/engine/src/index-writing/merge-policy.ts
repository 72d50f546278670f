/** Tiered merge policy over adjacent segments: the segment count grows logarithmically. */
import { MAX_SEGMENT_DOCS } from '../index/segment.ts';

/** Minimum number of segments to merge in a size class, and size ratio of adjacent size classes. */
const MERGE_FACTOR = 8;

/** Segments of this size or larger are merged only if too many of their documents are deleted. */
const MAX_INPUT_DOCS = MAX_SEGMENT_DOCS / 2;
/** Deleted documents take memory and time of each query; a merge for fewer of them copies mostly live documents. */
const DEFAULT_MAX_DELETED_SHARE = 0.3;

interface Sized {
  live: number;
  segment: { size: number };
}

/** Indexes of adjacent segments; `end` is exclusive. */
interface SegmentRange {
  begin: number;
  end: number;
}

/** Returns the segments to merge next; undefined if no merge is needed. */
export function nextMerge(segments: readonly Sized[], maxDeletedShare = DEFAULT_MAX_DELETED_SHARE) {
  for (let minSize = 1; minSize < MAX_INPUT_DOCS; minSize *= MERGE_FACTOR) {
    const range = rangeOfClass(segments, minSize, Math.min(minSize * MERGE_FACTOR, MAX_INPUT_DOCS));
    if (range) return range;
  }
  // A merge of a single segment only drops its deleted documents.
  const sparse = segments.findIndex(({ live, segment }) => live < segment.size * (1 - maxDeletedShare));
  return sparse < 0 ? undefined : { begin: sparse, end: sparse + 1 };
}

/**
 * Finds the last range of adjacent segments below `maxSize` with at least `MERGE_FACTOR` segments of the size class.
 *
 * Smaller segments between them are merged too. The minimum prevents copying large segments to merge a few small ones.
 */
function rangeOfClass(segments: readonly Sized[], minSize: number, maxSize: number) {
  let end = segments.length;
  /** Number of segments of the size class in the range. */
  let classSize = 0;
  // The place before the first segment (-1) counts as a large segment, which ends the range.
  for (let begin = segments.length - 1; begin >= -1; begin--) {
    const live = segments[begin]?.live ?? maxSize;
    if (live < maxSize) {
      if (live >= minSize) classSize++;
      continue;
    }
    if (classSize >= MERGE_FACTOR) return limitToSegment(segments, begin + 1, end);
    end = begin;
    classSize = 0;
  }
  return undefined;
}

/** Limits a range to the documents of one segment: at least two inputs, because each is less than half full. */
function limitToSegment(segments: readonly Sized[], begin: number, end: number): SegmentRange {
  let documents = 0;
  let last = begin;
  while (last < end && documents + segments[last]!.live <= MAX_SEGMENT_DOCS)
    documents += segments[last++]!.live;
  return { begin, end: last };
}
