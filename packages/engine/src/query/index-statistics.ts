/** What an input is read by: the words, labels and languages of a space. */

import type { Language } from '../analysis/analyzers.ts';
import type { Vocabulary } from '../index/term-dictionary.ts';
import type { TermGroup } from '../search/matcher.ts';
import type { RecognisingThesaurus } from '../thesaurus/serialization.ts';

/** Live documents that are in a language. */
export interface LanguageShare {
  language: Language;
  documents: number;
}

export interface Known {
  vocabulary: Vocabulary;
  thesaurus: RecognisingThesaurus;
  /** Documents that have one of these words; they need not be counted beyond `enough`. */
  documentsWith(words: TermGroup, enough?: number): number;
  /** Of these words, which ascend, so many that are accepted: those that most documents have, then the first by their bytes. */
  mostCommon(words: TermGroup, most: number, accepts: (term: number) => boolean): TermGroup;
  /** The languages of live documents, those of most documents first. */
  languages(): LanguageShare[];
}
