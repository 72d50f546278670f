/** Related documents: shared logic of the similarity and recommendation plugins. */

import type { Thesaurus } from '@semantic-search/query/thesaurus';
import { insertSorted } from '@semantic-search/query/util';
import { QueryError, type RelatedQuery, type ResultDocument } from '../api.ts';
import { expandedConcepts } from '../index/concept-columns.ts';
import type { IndexReader, SegmentReader } from '../index/index-reader.ts';
import { findKey } from '../index/segment.ts';
import { conceptsOf, presenter } from '../presentation/presenter.ts';
import { compareTies } from '../search/top-k.ts';
import type { SearcherContext } from '../searcher.ts';
import type { StoredDocument } from '../storage/database.ts';
import { PartScores } from './segment-scores.ts';
import { documentsTagged, type TermEvidence } from './term-selection.ts';

/** The document asked about. */
export interface Source {
  stored: StoredDocument;
  part: SegmentReader;
  document: number;
  /** What it is tagged with. */
  concepts: number[];
}

export interface RelatedHit {
  part: SegmentReader;
  document: number;
  score: number;
}

/** A way to find documents that go with one; registered by its name, tried by its order. */
export interface RelatedPlugin {
  name: string;
  /** The lowest that can handle a document is the default for it. */
  order: number;
  canHandle(source: Source, space: SearcherContext): boolean;
  /** Best first, without the source itself, at most `count`. Scores compare within one answer only. */
  find(source: Source, space: SearcherContext, count: number, signal?: AbortSignal): RelatedHit[];
  /** Concepts that it leads to, beside those of the document: they are named where a document found is about them. */
  leadsTo?(source: Source, space: SearcherContext): Iterable<number>;
}

/** Rejects with `unknown-document` or `unknown-plugin`. */
export function relatedDocuments(
  question: RelatedQuery,
  plugins: readonly RelatedPlugin[],
  space: SearcherContext,
  signal?: AbortSignal,
): ResultDocument[] {
  const inOrder = [...plugins].sort((a, b) => a.order - b.order);
  const named = question.plugin ? inOrder.find(({ name }) => name === question.plugin) : undefined;
  if (question.plugin && !named) {
    const names = inOrder.map(({ name }) => name).join(', ');
    throw new QueryError('unknown-plugin', `There is no plugin ${question.plugin}, only ${names}.`);
  }
  const source = sourceOf(question.id, space);
  if (!source) return [];
  const plugin = (named ? [named] : inOrder).find((each) => each.canHandle(source, space));
  const hits = plugin?.find(source, space, question.count, signal) ?? [];
  const present = presenter(space, { highlightTerms: [], highlightLabels: [] }, question.language);
  const led = new Set(plugin?.leadsTo?.(source, space));
  const shared = sharedConcepts(source, led, space.index.reader);
  const { thesaurus } = space.index.reader.thesaurus;
  const found = space.database.byKeys(hits.map(({ part, document }) => part.segment.keys[document]!));
  return hits.flatMap((hit, i) => {
    const stored = found[i];
    // Deleted since the index was asked.
    if (!stored) return [];
    const shown = present(stored, hit.score, question.documentFacets, question.summaryLength);
    const named = shared(hit).map((concept) => ({
      uri: thesaurus.uri(concept),
      label: thesaurus.label(concept, question.language),
    }));
    return [{ ...shown, sharedConcepts: named }];
  });
}

function sourceOf(id: string, { database, index }: SearcherContext): Source | undefined {
  const stored = database.find(id);
  if (!stored) throw new QueryError('unknown-document', `The search space has no document ${id}.`);
  for (const part of index.reader.segments) {
    const document = findKey(part.segment, stored.key);
    if (document < 0) continue;
    return { stored, part, document, concepts: conceptsOf(stored, index.reader.thesaurus.thesaurus) };
  }
  return undefined;
}

const mostShared = 10;

/**
 * The tags of the source that another document is about too, by itself or by something narrower; where there are none,
 * those that the source led to, and else what both have in common above. First what the fewest documents are tagged with.
 */
function sharedConcepts(source: Source, led: ReadonlySet<number>, reader: IndexReader) {
  const { thesaurus } = reader.thesaurus;
  const expanded = new Set(expandedConcepts(source.part.concepts, source.document));
  const tags = new Set(source.concepts);
  return ({ part, document }: RelatedHit): number[] => {
    const own = expandedConcepts(part.concepts, document);
    const both = own.filter((concept) => expanded.has(concept));
    const tagged = both.filter((concept) => tags.has(concept));
    const linking = own.filter((concept) => led.has(concept));
    const telling = tagged.length > 0 ? tagged : lowest(linking.length > 0 ? linking : both, thesaurus);
    const documents = new Map(telling.map((concept) => [concept, documentsTagged(reader, concept)]));
    return telling.sort((a, b) => documents.get(a)! - documents.get(b)! || a - b).slice(0, mostShared);
  };
}

/** Without what is broader than another of them, which says nothing more. */
function lowest(concepts: number[], thesaurus: Thesaurus): number[] {
  const above = new Set(concepts.flatMap((concept) => [...thesaurus.ancestors(concept)]));
  return concepts.filter((concept) => !above.has(concept));
}

/** The documents that most evidence speaks for. */
export function bestByEvidence(
  source: Source,
  { index: { reader } }: SearcherContext,
  evidence: TermEvidence[],
  count: number,
  {
    signal,
    accepts,
  }: { signal?: AbortSignal | undefined; accepts?: (part: SegmentReader, document: number) => boolean } = {},
): RelatedHit[] {
  const scores = new PartScores(reader.averageLength, evidence);
  const best: RelatedHit[] = [];
  let least = 0;
  for (const part of reader.segments) {
    signal?.throwIfAborted();
    scores.addUp(part, least);
    const { values, touched } = scores;
    for (let i = 0; i < touched.length; i++) {
      const document = touched[i]!;
      const score = values[document]!;
      if (score < least || part.deleted?.[document] === 1) continue;
      if (part === source.part && document === source.document) continue;
      if (accepts && !accepts(part, document)) continue;
      insertSorted(best, { part, document, score }, count, byScore);
      if (best.length === count) least = best[count - 1]!.score;
    }
  }
  return best;
}

function byScore(one: RelatedHit, other: RelatedHit): number {
  return other.score - one.score || compareTies(one, other);
}
