/**
 * Read-only term dictionary of a reader: terms by number, and the forms of each stem by language.
 *
 * Terms of unpublished documents are hidden. Terms of deleted documents count until they are removed.
 */
import { type Analyzer, analyzerFor } from '../analysis/analyzers.ts';
import { beginningsOf } from '../analysis/letter-folding.ts';
import { lowercaseNfkc, normalize } from '../analysis/normalizer.ts';
import { getOrInsertLatest } from '../collections/get-or-insert.ts';
import { GrowableUint32Array } from '../collections/growable-array.ts';
import type { PackedTexts } from '../collections/shared-arrays.ts';
import type { StringInterner } from '../collections/string-interner.ts';
import { findCompounds } from './compound-terms.ts';
import type { SimilarTerms, TermIndex } from './term-index.ts';

/** Serialized term dictionary. */
export interface TermDictionaryData {
  terms: PackedTexts;
  /** Language code, a space and the stem. */
  stems: PackedTexts;
  /** By stem: number + 1 of its last form, 0 for none. */
  lastForms: Uint32Array;
  /** Term of each form. Every spelling and language of a term has its own form. */
  formTerms: Uint32Array;
  /** Linked list: number + 1 of the previous form of the same stem, 0 at the end. */
  formsBefore: Uint32Array;
  /** Language number of each form. */
  formLanguages: Uint32Array;
  /** Number of occurrences of each form in live documents. */
  formCounts: Uint32Array;
  /** Languages by number, each with its number of live documents. */
  languages: { code: string; documents: number }[];
  /** Original spelling of each form that normalization changes, for display in corrections. */
  spellings: [form: number, spelling: string][];
}

type PackedTable = 'lastForms' | 'formTerms' | 'formsBefore' | 'formLanguages' | 'formCounts';

/** Append-only tables of terms and forms, with mutable counts; `TermDictionaryData` has the same tables. */
export interface TermTables extends Record<PackedTable, GrowableUint32Array> {
  terms: TermIndex;
  stems: StringInterner;
  /** Number of occurrences of each term, over all its forms. */
  termCounts: GrowableUint32Array;
  /** Like `lastForms` and `formsBefore`, but linked by term. */
  lastFormByTerm: GrowableUint32Array;
  previousFormOfTerm: GrowableUint32Array;
  spellings: Map<number, string>;
  languages: TermDictionaryData['languages'];
}

/** Occurrences of words in some documents; the same number may occur several times. */
export interface TermOccurrences {
  /** Language numbers, each with a number of documents. */
  languages: Iterable<readonly [language: number, documents: number]>;
  /** Form numbers, each with a number of occurrences. */
  forms: Iterable<readonly [form: number, occurrences: number]>;
}

/** Number of words whose similar terms and compounds are cached, because they take milliseconds. */
const MAX_CACHED_WORDS = 500;

export class TermDictionary {
  /** Terms by number, including terms without live documents. */
  readonly terms: TermIndex;
  /** Languages of live documents, sorted by code. */
  readonly languages: Analyzer[];
  #tables: TermTables;
  readonly #compounds = new Map<string, number[]>();
  readonly #similar = new Map<string, SimilarTerms[]>();

  constructor(tables: TermTables) {
    this.#tables = tables;
    this.terms = tables.terms;
    this.languages = [...this.documentsByLanguage().keys()].sort().map(analyzerFor);
  }

  /** Dictionary of some of the documents; `parts` are the occurrences of their words. */
  within(parts: readonly TermOccurrences[]): TermDictionary {
    const { formTerms, formCounts, termCounts, languages } = this.#tables;
    const documents = new Uint32Array(languages.length);
    const ownForms = new Uint32Array(formCounts.length);
    const ownTerms = new Uint32Array(termCounts.length);
    for (const part of parts) {
      for (const [language, count] of part.languages) documents[language]! += count;
      for (const [form, count] of part.forms) {
        ownForms[form]! += count;
        ownTerms[formTerms.values[form]!]! += count;
      }
    }
    return new TermDictionary({
      ...this.#tables,
      formCounts: new GrowableUint32Array(ownForms),
      termCounts: new GrowableUint32Array(ownTerms),
      languages: languages.map(({ code }, number) => ({ code, documents: documents[number]! })),
    });
  }

  /** Term number of a form. Forms of different languages and spellings can share a term. */
  termOf(form: number): number {
    return this.#tables.formTerms.values[form]!;
  }

