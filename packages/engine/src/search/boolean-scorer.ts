/** Boolean scorer of one segment: sums the scores of documents and checks which requirements they meet. */
import { FOREIGN_FACTOR, missingFactors, productOf, type QueryPlan } from '@semantic-search/query';
import { analyzerFor } from '@semantic-search/query/analysis';
import { lowestBit } from '@semantic-search/query/collections';
import { columnOf, type Segment } from '../index/segment.ts';
import { addBm25Scores } from '../scoring/bm25.ts';
import type { EvaluatedAlternative, Evaluation, ScoringContext } from './matching/evaluate.ts';
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
  context: ScoringContext,
  readHits: (documents: Uint16Array) => Result,
): Result {
  const { scratch } = context;
  // Selected before scoring, so that only hits are scored.
  const candidateCount = findCandidates(evaluation, segmentIndex, scratch);
  const hits = selectHits(candidateCount, evaluation.plan, scratch);
  try {
    scoreHits(hits, evaluation, segmentIndex, context);
    return readHits(hits);
  } finally {
    for (let i = 0; i < hits.length; i++) {
      scratch.requirementsMet[hits[i]!] = 0;
      scratch.scores[hits[i]!] = 0;
    }
  }
}

/** Collects documents that match any clause, and sets their `requirementsMet`. Returns the number of candidates. */
function findCandidates(
  { plan, indexReader, inScoringOrder, excluded }: Evaluation,
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
  for (const { requirementMask, matches } of inScoringOrder) {
    const { documents } = matches[segmentIndex]!;
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

/** Adds the scores of all alternatives, reduced where hits are in another language or incomplete, to `scratch.scores`. */
function scoreHits(
  hits: Uint16Array,
  evaluation: Evaluation,
  segmentIndex: number,
  context: ScoringContext,
): void {
  const { plan, indexReader, inScoringOrder } = evaluation;
  const { scratch } = context;
  const addScores = matchScorer(evaluation, segmentIndex, context);
  for (const alternative of inScoringOrder)
    if (alternative.isTyped) addScores(alternative, alternative.matches[segmentIndex]!);
  const factorOf = languageFactor(evaluation, indexReader.segments[segmentIndex]!.segment);
  if (factorOf) for (const document of hits) scratch.scores[document]! *= factorOf(document);
  // Not reduced by the language: a label that was not typed may be meant for a document in its language.
  for (const alternative of inScoringOrder)
    if (!alternative.isTyped) addScores(alternative, alternative.matches[segmentIndex]!);
  if (hits.length > 0) addTitleScores(evaluation, segmentIndex, context);
  if (plan.threshold) reduceIncompleteHits(hits, plan.requiredMask, missingFactors(plan.threshold), scratch);
}

/** Returns a function that adds the scores of an alternative's matches in a segment to the scores of hits. */
export function matchScorer(
  { indexReader }: Evaluation,
  segmentIndex: number,
  { scratch, ranking }: ScoringContext,
): (alternative: EvaluatedAlternative, matches: Matches) => void {
  const lengths = ranking.lengths(indexReader.segments[segmentIndex]!.segment);
  const parameters = { ...ranking.bm25, lengths, averageLength: ranking.averageLength(indexReader) };
  return ({ weightedIdf }, matches) => {
    if (matches.areFrequencies) addBm25Scores(matches, weightedIdf, parameters, scratch);
    else addShares(matches, weightedIdf, scratch);
  };
}

/** Adds the weights of matches that are shares of the full score to the scores of hits. */
function addShares({ documents, weights }: Matches, weight: number, scratch: SearchScratch): void {
  const { scores, requirementsMet } = scratch;
  for (let i = 0; i < documents.length; i++)
    if (requirementsMet[documents[i]!] !== 0) scores[documents[i]!]! += weight * weights[i]!;
}

/**
 * Factor on the scores of typed words by document: lower if the document declares a language other than the preferred one.
 * Detected languages do not count, because they may be wrong. Undefined if no document of the segment declares a language.
 */
export function languageFactor(
  { plan, indexReader }: Evaluation,
  { literals }: Segment,
): ((document: number) => number) | undefined {
  const code = plan.language.preferred?.code;
  const declared = code && indexReader.attributes.find('language', 'literal');
  const column = declared && columnOf(literals, declared);
  if (!column) return undefined;
  const { starts, values } = column;
  /** By number of a language. */
  const factors: number[] = [];
  return (document) => {
    const start = starts[document]!;
    if (start === starts[document + 1]) return 1;
    const language = values[start]!;
    factors[language] ??= analyzerFor(declared.values.at(language)).code === code ? 1 : FOREIGN_FACTOR;
    return factors[language];
  };
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
