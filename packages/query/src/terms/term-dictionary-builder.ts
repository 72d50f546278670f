/**
 * Mutable term dictionary: assigns term and form numbers and counts their live occurrences.
 *
 * Terms are stored normalized but not stemmed; stems only group the forms of a term at query time.
 * Numbers are append-only. A term without live documents keeps its number, but lookups do not return it.
 */
import type { Analyzer } from '../analysis/analyzers.ts';
import { lowercaseNfkc, normalize } from '../analysis/normalizer.ts';
import { getOrInsert } from '../collections/get-or-insert.ts';
import { GrowableUint32Array } from '../collections/growable-array.ts';
import { StringInterner } from '../collections/string-interner.ts';
import {
  TermDictionary,
  type TermDictionaryData,
  type TermOccurrences,
  type TermTables,
} from './term-dictionary.ts';
import { TermIndex } from './term-index.ts';

/** Per language. A text that meets a full cache still uses it; the next text starts a new cache. */
const MAX_CACHED_WORDS = 200_000;

export class TermDictionaryBuilder {
  #tables: TermTables;
  /** Form numbers by language and word, because most words of a document have occurred before. */
  readonly #formsByWord = new Map<string, { words: StringInterner; forms: GrowableUint32Array }>();
  #latest: TermDictionary | undefined;

  constructor(data?: TermDictionaryData) {
    this.#tables = {
      terms: new TermIndex(data?.terms),
      stems: new StringInterner(data?.stems),
      lastForms: new GrowableUint32Array(data?.lastForms),
      formTerms: new GrowableUint32Array(data?.formTerms),
      formsBefore: new GrowableUint32Array(data?.formsBefore),
      formLanguages: new GrowableUint32Array(data?.formLanguages),
      formCounts: new GrowableUint32Array(data?.formCounts),
      termCounts: new GrowableUint32Array(),
      lastFormByTerm: new GrowableUint32Array(),
      previousFormOfTerm: new GrowableUint32Array(),
      spellings: new Map(data?.spellings),
      languages: (data?.languages ?? []).map((language) => ({ ...language })),
    };
    for (let form = 0; form < this.#tables.formTerms.length; form++) this.#linkToTerm(form);
  }

  /** Dictionary of the live terms; the same instance until a form or language appears or disappears. */
  current(): TermDictionary {
    this.#latest ??= new TermDictionary(this.#tables);
    return this.#latest;
  }

  languageNumber({ code }: Analyzer): number {
    const { languages } = this.#tables;
    const number = languages.findIndex((language) => language.code === code);
    return number >= 0 ? number : languages.push({ code, documents: 0 }) - 1;
  }

  /** True if normalization changes the spelling of the form. */
  hasSpelling(form: number): boolean {
    return this.#tables.spellings.has(form);
  }

  /** Returns a function that maps a range of a text, a word of this language, to its form number. */
  formLookup(language: Analyzer): (text: string, begin: number, end: number) => number {
    const newCache = () => ({ words: new StringInterner(), forms: new GrowableUint32Array() });
    const { words, forms } = getOrInsert(this.#formsByWord, language.code, newCache);
    if (words.size > MAX_CACHED_WORDS) this.#formsByWord.delete(language.code);
    return (text, begin, end) => {
      const cached = words.find(text, begin, end);
      if (cached >= 0) return forms.values[cached]!;
      const word = text.slice(begin, end);
      forms.push(this.#formOf(word, language));
      return forms.values[words.add(word)]!;
    };
  }

  termOf(form: number): number {
    return this.#tables.formTerms.values[form]!;
  }

  /** Adds the occurrences of published documents to the counts. */
  add(occurrences: TermOccurrences): void {
    this.#count(occurrences, 1);
  }

  /** Subtracts the occurrences of removed documents from the counts. */
  remove(occurrences: TermOccurrences): void {
    this.#count(occurrences, -1);
  }

  #count({ languages, forms }: TermOccurrences, sign: 1 | -1): void {
    const { formTerms, formCounts, termCounts } = this.#tables;
    for (const [number, count] of languages) {
      const language = this.#tables.languages[number]!;
      const before = language.documents;
      language.documents += sign * count;
      if (before === 0 || language.documents === 0) this.#latest = undefined;
    }
    for (const [form, count] of forms) {
      const before = formCounts.values[form]!;
      // Not below 0: another version of the engine may have tokenized the removed text differently.
      const after = Math.max(0, before + sign * count);
      if (before === 0 || after === 0) this.#latest = undefined;
      formCounts.values[form] = after;
      termCounts.values[formTerms.values[form]!]! += after - before;
    }
  }

  /** Finds or adds the form of a word. The linked lists contain form + 1, and 0 at the end. */
  #formOf(word: string, language: Analyzer): number {
    const { terms, stems, lastForms, formTerms, formsBefore, formLanguages, formCounts, spellings } =
      this.#tables;
    const [normalized, plain] = [normalize(word), lowercaseNfkc(word)];
    const spelling = plain === normalized ? undefined : plain;
    const term = terms.add(normalized);
    const stem = stems.add(`${language.code} ${language.stem(word)}`);
    if (stem === lastForms.length) lastForms.push(0);
    for (let next = lastForms.values[stem]!; next > 0; next = formsBefore.values[next - 1]!)
      if (formTerms.values[next - 1] === term && spellings.get(next - 1) === spelling) return next - 1;
    const form = formTerms.length;
    formTerms.push(term);
    formLanguages.push(this.languageNumber(language));
    formCounts.push(0);
    formsBefore.push(lastForms.values[stem]!);
    lastForms.values[stem] = form + 1;
    this.#linkToTerm(form);
    if (spelling !== undefined) spellings.set(form, spelling);
    return form;
  }

  /** Forms must be linked in ascending order. */
  #linkToTerm(form: number): void {
    const { formTerms, formCounts, termCounts, lastFormByTerm, previousFormOfTerm } = this.#tables;
    const term = formTerms.values[form]!;
    while (lastFormByTerm.length <= term) {
      lastFormByTerm.push(0);
      termCounts.push(0);
    }
    termCounts.values[term]! += formCounts.values[form]!;
    previousFormOfTerm.push(lastFormByTerm.values[term]!);
    lastFormByTerm.values[term] = form + 1;
  }
}
