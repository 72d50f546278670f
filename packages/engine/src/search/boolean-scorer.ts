/** Boolean scorer of one segment: sums the scores of documents and checks which requirements they meet. */

import type { Alternative, QueryPlan } from '@semantic-search/query';
import type { IndexReader, SegmentReader } from '../index/reader.ts';
import { addBm25Scores } from '../scoring/bm25.ts';
import { addConceptScores } from './concept-scorer.ts';
import type { Evaluation } from './evaluate.ts';
import { type Matches, NO_MATCHES } from './match-arena.ts';
import type { SearchScratch } from './search-scratch.ts';
import { matchesAmongCandidates, matchesOf } from './segment-matches.ts';

/** Bit of `requirementsMet` for documents that an excluded clause matches. */
const EXCLUDED = 0x8000_0000;

/**
 * Calls `use` with the documents of a segment that meet all requirements, or the threshold of a relaxed plan, in no
 * particular order. All live documents qualify if the plan has no requirement. Their scores are in `scratch.scores` until `use` returns.
 */
export function scoreSegment<Result>(
  plan: QueryPlan,
  evaluation: Evaluation,
  index: IndexReader,
  segmentIndex: number,
  scratch: SearchScratch,
  use: (documents: Uint16Array) => Result,
): Result {
  const reader = index.segments[segmentIndex]!;
  const { size } = reader.segment;
  const averageLength = scratch.ranking.averageLength(index);
  const add = (i: number, matches: Matches) =>
    addScores(plan.alternatives[i]!, matches, evaluation.weights[i]!, reader, averageLength, scratch);
  if (plan.alternatives.length === 1 && anyMatchMeetsAll(plan)) {
    // A single alternative needs no combination.
    const matches = evaluation.matches[0]![segmentIndex]!.matches!;
    add(0, matches);
    try {
      return use(matches.documents);
    } finally {
      clear(scratch.scores, matches.documents, size);
    }
  }
  const { count, found } = findCandidates(plan, evaluation, reader, segmentIndex, scratch);
  const candidates = scratch.candidates.subarray(0, count);
  try {
    const documents = anyMatchMeetsAll(plan) ? candidates : selectHits(candidates, plan, scratch);
    // If all requirements must be met, most matches of the leading one meet no other and need no scores.
    const isNarrowed = evaluation.leading < evaluation.order.length;
    found.forEach((matches, i) => {
      add(evaluation.order[i]!, isNarrowed ? amongCandidates(matches, scratch) : matches);
    });
    if (plan.threshold) boostCompleteHits(documents, plan.requiredMask, scratch);
    return use(documents);
  } finally {
    clear(scratch.requirementsMet, candidates, size);
    clear(scratch.scores, candidates, size);
  }
}

/** Sets `requirementsMet`. Returns the number of candidates and the matches of the alternatives in evaluation order. */
function findCandidates(
  plan: QueryPlan,
  evaluation: Evaluation,
  reader: SegmentReader,
  segmentIndex: number,
  scratch: SearchScratch,
) {
  const { requirementsMet, candidates } = scratch;
  let count = 0;
  for (const { documents } of evaluation.excluded[segmentIndex]!) {
    for (const document of documents) {
      if (requirementsMet[document] === 0) candidates[count++] = document;
      requirementsMet[document] = EXCLUDED;
    }
  }
  if (plan.requiredMask === 0) count = addLiveDocuments(reader, count, scratch);
  const found = evaluation.order.map((alternative, i) => {
    const { matcher, requirementMask } = plan.alternatives[alternative]!;
    const evaluated = evaluation.matches[alternative]![segmentIndex]!.matches;
    if (i < evaluation.leading) {
      const matches = evaluated ?? matchesOf(reader, matcher, scratch);
      count = meetRequirements(matches, requirementMask, count, scratch);
      return matches;
    }
    if (count === 0) return NO_MATCHES;
    const matches = evaluated
      ? amongCandidates(evaluated, scratch)
      : matchesAmongCandidates(reader, matcher, scratch);
    meetRequirements(matches, requirementMask, count, scratch);
    return matches;
  });
  return { count, found };
}

