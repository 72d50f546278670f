/** Related documents: shared logic of the similarity and recommendation plugins. */

import { insertSorted } from '@semantic-search/query/collections';
import type { RelatedQuery, ResultDocument } from '../api.ts';
import { rowAt } from '../index/compact-array.ts';
import type { IndexReader, SegmentReader } from '../index/reader.ts';
import { findKey } from '../index/segment.ts';
import { compareTies } from '../index-writing/tie-break-order.ts';
import { conceptsOf, presenter } from '../presentation/presenter.ts';
import type { SearcherContext } from '../search/searcher.ts';
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

interface RelatedHit {
  reader: SegmentReader;
  document: number;
  score: number;
}

/** A method to find related documents; selected by name, or else the first that can handle the source. */
export interface RelatedPlugin {
  name: string;
  canHandle(source: Source, space: SearcherContext): boolean;
  /** Concepts and words to search for. */
  evidence(source: Source, space: SearcherContext): TermEvidence[];
  /** Whether a document may be a hit. */
  accepts?(source: Source, reader: SegmentReader, document: number): boolean;
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
  const candidates = pluginsFor(query, plugins);
  const source = sourceOf(query, space);
  if (!source) return [];
  const plugin = candidates.find((candidate) => candidate.canHandle(source, space));
  const hits = plugin ? bestByEvidence(source, space, { plugin, count: query.count, signal }) : [];
  const present = presenter(space.index.reader, { highlightTerms: [], highlightLabels: [] }, query);
  const leading = new Set(plugin?.leadsTo?.(source, space));
  const sharedBy = reasonsFor(source, leading, space.index.reader);
  const { thesaurus } = space.index.reader;
  const documents = space.database.byKeys(hits.map(({ reader, document }) => reader.segment.keys[document]!));
  return hits.flatMap((hit, i) => {
    const stored = documents[i];
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

/** Throws `unknown-document`, also for a document beyond the scope, to which the index is limited. */
export function requireDocument(
  { id, scope }: Pick<RelatedQuery, 'id' | 'scope'>,
  { database, index }: SearcherContext,
): StoredDocument {
  const stored = database.find(id);
  if (!stored || (scope && !index.reader.has(stored.key))) throw unknownDocument(id);
  return stored;
}

function sourceOf(query: RelatedQuery, space: SearcherContext): Source | undefined {
  const stored = requireDocument(query, space);
  const { index } = space;
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
  const sourceConcepts = new Set(rowAt(source.reader.concepts.withBroader, source.document));
  const tags = new Set(source.concepts);
  return ({ reader, document }: RelatedHit): number[] => {
    const hitConcepts = [...rowAt(reader.concepts.withBroader, document)];
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

interface EvidenceQuery {
  plugin: RelatedPlugin;
  count: number;
  signal: AbortSignal | undefined;
}

/** The `count` documents with the highest sum of evidence, without the source; ties in tie-break order. */
function bestByEvidence(
  source: Source,
  space: SearcherContext,
  { plugin, count, signal }: EvidenceQuery,
): RelatedHit[] {
  const { index, scratch } = space;
  const { segments, averageLength } = index.reader;
  const scorer = { evidence: plugin.evidence(source, space), averageLength, scratch };
  const best: RelatedHit[] = [];
  for (const reader of segments) {
    signal?.throwIfAborted();
    scoreByEvidence(reader, scorer, (documents) => {
      for (const document of documents) {
        const score = scratch.scores[document]!;
        if (best.length === count && score < best[count - 1]!.score) continue;
        if (reader.deleted?.[document] === 1 || (reader === source.reader && document === source.document))
          continue;
        if (plugin.accepts && !plugin.accepts(source, reader, document)) continue;
        insertSorted(best, { reader, document, score }, count, byScore);
      }
    });
  }
  return best;
}

function byScore(one: RelatedHit, other: RelatedHit): number {
  return other.score - one.score || compareTies(one, other);
}
