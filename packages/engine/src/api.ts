/**
 * Public interface of a search space: queries, results and errors.
 *
 * Independent of the embedded engine: the backends of the server implement it too. Dates are milliseconds since
 * 1970-01-01T00:00Z. Languages are BCP 47 tags.
 */
import type { ThresholdShares } from '@semantic-search/query';
import type {
  MatchReport,
  NamedConcept,
  RecognizedConcept,
  Span,
  SuggestedConcept,
} from '@semantic-search/query/api';

export * from '@semantic-search/query/api';

/** A facet of a search space. */
export interface Facet {
  /** URI of a concept scheme, collection or concept, or the name of an attribute. */
  uri: string;
  /** `dyn_lit_<name>`, `dyn_flt_<name>`, `dyn_uri_<stable hash of the URI>` or `dyn_uri_all_concepts`. */
  field: string;
  label: string;
  kind: 'concept' | 'literal' | 'number' | 'date';
  hierarchical: boolean;
}

/**
 * One value of a facet, of the type of the facet. A concept includes all narrower concepts. A range includes its bounds,
 * except `to` with `toExclusive`; `null` leaves a side open.
 */
export type TypedValue =
  | { concept: string }
  | { literal: string }
  | { from: number | null; to: number | null; toExclusive?: boolean };

/**
 * One value of a facet. With `uri` and `label` the type of the facet decides: the URI of a concept, the label of a
 * literal or a range.
 */
export type FacetValue = TypedValue | { uri?: string | undefined; label?: string | undefined };

/** Selected values of a facet. Values of one facet are combined with OR, facets with AND. */
export interface FacetSelection {
  /** Field of the facet, name of the attribute, or URI of the concept scheme, collection or concept. */
  field: string;
  values: FacetValue[];
}

/**
 * The documents that a query may show or count. Each rule of `include` must match, none of `exclude`. A rule that the space
 * cannot resolve hides all documents.
 */
export interface DocumentScope {
  include: FacetSelection[];
  exclude: FacetSelection[];
}

/** Part of a scope, such as `include[0].values[1]`, that the space does not have. */
export interface UnresolvedRule {
  path: string;
  message: string;
}

/** All results, including counts and corrections, are as if the space contained only the documents of the scope. */
export interface ScopedQuery {
  scope?: DocumentScope | undefined;
}

/** A facet to count with a search, and how to present its values. */
export interface FacetRequest {
  /** Like `FacetSelection.field`. */
  field: string;
  /** `hierarchical`: trees of concepts; `flat`: all values in one list; `top`: the first level only. */
  mode: 'hierarchical' | 'flat' | 'top';
  /** Maximum number of levels; 0 means all. */
  depth: number;
  /** Maximum number of values per level. */
  limit: number;
  sorting: 'count' | 'label';
  order: 'asc' | 'desc';
  /** Whether to return values that no result document has. */
  includeEmpty: boolean;
}

/** Ranking settings that the owner of a space can tune; absent members have their default values. */
export interface RankingSettings {
  /** Parameters of BM25: saturation of the term frequency, and normalization by document length. */
  k1?: number;
  b?: number;
  /** Weight of an occurrence in each field; multiples of 0.1. `text` is the description, the full text and attributes. */
  fields?: Partial<FieldWeights>;
  /** What hits of a relaxed query must match. */
  threshold?: Partial<ThresholdShares>;
}

export interface FieldWeights {
  title: number;
  text: number;
}

export interface CompleteRankingSettings {
  k1: number;
  b: number;
  fields: FieldWeights;
  threshold: ThresholdShares;
}

/** A factor of the score of each document; 1 without a value. `field` is like `FacetSelection.field`. */
export type Boost = { field: string } & (
  | /** 1 + weight × 2^(−age ÷ half-life); both times are in milliseconds. */
  { type: 'recency'; weight: number; halfLife: number; now: number }
  /** 1 + weight × value, scaled to 0 … 1 by the 95th percentile of the space. */
  | { type: 'number'; weight: number; scale: 'linear' | 'log' }
  /** The largest factor of a value of the document; a concept includes its narrower concepts. */
  | { type: 'value'; factors: Readonly<Record<string, number>> }
);

export interface SearchQuery extends ScopedQuery {
  /** The text typed; empty matches all documents. */
  input: string;
  /** Language of the input and of the returned labels. */
  language?: string;
  /** Filters that documents must pass. The counts of a facet ignore the selection in this facet. */
  selected: FacetSelection[];
  /** Documents with any of these values are left out. */
  excluded: FacetSelection[];
  /** Both bounds are inclusive; documents without a date never match. */
  dateRange?: { from: number | null; to: number | null };
  facets: FacetRequest[];
  /** The facets whose values each result document includes, like `FacetSelection.field`; unknown facets are omitted. */
  documentFacets: string[];
  /** `field` is `relevance`, `date`, `title`, or an attribute; documents without a value come last, ties are by ID. */
  sort: SortOrder;
  boosts?: Boost[];
  /** Whether documents have their `parts`. */
  explain?: boolean;
  /** Id of a document to report in `explained`, whatever its rank. */
  explainedId?: string;
  /** Embedding of the input; ignored if the space has no embeddings. */
  embedding?: ArrayLike<number>;
  /** Offset of the first result document. */
  start: number;
  /** Maximum number of result documents. */
  count: number;
  /** Maximum length of the snippet in `description`, cut around the first match; 0 leaves it empty. */
  summaryLength: number;
  /** Documents that have their `texts`; none if absent. */
  wholeTexts?: 'first' | 'all';
  /**
   * Ids of documents that match any input, in the order of `SearchResult.pinned`, and of documents that never match. Both
   * count in totals and facets accordingly; filters apply to pinned documents, too.
   */
  curation?: { pinned: string[]; hidden: string[] };
  /** Settings to try with this query instead of the stored settings. Backends other than the engine reject most of them. */
  ranking?: RankingSettings;
}

