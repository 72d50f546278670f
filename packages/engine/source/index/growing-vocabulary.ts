/**
 * The words of a space while documents come in: gives each its number and notes its stem. Words are kept as they are
 * written (folded): stems only tie forms together when a question is asked, so that nothing is lost by stemming.
 * Append-only: words of deleted documents stay, without postings.
 */
import { fold, plainSpelling } from '../text/fold.ts';
import type { Language } from '../text/languages.ts';
import { GrowingUint32 } from './growing.ts';
import { LetterSets } from './letter-sets.ts';
import { MetWords } from './met-words.ts';
import { SortedTerms } from './sorted-terms.ts';
import { StringTable } from './string-table.ts';
import { Vocabulary, type VocabularyData, type WordTables } from './vocabulary.ts';

const cachedWords = 200_000;

export class GrowingVocabulary {
  #tables: WordTables;
  /** Codes, in the order in which they were met. */
  #languages: string[];
  /** Words as written, by language: most words of a document have been met before. */
  #met = new Map<string, MetWords>();
  #latest: Vocabulary | undefined;

  constructor(data?: VocabularyData) {
    this.#tables = {
      terms: new StringTable(data?.terms),
      stems: new StringTable(data?.stems),
      lastPairs: new GrowingUint32(data?.lastPairs),
      pairTerms: new GrowingUint32(data?.pairTerms),
      pairsBefore: new GrowingUint32(data?.pairsBefore),
      spellings: new Map(data?.spellings),
      sorted: new SortedTerms(),
      letters: new LetterSets(),
    };
    this.#languages = [...(data?.languages ?? [])];
  }

  /** All that were added up to now; words that come later are not among them. The same as before where none came. */
  now(): Vocabulary {
    if (!this.#latest?.isUpTo(this.#tables, this.#languages.length))
      this.#latest = new Vocabulary(this.#tables, this.#languages);
    return this.#latest;
  }

  /** Adds words of one language: takes each as the stretch of a text, and gives its number. */
  adder(language: Language): (text: string, begin: number, end: number) => number {
    let met = this.#met.get(language.code);
    if (!met || met.size > cachedWords) {
      met = new MetWords();
      this.#met.set(language.code, met);
      if (!this.#languages.includes(language.code)) this.#languages.push(language.code);
    }
    const known = met;
    return (text, begin, end) => {
      const found = known.find(text, begin, end);
      if (found >= 0) return found;
      const term = this.#addForm(text.slice(begin, end), language);
      known.add(text, begin, end, term);
      return term;
    };
  }

  #addForm(word: string, language: Language): number {
    const { terms, stems, lastPairs, pairTerms, pairsBefore, spellings } = this.#tables;
    const folded = fold(word);
    const known = terms.size;
    const term = terms.add(folded);
    if (term === known && folded !== word && folded !== plainSpelling(word))
      spellings.set(term, plainSpelling(word));
    const stem = stems.add(`${language.code} ${language.stem(word)}`);
    if (stem === lastPairs.length) lastPairs.push(0);
    for (let pair = lastPairs.values[stem]!; pair > 0; pair = pairsBefore.values[pair - 1]!) {
      if (pairTerms.values[pair - 1] === term) return term;
    }
    pairTerms.push(term);
    pairsBefore.push(lastPairs.values[stem]!);
    lastPairs.values[stem] = pairTerms.length;
    return term;
  }
}
