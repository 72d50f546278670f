/** Search result: documents with their snippets and scores, and facets with their counts. */
import type { MatchReport, NamedConcept, RecognizedConcept, Span } from '@semantic-search/query/api';

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

/** What a hybrid ranking mixes: two scores, each scaled to 0 … 1 over the candidates. */
export interface ScoreExplanation {
  /** The scaled score of words and concepts (BM25). */
  lexical: number;
  /** The scaled similarity of embeddings. */
  vector: number;
  /** Cosine similarity, from -1 to 1; null if the document has no embedding. */
  cosine: number | null;
}

/** Parts with a `score` are added, and the sum is multiplied by each `factor`. Boosts are in the order of the query. */
export interface ScorePart {
  kind:
    | /** Words of the document; words of its title that begin like the input; words that follow each other. */
    ('word' | 'completion' | 'phrase')
    /** Concepts of the document that the input names, or that are near such a concept. */
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
  /** The document with `explainedId`; null if the scope does not contain it. Absent if the backend does not report it. */
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
