/** Scores of the documents of one segment by evidence: words by BM25, concepts by their weight. */

import { taggedWith } from '../index/concept-columns.ts';
import type { SegmentReader } from '../index/reader.ts';
import { matchesOf } from '../search/matches.ts';
import { DEFAULT_SCORING } from '../search/ranking.ts';
import type { SearchScratch } from '../search/search-scratch.ts';
import type { TermEvidence } from './term-selection.ts';

/** The usual BM25 parameters: those of searches are tuned for short queries, but here the query is a document. */
const K1 = 1.2;
const B = 0.75;

export interface EvidenceScorer {
  evidence: readonly TermEvidence[];
  averageLength: number;
  scratch: SearchScratch;
}

/**
 * Calls `use` with the documents that have a score, including deleted ones; their scores are in `scratch.scores` until `use`
 * returns. May omit documents that cannot reach `minScore` (MaxScore pruning).
 */
export function scoreByEvidence(
  reader: SegmentReader,
  scorer: EvidenceScorer,
  minScore: number,
  use: (documents: Uint16Array) => void,
): void {
  const { evidence, scratch } = scorer;
  const { scores, candidates } = scratch;
  const bounds = scoreBounds(evidence);
  let count = 0;
  evidence.forEach((piece, i) => {
    // The remaining evidence is not enough for documents without a score so far.
    const scoredOnly = bounds[i]! < minScore;
    const matches = scoredMatches(reader, piece, scorer, scoredOnly);
    for (let j = 0; j < matches.documents.length; j++) {
      const document = matches.documents[j]!;
      if (scores[document] === 0) {
        if (scoredOnly) continue;
        candidates[count++] = document;
      }
      scores[document]! += matches.scores[j]!;
    }
  });
  const documents = candidates.subarray(0, count);
  use(documents);
  for (const document of documents) scores[document] = 0;
}

/** Documents with a word or concept and what it adds to their scores. The score of a concept shrinks with the number of subjects. */
function scoredMatches(
  reader: SegmentReader,
  { find, weight }: TermEvidence,
  { averageLength, scratch }: EvidenceScorer,
  scoredOnly: boolean,
) {
  const { lengths, subjectStarts } = reader.segment;
  if ('concept' in find) {
    const documents = taggedWith(reader.concepts, find.concept);
    const subjects = (document: number) => subjectStarts[document + 1]! - subjectStarts[document]!;
    return {
      documents,
      scores: Float64Array.from(documents, (document) => weight / Math.sqrt(subjects(document))),
    };
  }
  const context = { scratch, ranking: DEFAULT_SCORING };
  const candidates = scoredOnly ? scratch.scores : undefined;
  const { documents, weights } = matchesOf(reader, { kind: 'word', terms: find.forms }, context, candidates);
  const score = (document: number, i: number) =>
    (weight * weights[i]!) / (weights[i]! + K1 * (1 - B + (B * lengths[document]!) / averageLength));
  return { documents, scores: Float64Array.from(documents, score) };
}

/** Slightly too high, because scores are rounded. */
const BOUND_MARGIN = 1.0001;

/** By piece of evidence: upper bound of what it and all later ones add to a score. */
function scoreBounds(evidence: readonly TermEvidence[]): number[] {
  const bounds: number[] = [];
  let sum = 0;
  for (const { weight } of evidence.toReversed()) {
    sum += weight;
    bounds.push(sum * BOUND_MARGIN);
  }
  return bounds.reverse();
}
