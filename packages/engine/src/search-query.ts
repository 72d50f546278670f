/** Search query: input, filters, facets to count, order, and ranking settings. */
import type { ThresholdShares } from '@semantic-search/query';

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

/** A concept includes narrower ones. A range includes its bounds, but not `to` with `toExclusive`; null leaves a side open. */
export type TypedValue =
  | { concept: string }
  | { literal: string }
  | { from: number | null; to: number | null; toExclusive?: boolean };

/**
 * One value of a facet. With `uri` and `label`, the type of the facet decides which of them counts: the URI of a concept,
 * or the label of a literal or a range.
 */
export type FacetValue = TypedValue | { uri?: string | undefined; label?: string | undefined };

/** Selected values of a facet. Values of one facet are combined with OR, facets with AND. */
export interface FacetSelection {
  /** Field of the facet, name of the attribute, or URI of the concept scheme, collection or concept. */
  field: string;
  values: FacetValue[];
}

/** Documents that a query may show or count: each `include` rule must match, no `exclude` rule. An unresolvable rule hides all. */
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

/**
 * A factor of the score of each document; 1 without a value. `field` is like `FacetSelection.field`.
 * - `recency`: 1 + weight × 2^(−age ÷ half-life); both times are in milliseconds.
 * - `number`: 1 + weight × value, scaled to 0 … 1 by the 95th percentile of the space.
 * - `value`: the largest factor of a value of the document; a concept includes its narrower concepts.
 */
export type Boost = { field: string } & (
  | { type: 'recency'; weight: number; halfLife: number; now: number }
  | { type: 'number'; weight: number; scale: 'linear' | 'log' }
  | { type: 'value'; factors: Readonly<Record<string, number>> }
);

export interface SearchQuery extends ScopedQuery {
  /** The text of the visitor. An empty text matches all documents. */
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
  /** Whether the first result document or all of them include their `texts`; by default, none does. */
  wholeTexts?: 'first' | 'all';
  /**
   * Ids of documents that match any input, in the order of `SearchResult.pinned`, and of documents that never match. Both
   * count in totals and facets accordingly; filters apply to pinned documents, too.
   */
  curation?: { pinned: string[]; hidden: string[] };
  /** Settings to try with this query instead of the stored settings. Backends other than the engine reject most of them. */
  ranking?: RankingSettings;
}

/** Order of results; `undated: 'written'` gives documents without a date the time of their last write, in the order by date. */
export interface SortOrder {
  field: string;
  direction: 'asc' | 'desc';
  undated?: 'written';
}
