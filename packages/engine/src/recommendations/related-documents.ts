/** Related documents: shared logic of the similarity and recommendation plugins. */

import { insertSorted } from '@semantic-search/query/collections';
import type { RelatedQuery, ResultDocument } from '../api.ts';
import { expandedConcepts } from '../index/concept-columns.ts';
import type { IndexReader, SegmentReader } from '../index/reader.ts';
import { findKey } from '../index/segment.ts';
import { conceptsOf, presenter, presenterContext } from '../presentation/presenter.ts';
import type { SearcherContext } from '../search/searcher.ts';
import { compareTies } from '../search/top-k.ts';
import type { StoredDocument } from '../storage/documents.ts';
import { scoreByEvidence } from './evidence-scores.ts';
import { lowest, MAX_SHARED_CONCEPTS, pluginsFor, unknownDocument } from './related-query.ts';
import { documentsTagged, type TermEvidence } from './term-selection.ts';

/** The document to find related ones for. */
export interface Source {
  stored: StoredDocument;
  reader: SegmentReader;
  document: number;
  /** Concepts it is tagged with. */
  concepts: number[];
}

export interface RelatedHit {
  reader: SegmentReader;
  document: number;
  score: number;
}

/** A method to find related documents; selected by name, or else the first by `order` that can handle the source. */
export interface RelatedPlugin {
  name: string;
  order: number;
  canHandle(source: Source, space: SearcherContext): boolean;
  /** At most `count` hits, best first, without the source. Scores are comparable within one call only. */
  find(source: Source, space: SearcherContext, count: number, signal?: AbortSignal): RelatedHit[];
  /** Concepts that lead to the hits in addition to those of the source; a hit about one of them lists it as a reason. */
  leadsTo?(source: Source, space: SearcherContext): Iterable<number>;
}

/** Throws `unknown-document` or `unknown-plugin`. */
export function relatedDocuments(
  query: RelatedQuery,
  plugins: readonly RelatedPlugin[],
  space: SearcherContext,
  signal?: AbortSignal,
): ResultDocument[] {
  const inOrder = [...plugins].sort((a, b) => a.order - b.order);
  const candidates = pluginsFor(query, inOrder);
  const source = sourceOf(query.id, space);
  if (!source) return [];
  const plugin = candidates.find((candidate) => candidate.canHandle(source, space));
  const hits = plugin?.find(source, space, query.count, signal) ?? [];
  const present = presenter(
    presenterContext(space.index),
    { highlightTerms: [], highlightLabels: [] },
    query.language,
  );
  const leading = new Set(plugin?.leadsTo?.(source, space));
  const sharedBy = reasonsFor(source, leading, space.index.reader);
  const { thesaurus } = space.index.reader;
  const found = space.database.byKeys(hits.map(({ reader, document }) => reader.segment.keys[document]!));
  return hits.flatMap((hit, i) => {
    const stored = found[i];
    // The document may have been deleted since the reader was published.
    if (!stored) return [];
    const presented = present(stored, hit.score, query.documentFacets, query.summaryLength);
    const shared = sharedBy(hit).map((concept) => ({
      uri: thesaurus.uri(concept),
      label: thesaurus.label(concept, query.language),
    }));
    return [{ ...presented, sharedConcepts: shared }];
  });
}

function sourceOf(id: string, { database, index }: SearcherContext): Source | undefined {
  const stored = database.find(id);
  if (!stored) throw unknownDocument(id);
  for (const reader of index.reader.segments) {
    const document = findKey(reader.segment, stored.key);
    if (document < 0) continue;
    return { stored, reader, document, concepts: conceptsOf(stored, index.reader.thesaurus) };
  }
  return undefined;
}

/**
 * Concepts that explain a hit, the one with the fewest documents first.
 *
 * These are the tags of the source that the hit is about, directly or through a narrower concept. Without any, they are the
 * `leading` concepts of the hit, or else the lowest common broader concepts.
 */
function reasonsFor(source: Source, leading: ReadonlySet<number>, index: IndexReader) {
  const { thesaurus } = index;
  const sourceConcepts = new Set(expandedConcepts(source.reader.concepts, source.document));
  const tags = new Set(source.concepts);
  return ({ reader, document }: RelatedHit): number[] => {
    const hitConcepts = expandedConcepts(reader.concepts, document);
    const common = hitConcepts.filter((concept) => sourceConcepts.has(concept));
    const tagged = common.filter((concept) => tags.has(concept));
    const led = hitConcepts.filter((concept) => leading.has(concept));
    const reasons = tagged.length > 0 ? tagged : lowest(led.length > 0 ? led : common, thesaurus.ancestors);
    const documents = new Map(reasons.map((concept) => [concept, documentsTagged(index, concept)]));
    return reasons
      .sort((a, b) => documents.get(a)! - documents.get(b)! || a - b)
      .slice(0, MAX_SHARED_CONCEPTS);
  };
}

export interface EvidenceQuery {
  evidence: TermEvidence[];
  count: number;
  signal?: AbortSignal | undefined;
  accepts?: (reader: SegmentReader, document: number) => boolean;
}

/** The `count` documents with the highest sum of evidence; ties in tie-break order. */
export function bestByEvidence(
  source: Source,
  { index: { reader }, scratch }: SearcherContext,
  { evidence, count, signal, accepts }: EvidenceQuery,
): RelatedHit[] {
  const scorer = { evidence, averageLength: reader.averageLength, scratch };
  const best: RelatedHit[] = [];
  let minScore = 0;
  for (const segment of reader.segments) {
    signal?.throwIfAborted();
    scoreByEvidence(segment, scorer, minScore, (documents) => {
      for (const document of documents) {
        const score = scratch.scores[document]!;
        if (score < minScore || segment.deleted?.[document] === 1) continue;
        if (segment === source.reader && document === source.document) continue;
        if (accepts && !accepts(segment, document)) continue;
        insertSorted(best, { reader: segment, document, score }, count, byScore);
        if (best.length === count) minScore = best[count - 1]!.score;
      }
    });
  }
  return best;
}

function byScore(one: RelatedHit, other: RelatedHit): number {
  return other.score - one.score || compareTies(one, other);
}
