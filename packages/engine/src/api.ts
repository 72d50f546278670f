/**
 * What can be asked of a search space, and what it answers. Neutral of any engine: the server's backend
 * port speaks these types too. Dates are milliseconds since 1970, spans count UTF-16 units with `end` exclusive.
 */

export * from './writable-space.ts';

/** A stretch of text. */
export interface Span {
  begin: number;
  end: number;
}

/** A language-tagged name of something identified by URI, in the language asked for where there is one. */
export interface NamedConcept {
  uri: string;
  label: string;
}

/**
 * A facet of a space. `field` is `dyn_lit_<name>`, `dyn_flt_<name>`, `dyn_uri_<id>` (a stable hash of the URI)
 * or `dyn_uri_all_concepts`; `uri` is a concept scheme, collection or concept, or the attribute's name.
 */
export interface Facet {
  uri: string;
  field: string;
  label: string;
  kind: 'concept' | 'literal' | 'number' | 'date';
  hierarchical: boolean;
}

/** One value of a facet; a range is closed, `null` is open, and concepts include everything narrower. */
export type FacetValue =
  | { concept: string }
  | { literal: string }
  | { from: number | null; to: number | null; toExclusive?: boolean };

/** Values of one facet are alternatives; selections of several facets narrow each other. */
export interface FacetSelection {
  field: string;
  values: FacetValue[];
}

/** How one facet is to be counted and cut. `limit` counts values per level; `depth` 0 means all levels. */
export interface FacetRequest {
  field: string;
  mode: 'hierarchical' | 'flat' | 'top';
  depth: number;
  limit: number;
  sorting: 'count' | 'label';
  order: 'asc' | 'desc';
  includeEmpty: boolean;
}

export interface SearchQuery {
  input: string;
  language?: string;
  selected: FacetSelection[];
  excluded: FacetSelection[];
  dateRange?: { from: number | null; to: number | null };
  facets: FacetRequest[];
  /** Fields of the facets that each result document should carry. */
  documentFacets: string[];
  sort: { field: 'relevance' | 'date' | 'title'; direction: 'asc' | 'desc' };
  start: number;
  count: number;
  /** Longest description in characters, cut around the first match; 0 leaves it empty. */
  summaryLength: number;
}

/** `value` is the concept URI, or null for literals and ranges; `children` is null where the facet is flat. */
export interface FacetCount {
  label: string;
  value: string | null;
  count: number;
  children: FacetCount[] | null;
}

export interface FacetResult {
  field: string;
  values: FacetCount[];
}

/** A document as answers carry it. `facets` holds the asked `documentFacets` that it has values for. */
export interface ResultDocument {
  id: string;
  title: string;
  description: string;
  link: string;
  date: number | null;
  image: string | null;
  language: string | null;
  type: string;
  facets: { field: string; values: { label: string; value: string | null }[] }[];
  highlights: { title: Span[]; description: Span[] };
  score: number;
  /** Similar and recommended documents: the concepts shared with the document asked about, most telling first. */
  sharedConcepts?: NamedConcept[];
}

/** A concept recognised in the input: where, by which label, and what else was searched because of it. */
export interface RecognizedConcept extends NamedConcept {
  matchingLabel: string;
  begin: number;
  end: number;
  alsoSearched: string[];
}

export interface SearchResult {
  total: number;
  documents: ResultDocument[];
  facets: FacetResult[];
  understood: RecognizedConcept[];
  /** Did you mean: a whole corrected input, offered only when little was found. */
  suggestion?: string;
}

export interface SuggestionQuery {
  text: string;
  /** Only concepts of this facet (its field or uri). */
  context?: string;
  count: number;
  language?: string;
}

export interface SuggestedConcept extends NamedConcept {
  /** Field of a facet that the concept can be selected in. */
  field: string;
  matchingLabel: string;
  matches: Span[];
  /** Label of the broader concept. */
  context: string | null;
  /** Documents tagged with it or something narrower. */
  count: number;
}

/** A question for documents like, or recommended for, the document `id`. */
export interface RelatedQuery {
  id: string;
  count: number;
  /** Name of the similarity or recommender plugin; the space's default when absent. */
  plugin?: string;
  language?: string;
  documentFacets: string[];
  summaryLength: number;
}

export interface ExtractionQuery {
  text: string;
  language?: string;
  count: number;
}

export interface ExtractedConcept extends NamedConcept {
  /** 0 to 100. */
  score: number;
  frequency: number;
  matchedTexts: { matchedText: string; frequency: number; positions: Span[] }[];
}

/** One whole document with the concepts it is about and where its text names them. */
export interface FullDocument extends ResultDocument {
  concepts: {
    uri: string;
    label: string;
    definition: string | null;
    broader: NamedConcept[];
    positions: { title: Span[]; description: Span[] };
  }[];
}

/** What a space holds and offers. */
export interface SpaceDescription {
  documents: number;
  concepts: number;
  languages: string[];
  facets: Facet[];
  recommenders: string[];
  similarities: string[];
  /** What had to be repaired or could not be saved since it was opened, in words, newest last; absent where nothing. */
  notices?: string[];
}

/** Raised for a question that cannot be answered as asked; `code` says what is wrong. */
export class QueryError extends Error {
  readonly code:
    | 'unknown-document'
    | 'unknown-facet'
    | 'unknown-plugin'
    | 'invalid-number'
    | 'invalid-document'
    | 'invalid-thesaurus'
    | 'thesaurus-too-large'
    | 'nothing-to-learn';
  constructor(code: QueryError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'QueryError';
    this.code = code;
  }
}

/**
 * A search space: documents and a thesaurus in, ranked answers out. A question whose signal is given before it begins
 * is not begun, and one asked of another thread is waited for no longer. Worked out no further is a search (it looks
 * between two words of its input, two parts of the index and two facets), `similar` and `recommend` (between two parts) and a whole document
 * (between its texts), an extraction (between words); suggestions, once begun, are worked out to their end. What counts
 * something is a natural number: a question with another one rejects with `invalid-number`.
 */
export interface SearchSpace {
  describe(): Promise<SpaceDescription>;
  /** The facet that `reference` names: a field, an attribute name, or the URI of a scheme, collection or concept. */
  facet(reference: string): Promise<Facet | undefined>;
  search(question: SearchQuery, signal?: AbortSignal): Promise<SearchResult>;
  suggest(question: SuggestionQuery, signal?: AbortSignal): Promise<SuggestedConcept[]>;
  /** Rejects with `unknown-document` or `unknown-plugin`. */
  similar(question: RelatedQuery, signal?: AbortSignal): Promise<ResultDocument[]>;
  /** Rejects with `unknown-document` or `unknown-plugin`. */
  recommend(question: RelatedQuery, signal?: AbortSignal): Promise<ResultDocument[]>;
  extract(question: ExtractionQuery, signal?: AbortSignal): Promise<ExtractedConcept[]>;
  /** Rejects with `unknown-document`. */
  document(
    id: string,
    options: { language?: string; documentFacets: string[] },
    signal?: AbortSignal,
  ): Promise<FullDocument>;
}
