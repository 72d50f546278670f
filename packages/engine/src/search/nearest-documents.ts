/** Nearest documents (kNN): documents whose embeddings are most similar to the query's embedding. */
import type { QueryPlan, Relaxation } from '@semantic-search/query';
import { bitCount } from '@semantic-search/query/collections';
import type { SearchQuery } from '../api.ts';
import type { IndexReader, SegmentReader } from '../index/reader.ts';
import { cosineSimilarity, unitVector } from '../index/vector-column.ts';
import type { EmbeddingSettings } from '../writable-space.ts';
import { type Hit, type TopK, topByScore } from './top-k.ts';

/** Maximum number of candidates by score, and by similarity. */
export const MAX_CANDIDATES = 200;

/** Comparing a document takes about 0.4 µs at 384 dimensions. In larger spaces only candidates by score are compared. */
export const MAX_EXACT_DOCUMENTS = 50_000;

/** Shorter queries are keywords: the nearest documents without these words do not match. */
const MIN_SENTENCE_REQUIREMENTS = 3;

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
  const isExact = documents <= MAX_EXACT_DOCUMENTS;
  return { vector: unitVector(embedding), weight: settings.weight, isExact };
}

/** True if the nearest documents match a query, whatever words they contain. */
export function matchesNearest(plan: QueryPlan, relaxation: Relaxation, { isExact }: HybridSearch): boolean {
  const isExplicit = plan.hasPhrases || plan.isUnquoted || plan.excluded.length > 0;
  const isSentence = bitCount(plan.requiredMask) >= MIN_SENTENCE_REQUIREMENTS;
  return isExact && relaxation.requirements !== undefined && !isExplicit && isSentence;
}

/** The nearest live documents of the space, by segment. Filters do not change them, so that facet counts stay true. */
export function nearestDocuments(
  reader: IndexReader,
  { vector }: HybridSearch,
  signal: AbortSignal | undefined,
): Map<SegmentReader, Uint16Array> {
  const top = topByScore(MAX_CANDIDATES);
  for (const segmentReader of reader.segments) {
    signal?.throwIfAborted();
    addNearest(top, segmentReader, segmentReader.liveDocuments(), vector);
  }
  const numbersOf = (hits: Hit[]) => Uint16Array.from(hits, ({ document }) => document);
  const bySegment = Map.groupBy(top.hits, (hit) => hit.reader);
  return new Map([...bySegment].map(([segmentReader, hits]) => [segmentReader, numbersOf(hits)]));
}

/** Appends further documents that the list does not contain yet. */
export function withFurther(documents: Uint16Array, further: Uint16Array | undefined): Uint16Array {
  if (!further) return documents;
  const listed = new Set(documents);
  const added = further.filter((document) => !listed.has(document));
  const joined = new Uint16Array(documents.length + added.length);
  joined.set(documents);
  joined.set(added, documents.length);
  return joined;
}

/** Adds the documents with an embedding to `top`; the similarities are the scores. */
export function addNearest(top: TopK, reader: SegmentReader, documents: Uint16Array, query: Float32Array) {
  const { vectors, size } = reader.segment;
  if (!vectors) return;
  /** By document. */
  const similarities = new Float32Array(size);
  const embedded = documents.filter((document) => {
    const cosine = cosineSimilarity(vectors, document, query);
    similarities[document] = cosine ?? 0;
    return cosine !== undefined;
  });
  top.add(reader, embedded, similarities);
}
