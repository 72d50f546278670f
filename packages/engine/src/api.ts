/**
 * Public interface of a search space: its operations, suggestions, related documents and extraction.
 *
 * Independent of the embedded engine: the backends of the server implement it too. Dates are milliseconds since
 * 1970-01-01T00:00Z. Languages are BCP 47 tags.
 */
import type { NamedConcept, Span, SuggestedConcept } from '@semantic-search/query/api';
import type { DocumentScope, Facet, ScopedQuery, SearchQuery, UnresolvedRule } from './search-query.ts';
import type { ResultDocument, SearchResult } from './search-result.ts';

export * from '@semantic-search/query/api';
export type * from './search-query.ts';
export type * from './search-result.ts';

export interface SuggestionQuery extends ScopedQuery {
  /** The text typed so far. */
  text: string;
  /** Field or URI of a facet: only its concepts are suggested. */
  context?: string;
  /** Maximum number of suggestions. */
  count: number;
  language?: string;
}

/** A query for documents that are similar to, or recommended for, the document `id`. */
export interface RelatedQuery extends ScopedQuery {
  id: string;
  /** Maximum number of documents. */
  count: number;
  /** Name of a similarity or recommender (`SpaceDescription`); by default the first that applies to the document. */
  plugin?: string;
  language?: string;
  documentFacets: string[];
  summaryLength: number;
}

/** With a scope, no model scores the concepts, because it has learned from all documents. */
export interface ExtractionQuery extends ScopedQuery {
  text: string;
  /** Language of the text; detected if absent. */
  language?: string;
  /** Maximum number of concepts. */
  count: number;
}

/** How a whole document is shown. */
export interface DocumentQuery extends ScopedQuery {
  language?: string;
  documentFacets: string[];
}

export interface ExtractedConcept extends NamedConcept {
  /** Estimated probability that the text is about the concept, from 0 to 100 percent. */
  score: number;
  /** Number of mentions; 0 if a trained model inferred the concept. */
  frequency: number;
  matchedTexts: { matchedText: string; frequency: number; positions: Span[] }[];
}

/** A whole document with the concepts it is tagged with. */
export interface FullDocument extends ResultDocument {
  concepts: {
    uri: string;
    label: string;
    definition: string | null;
    broader: NamedConcept[];
    /** Where the document mentions the concept. */
    positions: { title: Span[]; description: Span[] };
  }[];
}

/** Size and capabilities of a search space. */
export interface SpaceDescription {
  /** Number of documents. */
  documents: number;
  /** Number of concepts, without deprecated ones. */
  concepts: number;
  /** Languages of documents, in the embedded engine the most frequent first, and of labels. */
  languages: string[];
  facets: Facet[];
  /** Names for `RelatedQuery.plugin`. */
  recommenders: string[];
  similarities: string[];
  /** Warnings since the space was opened, such as repairs and failed snapshots, newest last; absent if none. */
  notices?: string[];
}

/**
 * A search space: documents and a thesaurus, searchable.
 *
 * An aborted signal cancels an operation. A space in a worker rejects at once, with the reason of the signal. The work
 * itself stops at the next checkpoint: a search between clauses, segments and facets, `similar` and `recommend` between
 * segments, `extract` between words, `document` between texts. `suggest` has no checkpoints.
 *
 * A selection in an unknown facet rejects with `unknown-facet`, a value without the URI or label that its facet needs
 * with `invalid-facet-value`. Counts, offsets and lengths must be non-negative safe integers, and range bounds must be
 * numbers. Otherwise the operation rejects with `invalid-number`.
 */
export interface SearchSpace {
  describe(): Promise<SpaceDescription>;
  /** Finds facets by field, attribute name, or URI of a scheme, collection or concept; undefined for unknown references. */
  facets(references: readonly string[], signal?: AbortSignal): Promise<(Facet | undefined)[]>;
  /** The rules of a scope that the space cannot resolve, and which therefore hide all documents. */
  unresolved(scope: DocumentScope, signal?: AbortSignal): Promise<UnresolvedRule[]>;
  search(query: SearchQuery, signal?: AbortSignal): Promise<SearchResult>;
  /** Suggests concepts by their labels, even with typing errors; with a scope, only concepts of its documents. */
  suggest(query: SuggestionQuery, signal?: AbortSignal): Promise<SuggestedConcept[]>;
  /** Rejects with `unknown-document` or `unknown-plugin`. */
  similar(query: RelatedQuery, signal?: AbortSignal): Promise<ResultDocument[]>;
  /** Rejects with `unknown-document` or `unknown-plugin`. */
  recommend(query: RelatedQuery, signal?: AbortSignal): Promise<ResultDocument[]>;
  /** Extracts the concepts that a text is about, most probable first. */
  extract(query: ExtractionQuery, signal?: AbortSignal): Promise<ExtractedConcept[]>;
  /** Rejects with `unknown-document`. */
  document(id: string, options: DocumentQuery, signal?: AbortSignal): Promise<FullDocument>;
}