/** Added to hits that meet all requirements if fewer suffice. Exceeds any score, so that these hits come first. */
export const COMPLETE_MATCH_BOOST = 1000;

function boostCompleteHits(
  documents: Uint16Array,
  requiredMask: number,
  { requirementsMet, scores }: SearchScratch,
): void {
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i]!;
    if ((requirementsMet[document]! & requiredMask) === requiredMask)
      scores[document]! += COMPLETE_MATCH_BOOST;
  }
}

/** True if every match of every alternative meets all requirements, so that candidates need no check. */
function anyMatchMeetsAll({ alternatives, requiredMask, excluded }: QueryPlan): boolean {
  return (
    requiredMask !== 0 &&
    excluded.length === 0 &&
    alternatives.every(({ requirementMask }) => (requirementMask & requiredMask) === requiredMask)
  );
}

/** From this share of the segment on, clearing the whole buffer is faster than clearing single documents. */
const MIN_FILL_SHARE = 1 / 8;

function clear(buffer: Float32Array | Uint32Array, documents: Uint16Array, size: number): void {
  if (documents.length > size * MIN_FILL_SHARE) buffer.fill(0, 0, size);
  else for (let i = 0; i < documents.length; i++) buffer[documents[i]!] = 0;
}

function addLiveDocuments(
  { segment, deleted }: SegmentReader,
  count: number,
  { requirementsMet, candidates }: SearchScratch,
): number {
  let end = count;
  for (let document = 0; document < segment.size; document++) {
    if (requirementsMet[document] === 0 && deleted?.[document] !== 1) candidates[end++] = document;
  }
  return end;
}

/** Restricts matches to documents that meet a requirement. */
function amongCandidates(
  { documents, weights }: Matches,
  { requirementsMet, matches }: SearchScratch,
): Matches {
  matches.reserve(documents.length);
  const { documents: into, weights: weightsInto, used } = matches;
  let at = used;
  // Branch-free, because the branch would be unpredictable.
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i]!;
    into[at] = document;
    weightsInto[at] = weights[i]!;
    at += requirementsMet[document] === 0 ? 0 : 1;
  }
  return matches.takeAll(at - used);
}

/** Returns the new number of candidates. */
function meetRequirements(
  { documents }: Matches,
  requirementMask: number,
  count: number,
  { requirementsMet, candidates }: SearchScratch,
): number {
  let end = count;
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i]!;
    if (requirementsMet[document] === 0) candidates[end++] = document;
    requirementsMet[document]! |= requirementMask;
  }
  return end;
}

function addScores(
  { matcher }: Alternative,
  matches: Matches,
  weight: number,
  { segment }: SegmentReader,
  averageLength: number,
  { scores, ranking }: SearchScratch,
): void {
  if (matcher.kind === 'concept') addConceptScores(matches, weight, scores);
  else if (matcher.kind === 'title') addConceptScores(matches, weight * ranking.titleFactor, scores);
  else addBm25Scores(matches, weight, ranking.lengths(segment), averageLength, scores, ranking.bm25);
}

/** Candidates that meet all requirements, or the threshold of a relaxed plan. Clears the masks of the others. */
function selectHits(
  candidates: Uint16Array,
  { requiredMask, threshold }: QueryPlan,
  { requirementsMet, hits }: SearchScratch,
): Uint16Array {
  let count = 0;
  for (let i = 0; i < candidates.length; i++) {
    const document = candidates[i]!;
    const met = requirementsMet[document]!;
    const isEnough = threshold
      ? weightOf(met & requiredMask, threshold.weights) >= threshold.minimum
      : (met & requiredMask) === requiredMask;
    if (met < EXCLUDED && isEnough) hits[count++] = document;
    else requirementsMet[document] = 0;
  }
  return hits.subarray(0, count);
}

function weightOf(requirementMask: number, weights: readonly number[]): number {
  let sum = 0;
  for (let rest = requirementMask; rest !== 0; rest &= rest - 1)
    sum += weights[31 - Math.clz32(rest & -rest)]!;
  return sum;
}
