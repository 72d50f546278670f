/** Title scorer: adds a bonus for titles that have most of the query and little else. */
import type { Alternative } from '@semantic-search/query';
import { bitCount, getOrInsert } from '@semantic-search/query/collections';
import type { SegmentReader } from '../index/reader.ts';
import type { Segment } from '../index/segment.ts';
import { idf } from '../scoring/bm25.ts';
import type { Evaluation, Execution } from './evaluate.ts';
import { titleLists } from './matches.ts';
import type { SearchScratch } from './search-scratch.ts';

/** Bonus of a title that equals the query, relative to the sum of the inverse document frequencies of its requirements. */
const TITLE_BONUS = 2;
/** Completions in texts, compounds and partial labels weigh less; a title with one of them does not say what the query says. */
const MIN_WEIGHT = 0.3;

/**
 * Adds to the scores of the hits
 *
 *     TITLE_BONUS · R · share² · min(1, share · n / length)
 *
 * where `R` is the summed rarity of the `n` requirements, `share` the part of it that the title meets, and `length` the number of
 * words of the title. Both factors matter: a long title that contains the query, and a short one with a part of it, gain little.
 */
export function addTitleScores(
  evaluation: Evaluation,
  segmentIndex: number,
  { scratch, ranking }: Execution,
): void {
  const { plan, index } = evaluation;
  const reader = index.segments[segmentIndex]!;
  const rarities = requirementRarities(evaluation);
  const total = rarities.reduce((sum, rarity) => sum + rarity, 0);
  if (total === 0) return;
  const requirements = bitCount(plan.requiredMask);
  const lengths = titleLengths(reader.segment);
  const factor = TITLE_BONUS * total * ranking.titleFactor;
  const count = matchTitles(evaluation, reader, scratch);
  for (const document of scratch.touched.subarray(0, count)) {
    const share = sumOf(rarities, scratch.metInTitles[document]!) / total;
    const lengthShare = Math.min(1, (share * requirements) / lengths[document]!);
    scratch.scores[document]! += factor * share * share * lengthShare;
    scratch.metInTitles[document] = 0;
  }
}

/** Sum of the values of the bits that are set. */
function sumOf(values: readonly number[], mask: number): number {
  let sum = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) sum += values[31 - Math.clz32(rest & -rest)]!;
  return sum;
}

/** By bit of the mask of requirements: inverse document frequency of its most frequent words; 0 if no document has them. */
function requirementRarities({ plan, index, frequencies }: Evaluation): number[] {
  const largest = new Array<number>(31).fill(0);
  plan.alternatives.forEach((alternative, i) => {
    const mask = maskInTitles(alternative, plan.requiredMask);
    if (bitCount(mask) !== 1) return;
    const bit = 31 - Math.clz32(mask);
    largest[bit] = Math.max(largest[bit]!, frequencies[i]!);
  });
  return largest.map((frequency) => (frequency === 0 ? 0 : idf(frequency, index.documents)));
}

/** Requirements that a title with a match of the alternative meets. */
function maskInTitles({ matcher, requirementMask, weight }: Alternative, requiredMask: number): number {
  return matcher.kind === 'concept' || weight < MIN_WEIGHT ? 0 : requirementMask & requiredMask;
}

/** Sets `metInTitles` of the hits, whose `requirementsMet` is not 0. Returns the number of documents in `touched`. */
function matchTitles(
  { plan }: Evaluation,
  reader: SegmentReader,
  { requirementsMet, metInTitles, touched }: SearchScratch,
): number {
  let count = 0;
  for (const alternative of plan.alternatives) {
    const mask = maskInTitles(alternative, plan.requiredMask);
    if (mask === 0) continue;
    for (const { documents, begin, end } of titleLists(reader, alternative.matcher)) {
      for (let i = begin; i < end; i++) {
        const document = documents[i]!;
        if (requirementsMet[document] === 0) continue;
        if (metInTitles[document] === 0) touched[count++] = document;
        metInTitles[document]! |= mask;
      }
    }
  }
  return count;
}

const lengthsBySegment = new WeakMap<Segment, Uint16Array>();

/** Number of words and subwords of each title; computed on first use, by one pass over the postings of titles. */
function titleLengths(segment: Segment): Uint16Array {
  return getOrInsert(lengthsBySegment, segment, () => {
    const lengths = new Uint16Array(segment.size);
    const { documents, frequencies } = segment.title;
    for (let i = 0; i < documents.length; i++) lengths[documents[i]!]! += frequencies[i]!;
    return lengths;
  });
}
