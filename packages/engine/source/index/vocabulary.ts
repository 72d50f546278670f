/**
 * All words that documents ever held, by number, with the forms of each stem by language. Words are kept as they are
 * written (folded): stems only tie forms together when a question is asked, so that nothing is lost by stemming.
 * Append-only: words of deleted documents stay, without postings.
 */
import { fold, plainSpelling } from '../text/fold.ts';
import { type Language, languageOf } from '../text/languages.ts';
import type { PackedTexts, Uint32 } from '../thesaurus/packed.ts';
import { CompoundWords } from './compound-words.ts';
import { GrowingUint32 } from './growing.ts';
import { MetWords } from './met-words.ts';
import { sortedByBytes } from './sorted-terms.ts';
import { StringTable } from './string-table.ts';

export interface VocabularyData {
  terms: PackedTexts;
  /** Language code, a space, the stem. */
  stems: PackedTexts;
  /** Of stem `s`: pair + 1 of its last form, 0 for none. */
  lastPairs: Uint32;
  pairTerms: Uint32;
  /** Pair + 1 of the form before, 0 at the end. */
  pairsBefore: Uint32;
  languages: string[];
  /** Spellings of terms that folding changes: what to show when a term is proposed. */
  spellings: [term: number, spelling: string][];
}

const cachedWords = 200_000;

export class Vocabulary {
  readonly terms: StringTable;
  #stems: StringTable;
  #lastPairs: GrowingUint32;
  #pairTerms: GrowingUint32;
  #pairsBefore: GrowingUint32;
  #languages: Set<string>;
  #spellings: Map<number, string>;
  /** Words as written, by language: most words of a document have been met before. */
  #met = new Map<string, MetWords>();
  #sorted: Uint32Array = new Uint32Array(0);
  #compounds = new CompoundWords(this);

  constructor(data?: VocabularyData) {
    this.terms = new StringTable(data?.terms);
    this.#stems = new StringTable(data?.stems);
    this.#lastPairs = new GrowingUint32(data?.lastPairs);
    this.#pairTerms = new GrowingUint32(data?.pairTerms);
    this.#pairsBefore = new GrowingUint32(data?.pairsBefore);
    this.#languages = new Set(data?.languages);
    this.#spellings = new Map(data?.spellings);
  }

  /** Languages that words were added in. */
  get languages(): Language[] {
    return [...this.#languages].map(languageOf);
  }

  /** Adds words of one language: takes each as the stretch of a text, and gives its number. */
  adder(language: Language): (text: string, begin: number, end: number) => number {
    let met = this.#met.get(language.code);
    if (!met || met.size > cachedWords) {
      met = new MetWords();
      this.#met.set(language.code, met);
      this.#languages.add(language.code);
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

  /** The number of exactly this word, folded or not; -1 where no document ever held it. */
  find(word: string): number {
    return this.terms.find(fold(word));
  }

  /** True where a document of this language held exactly this word. */
  has(word: string, language: Language): boolean {
    const term = this.find(word);
    return term >= 0 && this.forms(word, language).includes(term);
  }

  /** All words that share the stem of `word` in this language. */
  forms(word: string, language: Language): number[] {
    const stem = this.#stems.find(`${language.code} ${language.stem(word)}`);
    const found: number[] = [];
    let pair = stem < 0 ? 0 : this.#lastPairs.values[stem]!;
    for (; pair > 0; pair = this.#pairsBefore.values[pair - 1]!)
      found.push(this.#pairTerms.values[pair - 1]!);
    return found;
  }

  /** All words that begin with the folded `prefix`, ascending. */
  startingWith(prefix: string): number[] {
    const bytes = Buffer.from(fold(prefix));
    const sorted = this.#sortedTerms();
    const found: number[] = [];
    for (let at = this.#firstNotBefore(bytes); at < sorted.length; at++) {
      if (this.terms.comparePrefix(sorted[at]!, bytes) !== 0) break;
      found.push(sorted[at]!);
    }
    for (let term = sorted.length; term < this.terms.size; term++) {
      if (this.terms.comparePrefix(term, bytes) === 0) found.push(term);
    }
    return found.sort((a, b) => a - b);
  }

  /** Of the words that begin with the folded `prefix` the first `count` that were met and are accepted. */
  earliestStartingWith(prefix: string, count: number, accepts: (term: number) => boolean): number[] {
    const bytes = Buffer.from(fold(prefix));
    const found: number[] = [];
    for (let term = 0; term < this.terms.size && found.length < count; term++) {
      if (this.terms.comparePrefix(term, bytes) === 0 && accepts(term)) found.push(term);
    }
    return found;
  }

  /** True where a document of this language ever held a form of the word. */
  isWord(word: string, language: Language): boolean {
    return this.#stems.find(`${language.code} ${language.stem(word)}`) >= 0;
  }

  /** Compound words that have this one as a part. */
  compoundsWith(word: string, language: Language): number[] {
    return this.#compounds.with(word, language);
  }

  /** As a reader would write it, where a document did so. */
  spelling(term: number): string {
    return this.#spellings.get(term) ?? this.terms.at(term);
  }

  /** A copy: words may be added while it is written. */
  pack(): VocabularyData {
    return {
      terms: this.terms.pack(),
      stems: this.#stems.pack(),
      lastPairs: this.#lastPairs.view().slice(),
      pairTerms: this.#pairTerms.view().slice(),
      pairsBefore: this.#pairsBefore.view().slice(),
      languages: [...this.#languages],
      spellings: [...this.#spellings],
    };
  }

  #addForm(word: string, language: Language): number {
    const folded = fold(word);
    const known = this.terms.size;
    const term = this.terms.add(folded);
    if (term === known && folded !== word && folded !== plainSpelling(word)) {
      this.#spellings.set(term, plainSpelling(word));
    }
    const stem = this.#stems.add(`${language.code} ${language.stem(word)}`);
    if (stem === this.#lastPairs.length) this.#lastPairs.push(0);
    for (let pair = this.#lastPairs.values[stem]!; pair > 0; pair = this.#pairsBefore.values[pair - 1]!) {
      if (this.#pairTerms.values[pair - 1] === term) return term;
    }
    this.#pairTerms.push(term);
    this.#pairsBefore.push(this.#lastPairs.values[stem]!);
    this.#lastPairs.values[stem] = this.#pairTerms.length;
    return term;
  }

  /** Words in order; the newest are left out until they are many, and looked through one by one. */
  #sortedTerms(): Uint32Array {
    const unsorted = this.terms.size - this.#sorted.length;
    if (unsorted > Math.max(4096, this.#sorted.length / 8))
      this.#sorted = sortedByBytes(this.terms, this.#sorted);
    return this.#sorted;
  }

  #firstNotBefore(prefix: Uint8Array): number {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.terms.comparePrefix(this.#sorted[middle]!, prefix) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
