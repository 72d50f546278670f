/** Query plan: one requirement for each clause, which one of several weighted alternatives must meet. */
import type { Analyzer } from './analysis/analyzers.ts';
import type { Token } from './analysis/tokenizer.ts';
import type { RecognizedConcept } from './api.ts';
import type { Clause } from './parser.ts';

export interface DecompoundedClauses {
  /** The clauses before splitting. */
  typed: Clause[];
  /** The clauses after splitting; each part is a clause with its own offsets in the input. */
  clauses: Clause[];
  /** Split words and their parts, separated by spaces. */
  splits: { word: Token; text: string }[];
}

/** A token of the input and its correction: normalized (`text`) and for display (`spelling`). */
export interface Correction {
  word: Token;
  text: string;
  spelling: string;
}

export interface QueryLanguage {
  /** Analyzer whose stop words apply; undefined if no language is known. */
  stopWordAnalyzer: Analyzer | undefined;
  /** Analyzer of the query language; undefined if the request names none. */
  analyzer: Analyzer | undefined;
  /** Typed words count less in documents of other languages; undefined if no language is likelier than the others. */
  preferred: Analyzer | undefined;
  /** True for a word that no document or label in the query language contains. */
  isForeign(word: string): boolean;
}

/** The language of a query whose words do not show their language. */
export const UNKNOWN_LANGUAGE: QueryLanguage = {
  analyzer: undefined,
  stopWordAnalyzer: undefined,
  preferred: undefined,
  isForeign: () => false,
};

/** Numbers of terms that count as one term: inflections, or terms with the same prefix. */
export type TermSet = number[];

export type Matcher =
  | { kind: 'word'; terms: TermSet }
  | { kind: 'phrase'; words: TermSet[] }
  /** Titles with one of the terms; every matching title scores the same. */
  | { kind: 'title'; terms: TermSet }
  /** Titles, and texts with one of the terms among the first `LEAD_LENGTH` words; every match scores the same. */
  | { kind: 'lead'; terms: TermSet }
  /** `nearness` to a concept of the query: 1 for itself, 0 if unrelated; lower after each of at most `maxSteps` steps down. */
  | { kind: 'concept'; nearness: Float32Array; maxSteps: number };

/** Number of words at the beginning of a text that say what the text is about (packages/engine/docs/search.md). */
export const LEAD_LENGTH = 48;

/** Query processing settings of a search space. */
export interface QuerySettings {
  /** Match inflections, other labels of concepts and documents tagged with them; stop words need not occur. */
  expanding: boolean;
  /** Match parts of labels, similar words, and documents with some of the words, if there are few results. */
  relaxing: boolean;
  threshold: ThresholdShares;
}

/**
 * A hit of a relaxed query must meet requirements with a share of the total weight or of the largest weight, whichever is
 * less. One word suffices if it is about as rare as the rarest one; common words suffice only together.
 */
export interface ThresholdShares {
  ofTotal: number;
  ofLargest: number;
}

export const DEFAULT_QUERY_SETTINGS: QuerySettings = {
  expanding: true,
  relaxing: true,
  // Chosen by cross-validation over three collections (packages/engine/docs/search.md).
  threshold: { ofTotal: 0.3, ofLargest: 0.5 },
};

/** Maximum number of words to expand: each takes up to 10 ms in 300,000 terms, and longer queries are specific enough. */
export const MAX_EXPANDED_TERMS = 8;
/** Maximum number of requirements, which are bits of an integer; further clauses only contribute to the ranking. */
export const MAX_REQUIREMENTS = 30;
/** Mask of an alternative that meets no requirement. */
export const RANKING_ONLY = 1 << MAX_REQUIREMENTS;
/** Number of bits of a requirement mask, without the sign bit. */
export const MASK_BITS = MAX_REQUIREMENTS + 1;

/** One alternative to meet requirements. */
export interface Alternative {
  matcher: Matcher;
  /** Mask of the requirements that a match meets. */
  requirementMask: number;
  /** Weight in the ranking; for concepts, the weight in documents with a concept that was extracted from the text. */
  weight: number;
  /** True for a form or completion of a typed word; false for a label. */
  isTyped?: boolean;
}

/** The requirements that a hit meets must together have at least this weight. */
export interface MatchThreshold {
  /** Whole number for each bit of the mask of requirements: rare requirements weigh more; 0 if no document meets it. */
  weights: number[];
  minimum: number;
}

/** Query plan, which the planner's rewriters complete. */
export class QueryPlan {
  readonly alternatives: Alternative[] = [];
  /** Documents that match any of these matchers are excluded. */
  readonly excluded: Matcher[] = [];
  /** Mask of all requirements; 0 matches every document. */
  requiredMask = 0;
  /** What a hit must meet if the query is relaxed; undefined if a hit must meet all requirements. */
  threshold: MatchThreshold | undefined;
  /** True if a quoted clause is required. */
  hasPhrases = false;
  /** True if quotation marks were ignored, because no document has the phrases. */
  isUnquoted = false;
  readonly recognizedConcepts: RecognizedConcept[] = [];
  /** Words to highlight in results. */
  readonly highlightTerms: { word: string; unfinished: boolean }[] = [];
  readonly highlightLabels: string[] = [];
  /** Normalized compounds that contain a word of the query. */
  readonly highlightCompounds: string[] = [];
  /** Requirement mask of each clause, including the parts of split words. */
  readonly masks = new Map<Clause, number>();
  /** Clauses as typed, without split words and without clauses that name a concept. */
  clauses: Clause[] = [];
  language = UNKNOWN_LANGUAGE;
  /** Spelling corrections; undefined if not computed. */
  corrections: Correction[] | undefined;
  /** Result of decompounding; undefined if not computed. */
  decompounded: DecompoundedClauses | undefined;

  /** Mask of the requirements of these clauses. */
  maskOf(clauses: readonly Clause[]): number {
    return clauses.reduce((mask, clause) => mask | (this.masks.get(clause) ?? 0), 0);
  }
}
