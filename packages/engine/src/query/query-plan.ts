/** Query plan: one requirement for each clause, which one of several weighted alternatives must meet. */
import type { RecognizedConcept } from '../api.ts';
import type { Matcher } from '../search/matcher.ts';
import type { Correction } from '../spelling/apply-corrections.ts';
import type { DecompoundedClauses } from './decompounding.ts';
import type { Clause } from './parser.ts';
import type { QueryLanguage } from './query-language.ts';

/** Query processing options of a search space. */
export interface QueryOptions {
  /** Match inflections, in the languages of the documents. */
  stemming: boolean;
  /** Stop words need not occur. */
  stopWords: boolean;
  /** Fuzzy matching of unknown words if there are few results. */
  typos: boolean;
  /** Search other labels of concepts named in the query. */
  synonyms: boolean;
  /** Match documents tagged with concepts named in the query, or with narrower ones. */
  concepts: boolean;
  /** Match documents with some of the words if there are few results. */
  relaxing: boolean;
}

export const ALL_QUERY_OPTIONS: QueryOptions = {
  stemming: true,
  stopWords: true,
  typos: true,
  synonyms: true,
  concepts: true,
  relaxing: true,
};

/** One alternative to meet requirements. */
export interface Alternative {
  matcher: Matcher;
  /** Mask of the requirements that a match meets. */
  clauseMask: number;
  /** Weight in the ranking. */
  weight: number;
  /** Prefix expansion of a term that also matches exactly; hits from it alone do not count as results. */
  isOptionalPrefix?: boolean;
}

export interface QueryPlan {
  alternatives: Alternative[];
  /** Documents that match any of these are excluded. */
  excluded: Matcher[];
  /** Mask of all requirements; 0 matches every document. */
  requiredMask: number;
  understood: RecognizedConcept[];
  /** Words to highlight in results. */
  highlightTerms: { word: string; unfinished: boolean }[];
  highlightLabels: string[];
  /** Normalized compounds that contain a word of the query. */
  highlightCompounds: string[];
  /** Clauses as typed, without split words and without those that name a concept. */
  clauses: Clause[];
  language: QueryLanguage;
  /** Spelling corrections; undefined if not computed. */
  corrections: Correction[] | undefined;
  /** Result of decompounding; undefined if not computed. */
  decompounded: DecompoundedClauses | undefined;
  /** Words whose special characters occur nowhere, with their replacements. */
  specialCharacterCorrections: Correction[];
}
