/** Index statistics for query planning: term dictionary, thesaurus, document frequencies, languages. */

import type { Analyzer } from '../analysis/analyzers.ts';
import type { TermDictionary } from '../index/term-dictionary.ts';
import type { TermSet } from '../search/matcher.ts';
import type { IndexedThesaurus } from '../thesaurus/serialization.ts';

/** Number of live documents in a language. */
export interface LanguageShare {
  language: Analyzer;
  documents: number;
}

export interface IndexStatistics {
  vocabulary: TermDictionary;
  thesaurus: IndexedThesaurus;
  /** Number of documents with one of these terms; counting may stop at `enough`. */
  documentFrequency(words: TermSet, enough?: number): number;
  /** The `most` accepted terms with the highest document frequency, ties in byte order. `words` must be ascending. */
  mostFrequent(words: TermSet, most: number, accepts: (term: number) => boolean): TermSet;
  /** Languages of the live documents, the most frequent first. */
  languages(): LanguageShare[];
}
