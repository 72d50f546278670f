/** What an input is read by: the words, labels and languages of a space. */

import type { Analyzer } from '../analysis/analyzers.ts';
import type { TermDictionary } from '../index/term-dictionary.ts';
import type { TermSet } from '../search/matcher.ts';
import type { IndexedThesaurus } from '../thesaurus/serialization.ts';

/** Live documents that are in a language. */
export interface LanguageShare {
  language: Analyzer;
  documents: number;
}

export interface IndexStatistics {
  vocabulary: TermDictionary;
  thesaurus: IndexedThesaurus;
  /** Documents that have one of these words; they need not be counted beyond `enough`. */
  documentFrequency(words: TermSet, enough?: number): number;
  /** Of these words, which ascend, so many that are accepted: those that most documents have, then the first by their bytes. */
  mostFrequent(words: TermSet, most: number, accepts: (term: number) => boolean): TermSet;
  /** The languages of live documents, those of most documents first. */
  languages(): LanguageShare[];
}
