/** Related documents: shared logic of the similarity and recommendation plugins. */
import type { RelatedQuery, ResultDocument } from '../api.ts';
import type { IndexReader, SegmentReader } from '../index/reader.ts';
import { conceptsOf, presenter } from '../presentation/presenter.ts';
import type { SearcherContext } from '../search/searcher.ts';
import type { StoredDocument } from '../storage/documents.ts';
import { bestByEvidence } from './evidence-scores.ts';
import { MAX_SHARED_CONCEPTS, pluginsFor, sharedConcepts, unknownDocument } from './related-query.ts';
import { documentsTagged, type TermEvidence } from './term-selection.ts';

/** The document whose related documents are searched. */
export interface Source {
  stored: StoredDocument;
  reader: SegmentReader;
  document: number;
  /** Concepts with which the document is tagged. */
  concepts: number[];
}

/** A method to find related documents; selected by name, or else the first that can handle the source. */
export interface RelatedPlugin {
  name: string;
  canHandle(source: Source, space: SearcherContext): boolean;
  /** Concepts and words to search for. */
  evidence(source: Source, space: SearcherContext): TermEvidence[];
  /** Whether a document may be a hit. */
  accepts?(source: Source, reader: SegmentReader, document: number): boolean;
  /** Concepts that lead to hits in addition to the source's concepts; a hit lists its leading concepts as reasons. */
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
  const plugin = source && candidates.find((candidate) => candidate.canHandle(source, space));
  if (!plugin) return [];
  const accepts = (segmentReader: SegmentReader, document: number) =>
    !(segmentReader === source.reader && document === source.document) &&
    (plugin.accepts?.(source, segmentReader, document) ?? true);
  const evidence = plugin.evidence(source, space);
  const hits = bestByEvidence({ evidence, count: query.count, accepts, signal }, space);
  const { reader } = space.index;
  const { thesaurus } = reader;
  const present = presenter(reader, { highlightTerms: [], highlightLabels: [] }, query);
  const leading = new Set(plugin.leadsTo?.(source, space));
  const documents = space.database.byKeys(hits.map((hit) => hit.reader.segment.keys[hit.document]!));
  return hits.flatMap((hit, i) => {
    const stored = documents[i];
    // The document may have been deleted since the reader was published.
    if (!stored) return [];
    const tags = conceptsOf(stored, thesaurus);
    const shared = sharedConcepts(source.concepts, tags, thesaurus.ancestors, leading);
    const reasons = rarestFirst(shared, reader).map((concept) => ({
      uri: thesaurus.uri(concept),
      label: thesaurus.label(concept, query.language),
    }));
    return [{ ...present(stored, hit.score), sharedConcepts: reasons }];
  });
}

/** Throws `unknown-document`, even for a stored document outside the scope of the index. */
export function requireDocument(
  { id, scope }: Pick<RelatedQuery, 'id' | 'scope'>,
  { database, index }: SearcherContext,
): StoredDocument {
  const stored = database.find(id);
  if (!stored || (scope && !index.reader.find(stored.key))) throw unknownDocument(id);
  return stored;
}

function sourceOf(query: RelatedQuery, space: SearcherContext): Source | undefined {
  const stored = requireDocument(query, space);
  const { reader } = space.index;
  const location = reader.find(stored.key);
  return location && { stored, ...location, concepts: conceptsOf(stored, reader.thesaurus) };
}

/** The concepts with the fewest documents, which explain a hit best. */
function rarestFirst(concepts: number[], reader: IndexReader): number[] {
  const counts = new Map(concepts.map((concept) => [concept, documentsTagged(reader, concept)]));
  return concepts.sort((a, b) => counts.get(a)! - counts.get(b)! || a - b).slice(0, MAX_SHARED_CONCEPTS);
}