export interface FacetCount {
  label: string;
  /** The URI of a concept; null for literals and ranges. */
  value: string | null;
  /** Exact number of matching documents. */
  count: number;
  /** Null unless the mode is `hierarchical`. */
  children: FacetCount[] | null;
}

export interface FacetResult {
  /** Null if the space does not have the requested facet. */
  field: string | null;
  values: FacetCount[];
}

/** The values of a facet that a document has. */
export interface DocumentFacet {
  /** As requested in `documentFacets`. */
  reference: string;
  field: string;
  values: { label: string; value: string | null }[];
}

/** Parts of a score, each scaled to 0 … 1 over the candidates. */
export interface ScoreExplanation {
  /** Part of words and concepts (BM25). */
  lexical: number;
  /** Part of the similarity of embeddings. */
  vector: number;
  /** Cosine similarity, from -1 to 1; null if the document has no embedding. */
  cosine: number | null;
}

/** Parts with a `score` are added, and the sum is multiplied by each `factor`. Boosts are in the order of the query. */
export interface ScorePart {
  kind:
    | /** Words of the document; of its title, that the input may be the beginning of; and words one after another. */
    ('word' | 'completion' | 'phrase')
    /** Concepts of the document, which the input names or which are near. */
    | 'concept'
    /** The title says most of the query and little else. */
    | 'title'
    /** The document declares another language, so that words count less: a negative score. */
    | 'language'
    /** Words of the input that the document lacks; factor 0 if they are required. */
    | 'missing'
    /** Words that the input excludes; factor 0. */
    | 'excluded'
    | 'boost';
  /** The matching words or labels, separated by commas; for a boost, its field. */
  text: string;
  score?: number;
  factor?: number;
}

/** A section of a document that matches the query. */
export interface ResultSection {
  anchor: string;
  heading: string;
  /** The link of the document with the anchor as fragment; empty if the document has no link. */
  url: string;
  /** A snippet. */
  text: string;
  highlights: { heading: Span[]; text: Span[] };
}

/** A section of a document, or its text if it has no sections; `anchor` and `heading` are empty then. */
export interface MatchingText {
  anchor: string;
  heading: string;
  text: string;
  highlights: { heading: Span[]; text: Span[] };
}

/** Order of results; `undated: 'written'` gives documents without a date the time of their last write, in the order by date. */
export interface SortOrder {
  field: string;
  direction: 'asc' | 'desc';
  undated?: 'written';
}

/** A document in a result. */
export interface ResultDocument {
  id: string;
  title: string;
  /** The snippet; of a `FullDocument` the whole text. */
  description: string;
  link: string;
  date: number | null;
  /** Time of the last write in milliseconds since 1970; null if the backend does not report it. */
  written: number | null;
  image: string | null;
  language: string | null;
  type: string;
  /** The requested `documentFacets` that the document has values for. */
  facets: DocumentFacet[];
  /** Where the title and the description match the query. */
  highlights: { title: Span[]; description: Span[] };
  /** The sections that match the query best, at most three, best first; absent if there are none. */
  sections?: ResultSection[];
  /** The texts that match the query, whole, or the first without any; only with `wholeTexts`. */
  texts?: MatchingText[];
  /** Relevance; comparable only within one result. */
  score: number;
  /** What the score consists of; only with `explain`, if the backend reports it. */
  parts?: ScorePart[];
  /** Parts of the score in a hybrid ranking. Absent in other rankings, and for documents that were not candidates. */
  explanation?: ScoreExplanation;
  /** Similar and recommended documents only: concepts shared with the source document, most specific first. */
  sharedConcepts?: NamedConcept[];
}

export interface SearchResult {
  /** Exact number of matching documents. */
  total: number;
  documents: ResultDocument[];
  /** Pinned documents that pass the filters; they are not among `documents`. Absent without `curation`. */
  pinned?: ResultDocument[];
  /** The document of `explainedId`: null if the scope has none. Absent if the backend does not report it. */
  explained?: { isHit: boolean; parts: ScorePart[] } | null;
  /** One for each facet of the query, in the same order. */
  facets: FacetResult[];
  /** Concepts recognized in the input. */
  recognizedConcepts: RecognizedConcept[];
  /** Absent if the backend does not report it. */
  matching?: MatchReport;
  /** The quotation marks of phrases that no document has were ignored. */
  isUnquoted?: true;
  /** The spelling-corrected input ("did you mean"); only if the query has few results. */
  suggestion?: string;
}

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
  /** Languages of documents and labels. */
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
  /**
   * Finds facets by field, attribute name, or the URI of a concept scheme, collection or concept; undefined for unknown
   * references.
   */
  facets(references: readonly string[], signal?: AbortSignal): Promise<(Facet | undefined)[]>;
  /** The rules of a scope that the space cannot resolve, and which therefore hide all documents. */
  unresolved(scope: DocumentScope, signal?: AbortSignal): Promise<UnresolvedRule[]>;
  search(query: SearchQuery, signal?: AbortSignal): Promise<SearchResult>;
  /** Suggests concepts by their labels, also with typing errors; with a scope, only concepts of its documents. */
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
