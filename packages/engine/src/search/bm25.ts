/** BM25 ranking function (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009). */

import type { SharedUint16Array } from '@semantic-search/query/collections';
import type { Matches } from './match-arena.ts';

/** Frequencies are higher than in a single field, because a word in the title counts twice. */
export const k1 = 2;
export const b = 0.7;

export interface Bm25Parameters {
  k1: number;
  b: number;
  /** Term frequencies are this many times too large. */
  scale: number;
}

export const DEFAULT_BM25: Bm25Parameters = { k1, b, scale: 1 };

/** Inverse document frequency: near 0 for a term of most documents. */
export function idf(frequency: number, documents: number): number {
  return Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5));
}

/** Adds the scores of a term with the given weight, which includes its `idf`. Match weights are term frequencies. */
export function addBm25Scores(
  { documents, weights }: Matches,
  weight: number,
  lengths: SharedUint16Array | Float32Array,
  averageLength: number,
  scores: Float32Array,
  { k1, b, scale }: Bm25Parameters = DEFAULT_BM25,
): void {
  const maxScore = weight * (k1 + 1);
  const constant = k1 * scale * (1 - b);
  const perLength = (k1 * scale * b) / averageLength;
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i]!;
    const frequency = weights[i]!;
    scores[document]! += (maxScore * frequency) / (frequency + constant + perLength * lengths[document]!);
  }
}
