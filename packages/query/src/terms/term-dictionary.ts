/**
 * Read-only term dictionary of a reader: terms by number, and the forms of each stem by language.
 *
 * It hides terms that occur only in deleted documents or in documents not yet published.
 */

import { type Analyzer, analyzerFor } from '../analysis/analyzers.ts';
import { expandUmlauts, normalize, umlautPrefixes } from '../analysis/normalizer.ts';
import type { CharacterBitmaps } from '../collections/character-bitmaps.ts';
import type { GrowableUint32Array } from '../collections/growable-array.ts';
import type { PackedTexts, SharedUint32Array } from '../collections/shared-arrays.ts';
import type { StringInterner } from '../collections/string-interner.ts';
import { lowerBound } from '../util/binary-search.ts';
import { CompoundTerms } from './compound-terms.ts';
import { SimilarTermIndex, type SimilarTerms } from './similar-terms.ts';
import type { SortedTerms } from './sorted-terms.ts';

export interface TermDictionaryData {
  terms: PackedTexts;
  /** Language code, a space, the stem. */
  stems: PackedTexts;
  /** Of stem `s`: number + 1 of its last form, 0 for none. */
  lastForms: SharedUint32Array;
  /** The words of forms: what is written otherwise, or read in another language, is another form. */
  formTerms: SharedUint32Array;
  /** Number + 1 of the form before of the same stem, 0 at the end. */
  formsBefore: SharedUint32Array;
  /** How often documents have each form. */
  formCounts: SharedUint32Array;
  /** By number; how many documents are in each. */
  languages: { code: string; documents: number }[];
  /** Of forms that folding changes: what to show when their word is proposed. */
  spellings: [form: number, spelling: string][];
}

/** What words are kept in: tables that grow at their ends, and counts. */
export interface TermTables {
  terms: StringInterner;
  stems: StringInterner;
  lastForms: GrowableUint32Array;
  formTerms: GrowableUint32Array;
  formsBefore: GrowableUint32Array;
  formCounts: GrowableUint32Array;
  /** The same for words, whatever form they have. */
  termCounts: GrowableUint32Array;
  spellings: Map<number, string>;
  /** The forms of a word that have a spelling of their own. */
  spelled: Map<number, number[]>;
  languages: TermDictionaryData['languages'];
  sorted: SortedTerms;
  letters: CharacterBitmaps;
}

export class TermDictionary {
  /** Words by number; also such as no document has. */
  readonly terms: StringInterner;
  /** Those that documents are in, by their codes. */
  readonly languages: Analyzer[];
  #tables: TermTables;
  #compounds: CompoundTerms;
  #similar: SimilarTermIndex;

  constructor(tables: TermTables) {
    this.#tables = tables;
    this.terms = tables.terms;
    this.languages = [...this.documentsByLanguage().keys()].sort().map(analyzerFor);
    this.#compounds = new CompoundTerms(this);
    this.#similar = new SimilarTermIndex(this, tables.letters);
  }

  /** By the code of a language, how many documents are in it: no language that none is in. */
  documentsByLanguage(): Map<string, number> {
    const inUse = this.#tables.languages.filter(({ documents }) => documents > 0);
    return new Map(inUse.map(({ code, documents }) => [code, documents]));
  }

  /** True for the number of a word that a document has. */
  isInUse(term: number): boolean {
    return this.#tables.termCounts.values[term]! > 0;
  }

  /** The number of exactly this word, folded or not; -1 where no document has it. */
  find(word: string): number {
    const term = this.terms.find(normalize(word));
    return term >= 0 && this.isInUse(term) ? term : -1;
  }

  /** True where a document of this language has exactly this word. */
  has(word: string, language: Analyzer): boolean {
    const term = this.find(word);
    return term >= 0 && this.forms(word, language).includes(term);
  }

