/** BM25 ranking function (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009). */

import type { SharedUint16Array } from '@semantic-search/query/collections';
import type { Matches } from './match-arena.ts';

/** Frequencies are higher than in a single field, because a word in the title counts twice. */
export const k1 = 2;
export const b = 0.7;

/** Inverse document frequency: near 0 for a term of most documents. */
export function idf(frequency: number, documents: number): number {
  return Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5));
}

/** Adds the scores of a term with the given weight, which includes its `idf`. Match weights are term frequencies. */
export function addBm25Scores(
  { documents, weights }: Matches,
  weight: number,
  lengths: SharedUint16Array,
  averageLength: number,
  scores: Float32Array,
): void {
  const maxScore = weight * (k1 + 1);
  const constant = k1 * (1 - b);
  const perLength = (k1 * b) / averageLength;
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i]!;
    const frequency = weights[i]!;
    scores[document]! += (maxScore * frequency) / (frequency + constant + perLength * lengths[document]!);
  }
}
