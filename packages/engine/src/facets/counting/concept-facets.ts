/**
 * Concept facets: counts the concepts of the matches.
 *
 * Frequent concepts are counted first. Rare ones take most of the time and are pruned once they cannot be shown.
 */
import type { SegmentReader } from '../../index/reader.ts';
import { countFrequent, countRare, countRareOfSegment } from './concept-counter.ts';
import type { SegmentMatches } from './delta-counting.ts';
import type { FacetScratch } from './facet-scratch.ts';
import { minTopCount } from './top-values.ts';

/** The `limit` most frequent concepts of a facet, and those that tie with the last one. */
export interface TopConcepts {
  /** 1 for each concept of the facet. */
  within: ArrayLike<number>;
  /** Infinite for all concepts. */
  limit: number;
}

/** For fewer matches, counting everything costs less than pruning. */
const MIN_MATCHES_TO_PRUNE = 20_000;

/** Counts by concept, of which there are `size`. They are exact for the requested concepts and too low for others. */
export function conceptCounts(
  size: number,
  matches: SegmentMatches[],
  requested: TopConcepts[],
  scratch: FacetScratch,
): Uint32Array {
  const counts = new Uint32Array(size);
  for (const each of matches) countFrequent(each, counts, scratch);
  const total = matches.flatMap(({ lists }) => lists).reduce((sum, { length }) => sum + length, 0);
  if (total >= MIN_MATCHES_TO_PRUNE) countTop(matches, requested, counts, scratch);
  else for (const each of matches) countRare(each, counts, scratch);
  return counts;
}

/** Counts segment by segment: the less the remaining segments can add, the fewer concepts are worth counting. */
function countTop(
  matches: SegmentMatches[],
  requested: TopConcepts[],
  counts: Uint32Array,
  scratch: FacetScratch,
): void {
  const frequentCounts = counts.slice();
  /** Upper bound of what the remaining segments add. */
  const remaining = new Uint32Array(counts.length);
  for (const { reader } of matches) countRareOfSegment(reader, remaining, scratch, 1);
  const isCandidate = candidatesOf(counts, remaining, requested);
  const minCounts = requested.map(({ within, limit }) => minTopCount(counts, limit, within));
  let candidates = [...isCandidate.keys()].filter((concept) => isCandidate[concept] === 1);
  for (const each of matches) {
    const end = endOfCandidates(each.reader, isCandidate);
    if (end > each.reader.concepts.frequent) countRare(each, counts, scratch, end);
    countRareOfSegment(each.reader, remaining, scratch, -1);
    candidates = candidates.filter((concept) => {
      const bound = counts[concept]! + remaining[concept]!;
      const stays = requested.some(({ within }, i) => within[concept] === 1 && bound >= minCounts[i]!);
      if (!stays) isCandidate[concept] = 0;
      return stays;
    });
  }
  for (let concept = 0; concept < counts.length; concept++)
    if (isCandidate[concept] === 0) counts[concept] = frequentCounts[concept]!;
}

/** End of the last candidate in the concept order of a segment. */
function endOfCandidates({ concepts: { order } }: SegmentReader, isCandidate: Uint8Array): number {
  let end = order.length;
  while (end > 0 && isCandidate[order[end - 1]!] === 0) end--;
  return end;
}

/** 1 for concepts that are among the requested ones if all remaining documents have them. */
function candidatesOf(counts: Uint32Array, remaining: Uint32Array, requested: TopConcepts[]): Uint8Array {
  const isCandidate = new Uint8Array(counts.length);
  for (const { within, limit } of requested) {
    const minCount = minTopCount(counts, limit, within);
    for (let concept = 0; concept < isCandidate.length; concept++)
      if (within[concept] === 1 && counts[concept]! + remaining[concept]! >= minCount)
        isCandidate[concept] = 1;
  }
  return isCandidate;
}
