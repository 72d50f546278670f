/** Public types and names of query understanding, shared with the engine and the search backends. */

/** The facet field of all concepts, whatever their scheme. */
export const ALL_CONCEPTS_FIELD = 'dyn_uri_all_concepts';

/** Name of the part of the thesaurus that `replaceThesaurus` replaces by default. */
export const MAIN_PART = 'main';

/** A range of text in UTF-16 code units; `end` is exclusive. */
export interface Span {
  begin: number;
  end: number;
}

/** A concept with its label, in the requested language if the concept has one in it. */
export interface NamedConcept {
  uri: string;
  label: string;
}

/** A concept recognized in the input, with the span of its words. */
export interface RecognizedConcept extends NamedConcept, Span {
  /** The label that the input contains. */
  matchingLabel: string;
  /** Other labels that were added to the query (query expansion). */
  alsoSearched: string[];
}

/** A concept that completes an incomplete name. */
export interface SuggestedConcept extends NamedConcept {
  /** Field of a facet that contains the concept. */
  field: string;
  /** The label that matches the text. */
  matchingLabel: string;
  /** Parts of `matchingLabel` that match the text. */
  matches: Span[];
  /** Label of a broader concept. */
  context: string | null;
  /** Number of documents tagged with the concept or a narrower one. */
  count: number;
}

/** An error caused by the request, such as an unknown facet or an invalid number. */
export class QueryError extends Error {
  readonly code:
    | 'unknown-document'
    | 'unknown-facet'
    | 'invalid-facet-value'
    | 'unknown-plugin'
    | 'invalid-number'
    /** More results or facet values than the backend can return. */
    | 'limit-exceeded'
    | 'invalid-document'
    | 'invalid-thesaurus'
    | 'thesaurus-too-large'
    | 'nothing-to-learn';
  /** Path of the invalid member of the query, such as `selected[0].field`, if one member is the cause. */
  readonly path: string | undefined;
  constructor(code: QueryError['code'], message: string, options?: ErrorOptions & { path?: string }) {
    super(message, options);
    this.name = 'QueryError';
    this.code = code;
    this.path = options?.path;
  }
}

/** Requirements that a hit of a query had to meet, after relaxation. */
export interface MatchReport {
  /** Number of requirements: words and phrases that a hit has to match. */
  requirements: number;
  /** Share of the total weight of the requirements that a hit had to meet; 1 if it had to meet all. */
  requiredShare: number;
  /** True if words could also match parts of labels, compounds and words of other languages. */
  isBroad: boolean;
  /** True if words that occur nowhere also matched similar words. */
  isCorrected: boolean;
  /** Corrected words of the input, normalized, each with the correction that was also searched; absent if none. */
  corrections?: { word: string; correction: string }[];
}

/** A named part of the thesaurus of a search space. */
export interface ThesaurusPart {
  name: string;
  /** Number of concepts, without deprecated ones. */
  concepts: number;
  /** Time of the upload in milliseconds since 1970; null if a previous version stored it. */
  written: number | null;
  /** Title and license from the report of the upload. */
  title: string | null;
  license: string | null;
}

/** Summary of a parsed thesaurus. */
export interface ThesaurusReport {
  /** Number of concepts, without deprecated ones. */
  concepts: number;
  labels: number;
  languages: string[];
  /** Label of the first scheme, and license or statement of rights; null if the content has none. */
  title: string | null;
  license: string | null;
  /** Repaired inconsistencies, such as removed cycles and missing labels; at most 100. */
  warnings: string[];
}
