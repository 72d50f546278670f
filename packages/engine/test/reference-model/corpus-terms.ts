/** Reference model of the term dictionary and document frequencies: scans the texts of all documents. */

import {
  type IndexedThesaurus,
  type IndexStatistics,
  type LanguageShare,
  languageDistribution,
  type ReadableTermDictionary,
} from '@semantic-search/query';
import {
  type Analyzer,
  analyzerFor,
  compoundingRules,
  compoundPartMatcher,
  normalize,
  tokenize,
} from '@semantic-search/query/analysis';
import { facetValueOf } from '../../src/index-writing/document-attributes.ts';
import type { DocumentInput } from '../../src/writable-space.ts';
import { bodyTexts, occurrences, positionsOf } from './occurrences.ts';

/** Terms of a set of documents, numbered in byte order, with their forms, languages and attribute kinds. */
export class CorpusTerms implements ReadableTermDictionary {
  /** Languages of the documents, sorted by code. */
  readonly languages: Analyzer[];
  readonly terms = { at: (term: number) => this.#terms[term]! };
  /** Attributes with numbers that are not dates. */
  readonly plainNumbers = new Set<string>();
  readonly #terms: string[];
  /** Occurrences of each spelling of a term. */
  readonly #spellings = new Map<string, Map<string, number>>();
  /** Terms by language and stem. */
  readonly #forms = new Map<string, Map<string, Set<string>>>();
  /** Frequency by language, stem and term. */
  readonly #counts = new Map<string, number>();

  constructor(documents: DocumentInput[]) {
    for (const document of documents) {
      this.#add(document);
      for (const name of withPlainNumbers(document)) this.plainNumbers.add(name);
    }
    this.languages = [...this.#forms.keys()].sort().map(analyzerFor);
    const all = new Set(
      [...this.#forms.values()].flatMap((byStem) => [...byStem.values()].flatMap((each) => [...each])),
    );
    this.#terms = [...all].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  }

  #add(document: DocumentInput): void {
    const language = analyzerFor(document.language);
    const forms = this.#forms.get(language.code) ?? new Map<string, Set<string>>();
    this.#forms.set(language.code, forms);
    for (const text of [document.title, ...bodyTexts(document)]) {
      for (const { text: each } of tokenize(text ?? '')) {
        const normalized = normalize(each);
        const within = positionsOf(normalized)
          .flat()
          .filter((part) => part !== normalized);
        for (const word of [each, ...within]) {
          const stem = stemOf(word, language);
          forms.set(stem, (forms.get(stem) ?? new Set()).add(normalize(word)));
        }
        for (const word of [each, ...within]) {
          const [spelling, term] = [word.normalize('NFC').toLowerCase(), normalize(word)];
          const spellings = this.#spellings.get(term) ?? new Map<string, number>();
          this.#spellings.set(term, spellings.set(spelling, (spellings.get(spelling) ?? 0) + 1));
          const key = keyOf(language, stemOf(word, language), term);
          this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
        }
      }
    }
  }

  find(word: string): number {
    return this.#terms.indexOf(normalize(word));
  }

  /** Returns the most frequent spelling; ties go to the alphabetically first. */
  spelling(term: number): string {
    const counts = [...this.#spellings.get(this.terms.at(term))!];
    return counts.sort(([one, many], [other, more]) => more - many || (one < other ? -1 : 1))[0]![0];
  }

  /** Returns the terms with the stem of the word, except stop words of another language that are more frequent there. */
  unambiguousForms(word: string, language: Analyzer): number[] {
    return this.#where(
      (term) => this.#withStem(word, language).has(term) && !this.#isForeignStopWord(term, language),
    );
  }

  #withStem(word: string, language: Analyzer): ReadonlySet<string> {
    return this.#forms.get(language.code)?.get(stemOf(word, language)) ?? new Set();
  }

  #isForeignStopWord(term: string, language: Analyzer): boolean {
    const count = (each: Analyzer) => this.#counts.get(keyOf(each, stemOf(term, each), term)) ?? 0;
    return this.languages.some(
      (other) => other !== language && other.isStopWord(term) && count(other) > count(language),
    );
  }

  /** Returns all compounds with a form of the word as a part. */
  compoundsWith(word: string, language: Analyzer): number[] {
    const rules = compoundingRules(language.code);
    const known = this.#forms.get(language.code);
    if (!rules || !known) return [];
    const { minPartLength: shortest, suffixes: endings } = rules;
    const isWord = (text: string) =>
      text.length >= shortest && !endings?.test(text) && known.has(stemOf(text, language));
    const own = [normalize(word), ...this.#withStem(word, language)];
    const stem = stemOf(word, language);
    const isForm = (text: string) => language.stem(text) === stem;
    const asPart = compoundPartMatcher(language.code, rules, isWord, { forms: own, isForm });
    const parts = [...own, stem].filter((part) => part.length >= shortest);
    return this.#where(
      (term) =>
        parts.some((part) => asPart(part, term)) &&
        this.#withStem(term, language).has(term) &&
        !this.#withStem(word, language).has(term),
    );
  }

  /** Whether a document in the language has exactly this word. */
  has(word: string, language: Analyzer): boolean {
    return this.#withStem(word, language).has(normalize(word));
  }

  /** Whether a document in the language has a form of the word. */
  isWord(word: string, language: Analyzer): boolean {
    return this.#withStem(word, language).size > 0;
  }

  startingWith(prefix: string): number[] {
    return this.#where((term) => term.startsWith(prefix));
  }

  /** Returns the terms by edit distance, from 1: up to 1 for words of 4 characters, up to 2 from 8. */
  similarTo(word: string): { terms: number[]; distance: number }[] {
    const normalized = normalize(word);
    const most = normalized.length < 4 ? 0 : normalized.length < 8 ? 1 : 2;
    return Array.from({ length: most }, (_, i) => ({
      terms: this.#where((term) => editDistance(normalized, term) === i + 1),
      distance: i + 1,
    }));
  }

  #where(accepts: (term: string) => boolean): number[] {
    return [...this.#terms.keys()].filter((term) => accepts(this.terms.at(term)));
  }
}

/** Statistics for query planning, counted by scanning the documents. */
export function statisticsOf(
  documents: DocumentInput[],
  corpus: CorpusTerms,
  thesaurus: IndexedThesaurus,
): Omit<IndexStatistics, 'matchFrequency'> {
  const documentFrequency = (terms: number[]) => {
    const wanted = [new Set(terms.map((term) => corpus.terms.at(term)))];
    return terms.length === 0
      ? 0
      : documents.filter((each) => occurrences(each, wanted, { title: 1, text: 1 }) > 0).length;
  };
  return {
    documents: documents.length,
    termDictionary: corpus,
    indexedThesaurus: thesaurus,
    documentFrequency,
    mostFrequent: (terms, most, accepts) =>
      terms
        .filter(accepts)
        .map((term) => ({ term, documents: documentFrequency([term]) }))
        .filter((each) => each.documents > 0)
        .sort((a, b) => b.documents - a.documents || a.term - b.term)
        .slice(0, most)
        .map(({ term }) => term),
    languages: () => languagesOf(documents),
  };
}

function languagesOf(documents: DocumentInput[]): LanguageShare[] {
  const counts = new Map<string, number>();
  for (const { language } of documents) {
    const { code } = analyzerFor(language);
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return languageDistribution(counts, documents.length);
}

function keyOf({ code }: Analyzer, stem: string, word: string): string {
  return `${code} ${stem} ${word}`;
}

const stems = new Map<string, string>();

/** Cached, since tests use few words. */
function stemOf(word: string, language: Analyzer): string {
  const key = `${language.code} ${word}`;
  const stem = stems.get(key) ?? language.stem(word);
  stems.set(key, stem);
  return stem;
}

const noFacets = new Set(['id', 'title', 'description', 'text', 'subjects', 'date']);

function withPlainNumbers(document: DocumentInput): string[] {
  return Object.entries(document).flatMap(([name, given]) => {
    const all: unknown[] = Array.isArray(given) ? given : [given];
    const found = noFacets.has(name) ? [] : all.map((each) => facetValueOf(each, name));
    return found.some((each) => each?.kind === 'number') ? [name] : [];
  });
}

/** Damerau-Levenshtein distance (optimal string alignment) over UTF-8 bytes, by its definition. */
function editDistance(one: string, other: string): number {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  const table = Array.from({ length: a.length + 1 }, (_, i) => [i]);
  for (let j = 1; j <= b.length; j++) table[0]![j] = j;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const changed = table[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
          ? table[i - 2]![j - 2]! + 1
          : Number.POSITIVE_INFINITY;
      table[i]![j] = Math.min(table[i - 1]![j]! + 1, table[i]![j - 1]! + 1, changed, swapped);
    }
  }
  return table[a.length]![b.length]!;
}
