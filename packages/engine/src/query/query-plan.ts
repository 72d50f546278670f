/** What is looked for: one requirement per word or phrase, each met in one of several ways. */
import type { UnderstoodConcept } from '../api.ts';
import type { Matcher } from '../search/matcher.ts';
import type { Correction } from '../spelling/apply-corrections.ts';
import type { DecompoundedClauses } from './decompounding.ts';
import type { Clause } from './parser.ts';
import type { QueryLanguage } from './query-language.ts';

/** What the engine may do beyond looking for exactly the words that were typed. */
export interface QueryOptions {
  /** Other forms of a word, by the languages of the documents. */
  stemming: boolean;
  /** Words that say nothing need not occur. */
  stopWords: boolean;
  /** Words spelled nearly like one that no document has, where little is found. */
  typos: boolean;
  /** Other labels of concepts named in the input. */
  synonyms: boolean;
  /** Documents tagged with concepts named in the input, or narrower ones. */
  concepts: boolean;
  /** Documents with some of the words, where little is found. */
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

/** One way to meet requirements. */
export interface Alternative {
  matcher: Matcher;
  /** The requirements that a match meets. */
  clauseMask: number;
  /** Weight in the ranking. */
  weight: number;
  /** By words that only go on from one that is whole as it is: what is found by them alone is not what was asked for. */
  isOptionalPrefix?: boolean;
}

export interface QueryPlan {
  alternatives: Alternative[];
  /** Documents with any of these are left out. */
  excluded: Matcher[];
  /** Bits of all requirements; 0 asks for every document. */
  requiredMask: number;
  understood: UnderstoodConcept[];
  /** Words as they are to be marked in results, and labels of concepts. */
  highlightTerms: { word: string; unfinished: boolean }[];
  highlightLabels: string[];
  /** Folded compound words that have a word of the input as a part. */
  highlightCompounds: string[];
  /** As typed, without words that were taken apart, and without those that name something. */
  clauses: Clause[];
  language: QueryLanguage;
  /** Words as they were probably meant, where that was asked for. */
  corrections: Correction[] | undefined;
  /** How words were taken apart, where that was tried. */
  decompounded: DecompoundedClauses | undefined;
  /** Words whose signs nobody writes so, and what is looked for in their place. */
  specialCharacterCorrections: Correction[];
}
