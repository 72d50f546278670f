/**
 * All words that documents had held up to one moment, by number, with the forms of each stem by language: what inputs are
 * read by. Words that come later change nothing in it, so that a question sees no document that is still being written.
 */
import { fold } from '../text/fold.ts';
import { type Language, languageOf } from '../text/languages.ts';
import type { PackedTexts, Uint32 } from '../thesaurus/packed.ts';
import { CompoundWords } from './compound-words.ts';
import type { GrowingUint32 } from './growing.ts';
import type { LetterSets } from './letter-sets.ts';
import { type SimilarTerms, SimilarWords } from './similar-words.ts';
import type { SortedTerms } from './sorted-terms.ts';
import type { StringTable } from './string-table.ts';

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

/** What words are kept in. They grow at their ends, and nothing that is in them changes but the first of a stem's forms. */
export interface WordTables {
  terms: StringTable;
  stems: StringTable;
  lastPairs: GrowingUint32;
  pairTerms: GrowingUint32;
  pairsBefore: GrowingUint32;
  spellings: Map<number, string>;
  sorted: SortedTerms;
  letters: LetterSets;
}

export class Vocabulary {
  /** Words by number; there may be more by now than this vocabulary has. */
  readonly terms: StringTable;
  /** How many words there are: their numbers are below that. */
  readonly size: number;
  /** Languages that words were added in. */
  readonly languages: Language[];
  #tables: WordTables;
  #stems: number;
  #pairs: number;
  #compounds: CompoundWords;
  #similar: SimilarWords;

  constructor(tables: WordTables, languages: readonly string[]) {
    this.#tables = tables;
    this.terms = tables.terms;
    this.size = tables.terms.size;
    this.#stems = tables.stems.size;
    this.#pairs = tables.pairTerms.length;
    this.languages = languages.map(languageOf);
    this.#compounds = new CompoundWords(this);
    this.#similar = new SimilarWords(this, tables.letters);
  }

  /** True where nothing has been added since. A new word or stem is a new pair. */
  isUpTo({ pairTerms }: WordTables, languages: number): boolean {
    return pairTerms.length === this.#pairs && languages === this.languages.length;
  }

  /** The number of exactly this word, folded or not; -1 where no document ever held it. */
  find(word: string): number {
    const term = this.terms.find(fold(word));
    return term < this.size ? term : -1;
  }

  /** True where a document of this language held exactly this word. */
  has(word: string, language: Language): boolean {
    const term = this.find(word);
    return term >= 0 && this.forms(word, language).includes(term);
  }

  /** All words that share the stem of `word` in this language. */
  forms(word: string, language: Language): number[] {
    const { pairTerms, pairsBefore } = this.#tables;
    const found: number[] = [];
    const stem = this.#stemOf(word, language);
    for (let pair = this.#lastPair(stem); pair > 0; pair = pairsBefore.values[pair - 1]!)
      found.push(pairTerms.values[pair - 1]!);
    return found;
  }

  /** All words that begin with one of these, folded; ascending. */
  startingWith(beginnings: readonly string[]): number[] {
    const { terms, size } = this;
    const sorted = this.#tables.sorted.upTo(terms);
    const found = new Set<number>();
    for (const beginning of beginnings) {
      const bytes = Buffer.from(beginning);
      for (let at = firstNotBefore(bytes, sorted, terms); at < sorted.length; at++) {
        if (terms.comparePrefix(sorted[at]!, bytes) !== 0) break;
        if (sorted[at]! < size) found.add(sorted[at]!);
      }
      for (let term = sorted.length; term < size; term++) {
        if (terms.comparePrefix(term, bytes) === 0) found.add(term);
      }
    }
    return [...found].sort((a, b) => a - b);
  }

  /** True where a document of this language ever held a form of the word. */
  isWord(word: string, language: Language): boolean {
    return this.#stemOf(word, language) >= 0;
  }

  /** Compound words that have this one as a part. */
  compoundsWith(word: string, language: Language): number[] {
    return this.#compounds.with(word, language);
  }

  /** Words spelled nearly like this one, nearest first; without the word itself. */
  similarTo(word: string): SimilarTerms[] {
    return this.#similar.to(word);
  }

  /** As a reader would write it, where a document did so. */
  spelling(term: number): string {
    return this.#tables.spellings.get(term) ?? this.terms.at(term);
  }

  /** A copy: words may be added while it is written. */
  pack(): VocabularyData {
    const { stems, pairTerms, pairsBefore, spellings } = this.#tables;
    return {
      terms: this.terms.pack(this.size),
      stems: stems.pack(this.#stems),
      lastPairs: Uint32Array.from({ length: this.#stems }, (_, stem) => this.#lastPair(stem)),
      pairTerms: pairTerms.view().slice(0, this.#pairs),
      pairsBefore: pairsBefore.view().slice(0, this.#pairs),
      languages: this.languages.map(({ code }) => code),
      spellings: [...spellings].filter(([term]) => term < this.size),
    };
  }

  /** The number of the stem in this language, -1 where no word had it. */
  #stemOf(word: string, language: Language): number {
    const stem = this.#tables.stems.find(`${language.code} ${language.stem(word)}`);
    return stem < this.#stems ? stem : -1;
  }

  /** Forms that were added later come first: they are passed over. */
  #lastPair(stem: number): number {
    const { lastPairs, pairsBefore } = this.#tables;
    let pair = stem < 0 ? 0 : lastPairs.values[stem]!;
    while (pair > this.#pairs) pair = pairsBefore.values[pair - 1]!;
    return pair;
  }
}

function firstNotBefore(prefix: Uint8Array, sorted: Uint32Array, terms: StringTable): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (terms.comparePrefix(sorted[middle]!, prefix) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
