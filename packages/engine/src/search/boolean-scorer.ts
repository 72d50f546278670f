/** Boolean scorer of one segment: sums the scores of documents and checks which requirements they meet. */
import { FOREIGN_FACTOR, missingFactors, productOf, type QueryPlan } from '@semantic-search/query';
import { analyzerFor } from '@semantic-search/query/analysis';
import { lowestBit } from '@semantic-search/query/collections';
import { columnOf, type Segment } from '../index/segment.ts';
import { addBm25Scores } from '../scoring/bm25.ts';
import type { Evaluation, Execution } from './matching/evaluate.ts';
import type { Matches } from './matching/matches.ts';
import type { SearchScratch } from './matching/search-scratch.ts';
import { addTitleScores } from './title-scorer.ts';

/** Bit of `requirementsMet` for documents that an excluded clause matches. */
const EXCLUDED = 0x8000_0000;

/**
 * Calls `readHits` with the documents of a segment that meet all requirements, or the threshold of a relaxed plan, in no
 * particular order. All live documents qualify if the plan has no requirement. Their scores are in `scratch.scores` until
 * `readHits` returns.
 */
export function scoreSegment<Result>(
  evaluation: Evaluation,
  segmentIndex: number,
  execution: Execution,
  readHits: (documents: Uint16Array) => Result,
): Result {
  const { plan, indexReader } = evaluation;
  const { scratch } = execution;
  const { segment } = indexReader.segments[segmentIndex]!;
  // Selected before scoring, so that only hits are scored.
  const hits = selectHits(findCandidates(evaluation, segmentIndex, scratch), plan, scratch);
  try {
    const addScores = alternativeScorer(evaluation, segmentIndex, execution);
    const addAlternative = (alternative: number) =>
      addScores(alternative, evaluation.matches[alternative]![segmentIndex]!);
    const isTyped = (alternative: number) => plan.alternatives[alternative]!.isTyped === true;
    // Scores of labels are added after the reduction: a label that was not typed may be meant for a document in its language.
    evaluation.order.filter(isTyped).forEach(addAlternative);
    reduceForeign(hits, evaluation, segment, scratch);
    evaluation.order.filter((alternative) => !isTyped(alternative)).forEach(addAlternative);
    if (hits.length > 0) addTitleScores(evaluation, segmentIndex, execution);
    if (plan.threshold)
      reduceIncompleteHits(hits, plan.requiredMask, missingFactors(plan.threshold), scratch);
    return readHits(hits);
  } finally {
    for (let i = 0; i < hits.length; i++) {
      scratch.requirementsMet[hits[i]!] = 0;
      scratch.scores[hits[i]!] = 0;
    }
  }
}

/** Returns a function that adds the scores of an alternative's matches to the scores of hits. */
export function alternativeScorer(
  { indexReader, weights }: Evaluation,
  segmentIndex: number,
  { scratch, ranking }: Execution,
): (alternative: number, matches: Matches) => void {
  const { segment } = indexReader.segments[segmentIndex]!;
  const lengths = ranking.lengths(segment);
  const parameters = { ...ranking.bm25, lengths, averageLength: ranking.averageLength(indexReader) };
  return (alternative, matches) => {
    const weight = weights[alternative]!;
    if (matches.areFrequencies) addBm25Scores(matches, weight, parameters, scratch);
    else addShares(matches, weight, scratch);
  };
}

/** Sets `requirementsMet`. Returns the number of candidates. */
function findCandidates(
  { plan, indexReader, matches, order, excluded }: Evaluation,
  segmentIndex: number,
  scratch: SearchScratch,
): number {
  const { requirementsMet, candidates } = scratch;
  let count = 0;
  for (const { documents } of excluded[segmentIndex]!) {
    for (const document of documents) {
      if (requirementsMet[document] === 0) candidates[count++] = document;
      requirementsMet[document] = EXCLUDED;
    }
  }
  if (plan.requiredMask === 0)
    for (const document of indexReader.segments[segmentIndex]!.liveDocuments())
      if (requirementsMet[document] === 0) candidates[count++] = document;
  for (const alternative of order) {
    const { requirementMask } = plan.alternatives[alternative]!;
    const { documents } = matches[alternative]![segmentIndex]!;
    for (let i = 0; i < documents.length; i++) {
      const document = documents[i]!;
      if (requirementsMet[document] === 0) candidates[count++] = document;
      requirementsMet[document]! |= requirementMask;
    }
  }
  return count;
}

/** Candidates that meet all requirements, or the threshold of a relaxed plan. Clears the masks of other candidates. */
function selectHits(candidateCount: number, plan: QueryPlan, scratch: SearchScratch): Uint16Array {
  const { requirementsMet, candidates } = scratch;
  let count = 0;
  for (let i = 0; i < candidateCount; i++) {
    const document = candidates[i]!;
    const metMask = requirementsMet[document]!;
    if (metMask < EXCLUDED && isEnough(metMask, plan)) candidates[count++] = document;
    else requirementsMet[document] = 0;
  }
  return candidates.subarray(0, count);
}

/** True if a document that meets these requirements is a hit. */
export function isEnough(metMask: number, plan: Pick<QueryPlan, 'requiredMask' | 'threshold'>): boolean {
  const { requiredMask, threshold } = plan;
  const metRequired = metMask & requiredMask;
  return threshold
    ? weightOf(metRequired, threshold.weights) >= threshold.minimum
    : metRequired === requiredMask;
}

function weightOf(requirementMask: number, weights: readonly number[]): number {
  let sum = 0;
  for (let bits = requirementMask; bits !== 0; bits &= bits - 1) sum += weights[lowestBit(bits)]!;
  return sum;
}

/** Adds the weights of matches that are shares of the full score to the scores of hits. */
function addShares({ documents, weights }: Matches, weight: number, scratch: SearchScratch): void {
  const { scores, requirementsMet } = scratch;
  for (let i = 0; i < documents.length; i++)
    if (requirementsMet[documents[i]!] !== 0) scores[documents[i]!]! += weight * weights[i]!;
}

/** Reduces scores of documents that declare a language other than the preferred one; detected languages may be wrong. */
export function reduceForeign(
  hits: Uint16Array,
  { plan, indexReader }: Evaluation,
  { literals }: Segment,
  { scores }: SearchScratch,
): void {
  const code = plan.language.preferred?.code;
  const declared = code && indexReader.attributes.find('language', 'literal');
  const column = declared && columnOf(literals, declared);
  if (!column) return;
  const isForeign: boolean[] = [];
  for (const document of hits) {
    const start = column.starts[document]!;
    if (start === column.starts[document + 1]) continue;
    const value = column.values[start]!;
    isForeign[value] ??= analyzerFor(declared.values.at(value)).code !== code;
    if (isForeign[value]) scores[document]! *= FOREIGN_FACTOR;
  }
}

/** Multiplies the score of a hit by the factor of each requirement that it does not meet. */
function reduceIncompleteHits(
  hits: Uint16Array,
  requiredMask: number,
  factors: readonly number[],
  { requirementsMet, scores }: SearchScratch,
): void {
  for (const document of hits)
    scores[document]! *= productOf(factors, requiredMask & ~requirementsMet[document]!);
}
