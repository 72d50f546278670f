/** Tiered merge policy over adjacent segments: the segment count grows logarithmically. */
import { MAX_SEGMENT_DOCS } from './segment.ts';

/** So many of one size class are merged; the next class begins at so many times the size. */
const MERGE_FACTOR = 8;

/** Segments from here on are left alone, unless too many of their documents are deleted. */
const MAX_INPUT_DOCS = MAX_SEGMENT_DOCS / 2;
const MAX_DELETED_SHARE = 0.3;

interface Sized {
  live: number;
  segment: { size: number };
}

/** Neighbours, `end` exclusive. */
interface Run {
  begin: number;
  end: number;
}

/** The run to merge next; undefined where all is well. */
export function nextMerge(parts: readonly Sized[]): Run | undefined {
  for (let smallest = 1; smallest < MAX_INPUT_DOCS; smallest *= MERGE_FACTOR) {
    const run = runOfClass(parts, smallest, Math.min(smallest * MERGE_FACTOR, MAX_INPUT_DOCS));
    if (run) return run;
  }
  const decayed = parts.findIndex(({ live, segment }) => live < segment.size * (1 - MAX_DELETED_SHARE));
  return decayed < 0 ? undefined : { begin: decayed, end: decayed + 1 };
}

/**
 * The last neighbours below a size of which enough are of the class; smaller ones between them come along. Enough are
 * asked for so that nothing large is copied for the sake of a few small ones.
 */
function runOfClass(parts: readonly Sized[], smallest: number, below: number): Run | undefined {
  let [end, enough] = [parts.length, 0];
  for (let begin = parts.length - 1; begin >= -1; begin--) {
    const live = parts[begin]?.live ?? below;
    if (live < below) {
      if (live >= smallest) enough++;
      continue;
    }
    if (enough >= MERGE_FACTOR) return fitting(parts, begin + 1, end);
    [end, enough] = [begin, 0];
  }
  return undefined;
}

/** What of it fits into one segment: at least two, as each is less than half full. */
function fitting(parts: readonly Sized[], begin: number, end: number): Run {
  let documents = 0;
  let last = begin;
  while (last < end && documents + parts[last]!.live <= MAX_SEGMENT_DOCS) documents += parts[last++]!.live;
  return { begin, end: last };
}
