/**
 * Mutable term dictionary: assigns term and form numbers and counts their live occurrences.
 *
 * Terms are stored normalized but not stemmed; stems only group the forms of a term at query time.
 * Numbers are append-only. A term without live documents keeps its number, but lookups do not return it.
 */

import { type Analyzer, analyzerFor } from '../analysis/analyzers.ts';
import { lowercaseNfkc, normalize } from '../analysis/normalizer.ts';
import { getOrInsert } from '../collections/get-or-insert.ts';
import { GrowableUint32Array } from '../collections/growable-array.ts';
import { copyOf } from '../collections/shared-arrays.ts';
import { StringInterner } from '../collections/string-interner.ts';
import { TermDictionary, type TermDictionaryData, type TermTables } from './term-dictionary.ts';
import { TermIndex } from './term-index.ts';

const MAX_CACHED_WORDS = 200_000;

/** Languages and forms of a set of documents, by number. */
export interface TermOccurrences {
  /** Language number of each document. */
  languages: Iterable<number>;
  /** Form number of each token, with repetitions. */
  forms: Uint32Array;
}

export class TermDictionaryBuilder {
  #tables: TermTables;
  /** Cache of forms by word and language, since most words of a document are known. */
  #cache = new Map<string, Map<string, number>>();
  #latest: TermDictionary | undefined;

  constructor(data?: TermDictionaryData) {
    this.#tables = {
      terms: new TermIndex(data?.terms),
      stems: new StringInterner(data?.stems),
      lastForms: new GrowableUint32Array(data?.lastForms),
      formTerms: new GrowableUint32Array(data?.formTerms),
      formsBefore: new GrowableUint32Array(data?.formsBefore),
      formCounts: new GrowableUint32Array(data?.formCounts),
      termCounts: new GrowableUint32Array(data && termCountsOf(data)),
      spellings: new Map(data?.spellings),
      spelled: new Map(),
      languages: (data?.languages ?? []).map((language) => ({ ...language })),
      formLanguages: undefined,
    };
    for (const form of this.#tables.spellings.keys()) this.#indexSpelling(form);
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

  /** Form number of a term in a language as it is stored, without an original spelling. */
  plainForm(term: number, language: number): number {
    const text = this.#tables.terms.at(term);
    return this.formLookup(analyzerFor(this.#tables.languages[language]!.code))(text, 0, text.length);
  }

  /** Whether the form has a spelling that normalization changes. */
  hasSpelling(form: number): boolean {
    return this.#tables.spellings.has(form);
  }

  /** Returns a function that maps a range of a text, a word of this language, to its form number. */
  formLookup(language: Analyzer): (text: string, begin: number, end: number) => number {
    const forms = getOrInsert(this.#cache, language.code, () => new Map<string, number>());
    if (forms.size > MAX_CACHED_WORDS) forms.clear();
    return (text, begin, end) => {
      const word = text.slice(begin, end);
      const cachedForm = forms.get(word);
      if (cachedForm !== undefined) return cachedForm;
      const form = this.#formOf(word, language);
      forms.set(copyOf(word), form);
      return form;
    };
  }

  /** Term number of a form. Forms of different languages and spellings can share a term. */
  termOf(form: number): number {
    return this.#tables.formTerms.values[form]!;
  }

  /** Increments the counts for published documents. */
  add({ languages, forms }: TermOccurrences): void {
    const { formTerms, formCounts, termCounts } = this.#tables;
    for (const language of languages)
      if (this.#tables.languages[language]!.documents++ === 0) this.#latest = undefined;
    for (const form of forms) {
      if (formCounts.values[form]!++ === 0) this.#latest = undefined;
      termCounts.values[formTerms.values[form]!]!++;
    }
  }

  /** Decrements the counts for removed documents. */
  remove({ languages, forms }: TermOccurrences): void {
    const { formTerms, formCounts, termCounts } = this.#tables;
    for (const language of languages)
      if (--this.#tables.languages[language]!.documents === 0) this.#latest = undefined;
    for (const form of forms) {
      // Another version of the engine may have tokenized the text differently.
      if (formCounts.values[form] === 0) continue;
      if (--formCounts.values[form]! === 0) this.#latest = undefined;
      termCounts.values[formTerms.values[form]!]!--;
    }
  }

  #formOf(word: string, language: Analyzer): number {
    const { terms, stems, lastForms, formTerms, formsBefore, formCounts, termCounts, spellings } =
      this.#tables;
    const [normalized, plain] = [normalize(word), lowercaseNfkc(word)];
    const spelling = plain === normalized ? undefined : plain;
    const term = terms.add(normalized);
    if (term === termCounts.length) termCounts.push(0);
    const stem = stems.add(`${language.code} ${language.stem(word)}`);
    if (stem === lastForms.length) lastForms.push(0);
    for (let next = lastForms.values[stem]!; next > 0; next = formsBefore.values[next - 1]!)
      if (formTerms.values[next - 1] === term && spellings.get(next - 1) === spelling) return next - 1;
    const form = formTerms.length;
    formTerms.push(term);
    this.#tables.formLanguages?.push(this.languageNumber(language));
    formCounts.push(0);
    formsBefore.push(lastForms.values[stem]!);
    lastForms.values[stem] = form + 1;
    if (spelling !== undefined) {
      spellings.set(form, spelling);
      this.#indexSpelling(form);
    }
    return form;
  }

  #indexSpelling(form: number): void {
    getOrInsert(this.#tables.spelled, this.termOf(form), () => []).push(form);
  }
}

function termCountsOf({ terms, formTerms, formCounts }: TermDictionaryData): Uint32Array {
  const counts = new Uint32Array(terms.starts.length - 1);
  for (let form = 0; form < formTerms.length; form++) counts[formTerms[form]!]! += formCounts[form]!;
  return counts;
}