  /** The form with the spelling of the term itself in a language; undefined if no document has contained it. */
  plainForm(term: number, language: number): number | undefined {
    const { formLanguages, spellings } = this.#tables;
    for (const form of this.#formsOfTerm(term))
      if (formLanguages.values[form] === language && !spellings.has(form)) return form;
    return undefined;
  }

  /** Number of live documents by language code, without languages that have none. */
  documentsByLanguage(): Map<string, number> {
    const inUse = this.#tables.languages.filter(({ documents }) => documents > 0);
    return new Map(inUse.map(({ code, documents }) => [code, documents]));
  }

  /** True if a live document has the term. */
  isInUse(term: number): boolean {
    return this.#tables.termCounts.values[term]! > 0;
  }

  /** Term number of exactly this word, which is normalized first; -1 if no live document has it. */
  find(word: string): number {
    const term = this.terms.find(normalize(word));
    return term >= 0 && this.isInUse(term) ? term : -1;
  }

  /** True if a live document of this language has exactly this word. */
  has(word: string, language: Analyzer): boolean {
    const term = this.find(word);
    if (term < 0) return false;
    const number = this.#tables.languages.findIndex(({ code }) => code === language.code);
    // Most words need not be stemmed, because they have no diacritics, neither as typed nor in documents.
    const plain = lowercaseNfkc(word) === normalize(word) ? this.plainForm(term, number) : undefined;
    if (plain !== undefined && this.#tables.formCounts.values[plain]! > 0) return true;
    return this.forms(word, language).includes(term);
  }

  /** Distinct terms that share the stem of `word` in this language. */
  forms(word: string, language: Analyzer): number[] {
    const terms = Array.from(this.#formsWithStem(word, language), (form) => this.termOf(form));
    return [...new Set(terms)];
  }

  /** Like `forms`, without stop words of another language: `hats` matches no German `hat`, nor `dying` `die`. */
  unambiguousForms(word: string, language: Analyzer): number[] {
    return this.forms(word, language).filter((term) => {
      const text = this.terms.at(term);
      const others = this.languages.filter((other) => other !== language && other.isStopWord(text));
      if (others.length === 0) return true;
      const occurrences = this.#occurrencesIn(term, text, language);
      return others.every((other) => this.#occurrencesIn(term, text, other) <= occurrences);
    });
  }

  /** Terms that start with a normalized prefix, ascending. */
  startingWith(prefix: string): number[] {
    const longer: number[] = [];
    for (const start of beginningsOf(prefix)) this.terms.startingWith(start, (term) => longer.push(term));
    return longer.filter((term) => this.isInUse(term)).sort((a, b) => a - b);
  }

  /** True if a live document of this language has a form of the word. */
  isWord(word: string, language: Analyzer): boolean {
    return this.#formsWithStem(word, language).next().done === false;
  }

  /** Terms that are compounds with this word as a part, ascending; empty for languages that do not join the parts. */
  compoundsWith(word: string, language: Analyzer): number[] {
    return getOrInsertLatest(this.#compounds, MAX_CACHED_WORDS, `${language.code} ${word}`, () =>
      findCompounds(word, language, this),
    );
  }

  /** Terms within the maximum edit distance of this word, nearest first; excludes the word itself. */
  similarTo(word: string): SimilarTerms[] {
    return getOrInsertLatest(this.#similar, MAX_CACHED_WORDS, normalize(word), (normalized) =>
      this.terms.similarTo(normalized, (term) => this.isInUse(term)),
    );
  }

  /** Most frequent spelling of the term in lower case; on a tie, the first in code unit order. */
  spelling(term: number): string {
    const spellings = this.#spellingsOf(term);
    const plain = spellings.reduce((rest, [, count]) => rest - count, this.#tables.termCounts.values[term]!);
    let [best, highest] = [this.terms.at(term), plain];
    for (const [spelling, count] of spellings)
      if (count > highest || (count === highest && spelling < best)) [best, highest] = [spelling, count];
    return best;
  }

  /** Returns a copy, because documents may change while a snapshot is written. */
  pack(): TermDictionaryData {
    const { stems, lastForms, formTerms, formsBefore, formLanguages, formCounts, spellings, languages } =
      this.#tables;
    return {
      terms: this.terms.pack(),
      stems: stems.pack(),
      lastForms: lastForms.view().slice(),
      formTerms: formTerms.view().slice(),
      formsBefore: formsBefore.view().slice(),
      formLanguages: formLanguages.view().slice(),
      formCounts: formCounts.view().slice(),
      languages: languages.map((language) => ({ ...language })),
      spellings: [...spellings],
    };
  }

  /** Spellings in live documents other than the normalized one, with counts. */
  #spellingsOf(term: number): [spelling: string, count: number][] {
    const { spellings, formCounts } = this.#tables;
    const counts = new Map<string, number>();
    for (const form of this.#formsOfTerm(term)) {
      const [spelling, count] = [spellings.get(form), formCounts.values[form]!];
      if (spelling !== undefined && count > 0) counts.set(spelling, (counts.get(spelling) ?? 0) + count);
    }
    return [...counts];
  }

  /** Number of occurrences of the term in live documents of this language. */
  #occurrencesIn(term: number, text: string, language: Analyzer): number {
    const { formTerms, formCounts } = this.#tables;
    let count = 0;
    for (const form of this.#formsWithStem(text, language))
      if (formTerms.values[form] === term) count += formCounts.values[form]!;
    return count;
  }

  /** The live forms that share the stem of `word`. */
  *#formsWithStem(word: string, language: Analyzer): Generator<number> {
    const { stems, lastForms, formsBefore, formCounts } = this.#tables;
    const stem = stems.find(`${language.code} ${language.stem(word)}`);
    for (let next = stem < 0 ? 0 : lastForms.values[stem]!; next > 0; next = formsBefore.values[next - 1]!)
      if (formCounts.values[next - 1]! > 0) yield next - 1;
  }

  *#formsOfTerm(term: number): Generator<number> {
    const { lastFormByTerm, previousFormOfTerm } = this.#tables;
    for (let next = lastFormByTerm.values[term]!; next > 0; next = previousFormOfTerm.values[next - 1]!)
      yield next - 1;
  }
}
