/** BM25 ranking function (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009). */

export interface Bm25Parameters {
  k1: number;
  b: number;
  /** Field weights are scaled to whole numbers: term frequencies and lengths are multiplied by this number. */
  scale: number;
}

/** `k1` is higher than for a single field, because a word in the title counts twice. */
export const DEFAULT_BM25: Bm25Parameters = { k1: 2, b: 0.7, scale: 1 };

/** Score of one term in one document, with the default parameters. `weight` includes the `idf`. */
export function bm25Score(weight: number, frequency: number, length: number, averageLength: number): number {
  const { k1, b } = DEFAULT_BM25;
  return (weight * frequency * (k1 + 1)) / (frequency + k1 * (1 - b + (b * length) / averageLength));
}

/** Parameters of BM25 with the lengths of the documents of a segment. */
interface LengthNormalization extends Bm25Parameters {
  lengths: Uint16Array | Float32Array;
  averageLength: number;
}

/** Adds the scores of a term to the scores of hits (`requirementsMet` is not 0). `weight` includes the `idf`. */
export function addBm25Scores(
  { documents, weights: frequencies }: { documents: Uint16Array; weights: Float32Array },
  weight: number,
  { k1, b, scale, lengths, averageLength }: LengthNormalization,
  { scores, requirementsMet }: { scores: Float32Array; requirementsMet: Uint32Array },
): void {
  const maxScore = weight * (k1 + 1);
  const constant = k1 * scale * (1 - b);
  const perLength = (k1 * scale * b) / averageLength;
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i]!;
    if (requirementsMet[document] === 0) continue;
    const frequency = frequencies[i]!;
    scores[document]! += (maxScore * frequency) / (frequency + constant + perLength * lengths[document]!);
  }
}
