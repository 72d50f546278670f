/** Which neighbouring segments to merge, so that their number grows with the logarithm of the documents. */
import { largestSegment } from './segment.ts';

const fanOut = 8;

/** Segments over half the largest size are left alone, unless this share of them is deleted. */
const tooManyDeleted = 0.3;

interface Sized {
  live: number;
  segment: { size: number };
}

/** The run to merge next, `begin` inclusive and `end` exclusive; undefined where all is well. */
export function nextMerge(parts: readonly Sized[]): { begin: number; end: number } | undefined {
  for (let level = 0; fanOut ** level < largestSegment; level++) {
    const run = runOfLevel(parts, fanOut ** (level + 1));
    if (run && run.end - run.begin >= fanOut) return run;
  }
  const decayed = parts.findIndex(({ live, segment }) => live < segment.size * (1 - tooManyDeleted));
  return decayed < 0 ? undefined : { begin: decayed, end: decayed + 1 };
}

/** The last run of parts that are each below `size`, cut to what fits into one segment. */
function runOfLevel(parts: readonly Sized[], size: number): { begin: number; end: number } | undefined {
  const below = Math.min(size, largestSegment / 2);
  const small = (part: Sized | undefined) => part !== undefined && part.live < below;
  let end = parts.length;
  while (end > 0) {
    while (end > 0 && !small(parts[end - 1])) end--;
    let begin = end;
    while (begin > 0 && small(parts[begin - 1])) begin--;
    const run = fitting(parts, begin, end);
    if (run.end - run.begin >= fanOut) return run;
    end = begin;
  }
  return undefined;
}

function fitting(parts: readonly Sized[], begin: number, end: number): { begin: number; end: number } {
  let documents = 0;
  let last = begin;
  while (last < end && documents + parts[last]!.live <= largestSegment) documents += parts[last++]!.live;
  return { begin, end: last };
}
