/**
 * Hybrid ranking: mixes the scores of words with the similarity of embeddings.
 *
 * Both are scaled to 0 … 1 over the candidates: the first matching documents by score, and the nearest matching documents
 * (docs/embeddings.md of this package).
 */
import type { SegmentReader } from '../index/reader.ts';
import { cosineSimilarity } from '../index/vector-column.ts';
import { compareTies } from '../index-writing/tie-break-order.ts';
import { addNearest, type HybridSearch, MAX_CANDIDATES } from './nearest-documents.ts';
import { type Hit, type TopK, topByScore } from './top-k.ts';

interface Candidate {
  hit: Hit;
  /** Sum of the scores of words and concepts. */
  lexical: number;
  cosine: number | undefined;
}

/** Collects the candidates of one pass, and ranks them. */
export class HybridRanking {
  readonly #search: HybridSearch;
  readonly #byScore: TopK;
  readonly #nearest = topByScore(MAX_CANDIDATES);
  readonly #lexicalScores = new Map<Hit, number>();

  /** `byScore` collects the first hits by the scores of their words. */
  constructor(search: HybridSearch, byScore: TopK) {
    this.#search = search;
    this.#byScore = byScore;
  }

  /** Matching documents of a segment after filters; `scores` are by document. */
  add(reader: SegmentReader, documents: Uint16Array, scores: Float32Array): void {
    this.#byScore.add(reader, documents, scores);
    if (!this.#search.isExact) return;
    addNearest(this.#nearest, reader, documents, this.#search.vector);
    for (const hit of this.#nearest.hits)
      if (hit.reader === reader) this.#lexicalScores.set(hit, scores[hit.document]!);
  }

  /** The candidates in order, then the other hits by score. */
  ranked(): Hit[] {
    const { vector, weight } = this.#search;
    const { hits } = this.#byScore;
    const candidates = new Map<string, Candidate>();
    const add = (hit: Hit, lexical: number) => {
      const { vectors } = hit.reader.segment;
      const cosine = vectors && cosineSimilarity(vectors, hit.document, vector);
      candidates.set(keyOf(hit), { hit, lexical, cosine });
    };
    for (const hit of hits.slice(0, MAX_CANDIDATES)) add(hit, hit.score);
    for (const hit of this.#nearest.hits) add(hit, this.#lexicalScores.get(hit)!);
    const remaining = hits.slice(MAX_CANDIDATES).filter((hit) => !candidates.has(keyOf(hit)));
    return [...mix([...candidates.values()], weight), ...remaining.map((hit) => ({ ...hit, score: 0 }))];
  }
}

const keyOf = ({ reader, document }: Hit) => `${reader.segment.number} ${document}`;

function mix(candidates: readonly Candidate[], weight: number): Hit[] {
  const lexicalShare = scaler(candidates.map(({ lexical }) => lexical));
  const vectorShare = scaler(candidates.flatMap(({ cosine }) => cosine ?? []));
  return candidates
    .map(({ hit: { reader, document }, lexical, cosine }): Hit => {
      const explanation = {
        lexical: lexicalShare(lexical),
        vector: cosine === undefined ? 0 : vectorShare(cosine),
        cosine: cosine ?? null,
      };
      const mixed = (1 - weight) * explanation.lexical + weight * explanation.vector;
      return { reader, document, score: mixed, explanation };
    })
    .sort((a, b) => b.score - a.score || compareTies(a, b));
}

/** Scales values of candidates to 0 … 1; equal values to 0, since they do not distinguish documents. */
function scaler(values: readonly number[]): (value: number) => number {
  const min = Math.min(...values);
  const max = Math.max(...values);
  return (value) => (max > min ? (value - min) / (max - min) : 0);
}
