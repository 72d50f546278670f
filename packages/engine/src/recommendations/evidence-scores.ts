/** Scores of the documents of one segment by evidence: words by BM25, concepts by their weight. */

import { rowAt } from '../index/compact-array.ts';
import { taggedWith } from '../index/concept-columns.ts';
import type { SegmentReader } from '../index/reader.ts';
import { matchesOf } from '../search/matching/matches.ts';
import { DEFAULT_SCORING } from '../search/matching/ranking.ts';
import type { SearchScratch } from '../search/matching/search-scratch.ts';
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
 * returns.
 */
export function scoreByEvidence(
  reader: SegmentReader,
  scorer: EvidenceScorer,
  use: (documents: Uint16Array) => void,
): void {
  const { scores, candidates } = scorer.scratch;
  let count = 0;
  for (const piece of scorer.evidence) {
    const { documents, pieceScores } = scoredMatches(reader, piece, scorer);
    for (let i = 0; i < documents.length; i++) {
      const document = documents[i]!;
      if (scores[document] === 0) candidates[count++] = document;
      scores[document]! += pieceScores[i]!;
    }
  }
  const documents = candidates.subarray(0, count);
  use(documents);
  for (const document of documents) scores[document] = 0;
}

/** Documents with a word or concept and what it adds to their scores. The score of a concept shrinks with the number of subjects. */
function scoredMatches(
  reader: SegmentReader,
  { find, weight }: TermEvidence,
  { averageLength, scratch }: EvidenceScorer,
): { documents: Uint16Array; pieceScores: Float32Array } {
  const { lengths, subjects } = reader.segment;
  if ('concept' in find) {
    const documents = taggedWith(reader.concepts, find.concept);
    const pieceScores = new Float32Array(documents.length);
    for (let i = 0; i < documents.length; i++) {
      pieceScores[i] = weight / Math.sqrt(rowAt(subjects, documents[i]!).length);
    }
    return { documents, pieceScores };
  }
  const context = { scratch, ranking: DEFAULT_SCORING };
  const { documents, weights } = matchesOf(reader, { kind: 'word', terms: find.forms }, context);
  const perLength = (K1 * B) / averageLength;
  for (let i = 0; i < documents.length; i++) {
    const frequency = weights[i]!;
    weights[i] = (weight * frequency) / (frequency + K1 * (1 - B) + perLength * lengths[documents[i]!]!);
  }
  return { documents, pieceScores: weights };
}