  /** All words that share the stem of `word` in this language, each once. */
  forms(word: string, language: Analyzer): number[] {
    return [...new Set(this.#formsOf(word, language))];
  }

  /**
   * The same without what says nothing in another language, where documents in that have it more often: among German
   * texts `hats` hardly means `hat`, or `dying` what has the article `die`.
   */
  unambiguousForms(word: string, language: Analyzer): number[] {
    return this.forms(word, language).filter((term) => {
      const text = this.terms.at(term);
      const others = this.languages.filter((other) => other !== language && other.isStopWord(text));
      if (others.length === 0) return true;
      const own = this.#countOf(term, text, language);
      return others.every((other) => this.#countOf(term, text, other) <= own);
    });
  }

  /** All words that begin with one of these, folded; ascending. */
  startingWith(beginnings: readonly string[]): number[] {
    const { terms } = this;
    const sorted = this.#tables.sorted.upTo(terms);
    const found = new Set<number>();
    for (const beginning of beginnings) {
      const bytes = Buffer.from(beginning);
      const isBefore = (at: number) => terms.comparePrefix(sorted[at]!, bytes) < 0;
      for (let at = lowerBound(0, sorted.length, isBefore); at < sorted.length; at++) {
        if (terms.comparePrefix(sorted[at]!, bytes) !== 0) break;
        if (this.isInUse(sorted[at]!)) found.add(sorted[at]!);
      }
      for (let term = sorted.length; term < terms.size; term++) {
        if (terms.comparePrefix(term, bytes) === 0 && this.isInUse(term)) found.add(term);
      }
    }
    return [...found].sort((a, b) => a - b);
  }

  /**
   * Words that documents write with umlauts, and that begin so where there are none: `Känguru` by `kaeng`. None that says
   * nothing: `FuE` begins no `für`. Ascending.
   */
  transliteratedPrefixMatches(beginning: string): number[] {
    const typed = normalize(beginning);
    return this.startingWith(umlautPrefixes(beginning)).filter(
      (term) =>
        this.#spellingsOf(term).some(([spelling]) => expandUmlauts(spelling).startsWith(typed)) &&
        !this.languages.some((language) => language.isStopWord(this.terms.at(term))),
    );
  }

  /** True where a document of this language has a form of the word. */
  isWord(word: string, language: Analyzer): boolean {
    return this.#formsOf(word, language).next().done === false;
  }

  /** Compound words that have this one as a part. */
  compoundsWith(word: string, language: Analyzer): number[] {
    return this.#compounds.with(word, language);
  }

  /** Words spelled nearly like this one, nearest first; without the word itself. */
  similarTo(word: string): SimilarTerms[] {
    return this.#similar.to(word);
  }

  /** As documents write it most often, in small letters; of what is written equally often the first by its letters. */
  spelling(term: number): string {
    const marked = this.#spellingsOf(term);
    const plain = marked.reduce((left, [, count]) => left - count, this.#tables.termCounts.values[term]!);
    let [best, most] = [this.terms.at(term), plain];
    for (const [spelling, count] of marked)
      if (count > most || (count === most && spelling < best)) [best, most] = [spelling, count];
    return best;
  }

  /** A copy: documents may come and go while it is written. */
  pack(): TermDictionaryData {
    const { stems, lastForms, formTerms, formsBefore, formCounts, spellings, languages } = this.#tables;
    return {
      terms: this.terms.pack(),
      stems: stems.pack(),
      lastForms: lastForms.view().slice(),
      formTerms: formTerms.view().slice(),
      formsBefore: formsBefore.view().slice(),
      formCounts: formCounts.view().slice(),
      languages: languages.map((each) => ({ ...each })),
      spellings: [...spellings],
    };
  }

  /** Other spellings than the folded one that documents have, and how often. */
  #spellingsOf(term: number): [spelling: string, count: number][] {
    const { spelled, spellings, formCounts } = this.#tables;
    const counts = new Map<string, number>();
    for (const form of spelled.get(term) ?? []) {
      const [spelling, count] = [spellings.get(form)!, formCounts.values[form]!];
      if (count > 0) counts.set(spelling, (counts.get(spelling) ?? 0) + count);
    }
    return [...counts];
  }

  /** How often documents of this language have the word. */
  #countOf(term: number, text: string, language: Analyzer): number {
    const { formTerms, formCounts } = this.#tables;
    let count = 0;
    for (const form of this.#formsWithStem(text, language))
      if (formTerms.values[form] === term) count += formCounts.values[form]!;
    return count;
  }

  /** The words of the forms that documents have of a stem. */
  *#formsOf(word: string, language: Analyzer): Generator<number> {
    const { formTerms } = this.#tables;
    for (const form of this.#formsWithStem(word, language)) yield formTerms.values[form]!;
  }

  *#formsWithStem(word: string, language: Analyzer): Generator<number> {
    const { stems, lastForms, formsBefore, formCounts } = this.#tables;
    const stem = stems.find(`${language.code} ${language.stem(word)}`);
    for (let next = stem < 0 ? 0 : lastForms.values[stem]!; next > 0; next = formsBefore.values[next - 1]!)
      if (formCounts.values[next - 1]! > 0) yield next - 1;
  }
}
