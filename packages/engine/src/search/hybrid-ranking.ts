/**
 * Hybrid ranking: mixes the scores of words with the similarity of embeddings.
 *
 * Both are scaled to 0 … 1 over the candidates: the first matching documents by score, and the nearest matching documents
 * (docs/embeddings.md of this package).
 */

import type { QueryPlan, Relaxation } from '@semantic-search/query';
import { bitCount } from '@semantic-search/query/collections';
import type { SearchQuery } from '../api.ts';
import type { IndexReader, SegmentReader } from '../index/reader.ts';
import { cosineSimilarity, unitVector } from '../index/vector-column.ts';
import type { EmbeddingSettings } from '../writable-space.ts';
import { compareTies, type Hit, TopK } from './top-k.ts';

/** Candidates by score, and by similarity. */
export const MAX_CANDIDATES = 200;

/** Comparing a document takes about 0.4 µs at 384 dimensions. In larger spaces only candidates by score are compared. */
export const MAX_EXACT_DOCUMENTS = 50_000;

/** Shorter queries are keywords: the nearest documents without these words do not match. */
const MIN_SENTENCE_REQUIREMENTS = 3;

const BEST_FIRST: SearchQuery['sort'] = { field: 'relevance', direction: 'desc' };
/** Only titles would need the database. */
const noTitle = () => '';

export interface HybridSearch {
  /** Unit vector of the input. */
  vector: Float32Array;
  weight: number;
  /** Whether all documents are compared, or only candidates by score. */
  isExact: boolean;
}

/** Undefined if the space has no embeddings or the query has none. */
export function hybridSearch(
  { embedding }: Pick<SearchQuery, 'embedding'>,
  settings: Pick<EmbeddingSettings, 'weight'> | undefined,
  { documents }: Pick<IndexReader, 'documents'>,
): HybridSearch | undefined {
  if (!settings || !embedding) return undefined;
  return {
    vector: unitVector(embedding),
    weight: settings.weight,
    isExact: documents <= MAX_EXACT_DOCUMENTS,
  };
}

/** Whether the nearest documents match a query whatever words they have. */
export function matchesNeighbors(
  plan: QueryPlan,
  { relaxed }: Relaxation,
  { isExact }: HybridSearch,
): boolean {
  const requirements = bitCount(plan.requiredMask);
  const isExplicit = plan.hasPhrases || plan.isUnquoted || plan.excluded.length > 0;
  return isExact && relaxed === true && !isExplicit && requirements >= MIN_SENTENCE_REQUIREMENTS;
}

/** The nearest live documents of the space, by segment. Filters do not change them, so that facet counts stay true. */
export function nearestDocuments(
  reader: IndexReader,
  { vector }: HybridSearch,
  signal: AbortSignal | undefined,
): Map<SegmentReader, Uint16Array> {
  const top = new TopK(MAX_CANDIDATES, BEST_FIRST, noTitle);
  for (const segment of reader.segments) {
    signal?.throwIfAborted();
    addNearest(top, segment, segment.liveDocuments(), vector);
  }
  const bySegment = Map.groupBy(top.hits, ({ reader: segment }) => segment);
  return new Map(
    [...bySegment].map(([segment, hits]) => [segment, Uint16Array.from(hits, ({ document }) => document)]),
  );
}

/** Appends the neighbors that are not among the documents. */
export function withNeighbors(documents: Uint16Array, neighbors: Uint16Array | undefined): Uint16Array {
  if (!neighbors) return documents;
  const known = new Set(documents);
  const more = neighbors.filter((document) => !known.has(document));
  const all = new Uint16Array(documents.length + more.length);
  all.set(documents);
  all.set(more, documents.length);
  return all;
}

interface Candidate {
  hit: Hit;
  /** Sum of the scores of words and concepts. */
  lexical: number;
  cosine: number | undefined;
}

/** Collects the candidates of one pass, and ranks them. */
export class HybridRanking {
  readonly #search: HybridSearch;
  readonly #nearest = new TopK(MAX_CANDIDATES, BEST_FIRST, noTitle);
  readonly #lexicalScores = new Map<Hit, number>();

  constructor(search: HybridSearch) {
    this.#search = search;
  }

  /** Matching documents of a segment after filters; `scores` are by document. */
  add(reader: SegmentReader, documents: Uint16Array, scores: Float32Array): void {
    if (!this.#search.isExact) return;
    addNearest(this.#nearest, reader, documents, this.#search.vector);
    for (const hit of this.#nearest.hits)
      if (hit.reader === reader) this.#lexicalScores.set(hit, scores[hit.document]!);
  }

  /** `hits` are the first documents by score, at least `MAX_CANDIDATES` or all. Others follow the candidates. */
  rank(hits: readonly Hit[]): Hit[] {
    const { vector, weight } = this.#search;
    const candidates = new Map<SegmentReader, Map<number, Candidate>>();
    const add = (hit: Hit, score: number) => {
      const { reader, document } = hit;
      const ofSegment = candidates.get(reader) ?? new Map<number, Candidate>();
      candidates.set(reader, ofSegment);
      const { vectors } = reader.segment;
      ofSegment.set(document, {
        hit,
        lexical: score,
        cosine: vectors && cosineSimilarity(vectors, document, vector),
      });
    };
    for (const hit of hits.slice(0, MAX_CANDIDATES)) add(hit, hit.score);
    for (const hit of this.#nearest.hits) add(hit, this.#lexicalScores.get(hit)!);
    const ranked = mix(
      [...candidates.values()].flatMap((each) => [...each.values()]),
      weight,
    );
    const others = hits
      .slice(MAX_CANDIDATES)
      .filter(({ reader, document }) => !candidates.get(reader)?.has(document));
    return [...ranked, ...others.map((hit) => ({ ...hit, score: 0 }))];
  }
}

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

/** Scales values to 0 … 1; equal values to 0, since they do not distinguish documents. */
function scaler(values: readonly number[]): (value: number) => number {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return (value) => (max > min ? (value - min) / (max - min) : 0);
}

function addNearest(top: TopK, reader: SegmentReader, documents: Uint16Array, query: Float32Array): void {
  const { vectors, size } = reader.segment;
  if (!vectors) return;
  const similarities = new Float32Array(size);
  const embedded = documents.filter((document) => {
    const cosine = cosineSimilarity(vectors, document, query);
    similarities[document] = cosine ?? 0;
    return cosine !== undefined;
  });
  top.add(reader, embedded, similarities);
}
