/** Vocabulary of a search space: which words its documents and labels contain, and in which languages. */
import { type Analyzer, analyzerFor } from '../analysis/analyzers.ts';
import { normalize } from '../analysis/normalizer.ts';
import { keyRange } from '../autocomplete/label-index.ts';
import { getOrInsert } from '../collections/get-or-insert.ts';
import type { IndexStatistics } from '../index-statistics.ts';
import { partialConcepts } from './partial-labels.ts';
import { matchingTerms } from './term-expansion.ts';

/** Shorter words are likely to be unfinished. */
const MIN_WHOLE_WORD_LENGTH = 3;
/** Maximum number of labels to look at for the languages of a word; a frequent word is in labels of each language early. */
const MAX_LABELS = 1000;

export class Vocabulary {
  readonly #statistics: IndexStatistics;
  readonly #labelLanguages = new Map<string, Set<string>>();

  constructor(statistics: IndexStatistics) {
    this.#statistics = statistics;
  }

  /** True if a document or label contains the word in any form. */
  has(word: string): boolean {
    const { termDictionary, documentFrequency, indexedThesaurus } = this.#statistics;
    return (
      this.#isInLabels(word) ||
      documentFrequency(matchingTerms(word, termDictionary, termDictionary.languages), 1) > 0 ||
      partialConcepts(indexedThesaurus, [word]).length > 0
    );
  }

  /** True if the word is complete: a document or label contains exactly this word. */
  isWhole(word: string): boolean {
    if (word.length < MIN_WHOLE_WORD_LENGTH) return false;
    const { termDictionary, documentFrequency } = this.#statistics;
    const term = termDictionary.find(word);
    return (term >= 0 && documentFrequency([term], 1) > 0) || this.#isInLabels(word);
  }

  /** True if a word of a document or label starts with these characters. */
  hasPrefix(beginning: string): boolean {
    const { termDictionary, documentFrequency, indexedThesaurus } = this.#statistics;
    if (documentFrequency(termDictionary.startingWith(normalize(beginning)), 1) > 0) return true;
    const [from, to] = indexedThesaurus.labelIndex.words.prefixRange(normalize(beginning));
    return from < to;
  }

  /** True if the language has the word in a document or label, and it is not a stop word. */
  isContentWordOf(word: string, language: Analyzer): boolean {
    return !language.isStopWord(word) && this.#isInLanguage(word, language);
  }

  /** True if the language has the word in a document or label, or it is a stop word. */
  isWordOf(word: string, language: Analyzer): boolean {
    return language.isStopWord(word) || this.#isInLanguage(word, language);
  }

  /** Like `isWordOf`; also true if a document or label in the language contains an inflection. */
  isFormOf(word: string, language: Analyzer): boolean {
    const isInLanguage = (tag: string) => analyzerFor(tag).code === language.code;
    const { termDictionary, indexedThesaurus } = this.#statistics;
    if (this.isWordOf(word, language) || termDictionary.isWord(word, language)) return true;
    const senses = partialConcepts(indexedThesaurus, [word], isInLanguage);
    return senses.some(({ label }) => isInLanguage(indexedThesaurus.thesaurus.labelLanguage(label)));
  }

  /** True if a label contains exactly this word. */
  #isInLabels(word: string): boolean {
    return this.#statistics.indexedThesaurus.labelIndex.words.find(normalize(word)) >= 0;
  }

  #isInLanguage(word: string, language: Analyzer): boolean {
    const { termDictionary } = this.#statistics;
    return termDictionary.has(word, language) || this.#languagesInLabels(word).has(language.code);
  }

  /** Codes of the languages with a label that contains the word. */
  #languagesInLabels(word: string): Set<string> {
    const { labelIndex, thesaurus } = this.#statistics.indexedThesaurus;
    return getOrInsert(this.#labelLanguages, word, () => {
      const labelWord = labelIndex.words.find(normalize(word));
      const [begin, end] = labelWord < 0 ? [0, 0] : keyRange(labelIndex, labelWord);
      const labels = labelIndex.keyLabels.subarray(begin, Math.min(end, begin + MAX_LABELS));
      return new Set(Array.from(labels, (label) => analyzerFor(thesaurus.labelLanguage(label)).code));
    });
  }
}
