/** Reference model of the term index: terms, forms and phrase occurrences by scanning the texts. */

import {
  type Analyzer,
  analyzerFor,
  compoundingRules,
  compoundPartMatcher,
  normalize,
  tokenize,
} from '@semantic-search/query/analysis';
import { facetValueOf } from '../../src/index/indexable-document.ts';
import type { DocumentInput } from '../../src/writable-space.ts';

/** Normalized words and subwords by position. A gap separates description and full text, so no phrase spans both. */
interface Texts {
  title: string[][];
  body: string[][];
  /** Number of words; those of the title count twice. */
  length: number;
}

const gap = Array.from({ length: 8 }, () => ['']);
const read = new WeakMap<DocumentInput, Texts>();

export function textsOf(document: DocumentInput): Texts {
  let texts = read.get(document);
  if (!texts) {
    const normalized = (text = '') => tokenize(text).flatMap((word) => positionsOf(normalize(word.text)));
    const title = normalized(document.title);
    const [description, full] = [normalized(document.description), normalized(document.text)];
    const length = 2 * title.length + description.length + full.length;
    texts = { title, body: [...description, ...gap, ...full], length };
    read.set(document, texts);
  }
  return texts;
}

/** Alternative terms by position of a phrase. A single word is a phrase of length one. */
export type Phrase = ReadonlySet<string>[];

/** Returns the frequency of the phrase; occurrences in the title are weighted by `titleFactor`. */
export function occurrences(document: DocumentInput, phrase: Phrase, titleFactor: number): number {
  const { title, body } = textsOf(document);
  return titleFactor * countIn(title, phrase) + countIn(body, phrase);
}

function countIn(text: string[][], phrase: Phrase): number {
  const has = (at: number, forms: ReadonlySet<string>) => (text[at] ?? []).filter((word) => forms.has(word));
  const [only] = phrase;
  // A subword counts in addition to its word.
  if (phrase.length === 1) return text.reduce((sum, _, at) => sum + has(at, only!).length, 0);
  return text.filter((_, at) => phrase.every((forms, i) => has(at + i, forms).length > 0)).length;
}

/** Returns the positions of a word, each with a subword: `net` in `.net`, `r` and `d` in `r&d`. */
function positionsOf(normalized: string): string[][] {
  const isOther = /^\p{L}(?:#|\+{2,})$/u.test(normalized) || !/[.+&]/.test(normalized);
  if (isOther) return [[normalized]];
  const within = normalized.split(/[.+&]/).filter((part) => part !== '');
  return within.map((part) => [normalized, part]);
}

/** Terms, inflections, languages and attribute kinds of a set of documents. */
export class CorpusTerms {
  readonly terms = new Set<string>();
  /** Document frequency of each spelling of a term. */
  readonly #spellings = new Map<string, Map<string, number>>();
  /** Attributes with numbers that are not dates. */
  readonly plainNumbers = new Set<string>();
  #forms = new Map<string, Map<string, Set<string>>>();
  /** Frequency by language, stem and term. */
  readonly #counts = new Map<string, number>();

  constructor(documents: DocumentInput[]) {
    for (const document of documents) {
      this.#add(document);
      for (const name of withPlainNumbers(document)) this.plainNumbers.add(name);
    }
  }

  get languages(): Analyzer[] {
    return [...this.#forms.keys()].map(analyzerFor);
  }

  #add(document: DocumentInput): void {
    const language = analyzerFor(document.language);
    const forms = this.#forms.get(language.code) ?? new Map<string, Set<string>>();
    this.#forms.set(language.code, forms);
    const written = new Set<string>();
    for (const text of [document.title, document.description, document.text]) {
      for (const { text: each } of tokenize(text ?? '')) {
        const normalized = normalize(each);
        const within = positionsOf(normalized).flat();
        for (const word of [each, ...within]) {
          const stem = stemOf(word, language);
          this.terms.add(normalize(word));
          forms.set(stem, (forms.get(stem) ?? new Set()).add(normalize(word)));
        }
        for (const word of [each, ...within.filter((part) => part !== normalized)]) {
          written.add(word.normalize('NFC').toLowerCase());
          const key = keyOf(language, stemOf(word, language), normalize(word));
          this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
        }
      }
    }
    for (const spelling of written) {
      const counts = this.#spellings.get(normalize(spelling)) ?? new Map<string, number>();
      this.#spellings.set(normalize(spelling), counts.set(spelling, (counts.get(spelling) ?? 0) + 1));
    }
  }

  /** Returns the most frequent spelling; ties go to the alphabetically first. */
  spelling(term: string): string {
    const counts = [...this.#spellings.get(term)!];
    return counts.sort(([one, many], [other, more]) => more - many || (one < other ? -1 : 1))[0]![0];
  }

  /**
   * Returns the word and all terms with its stem in one of the languages, except stop words of another language that are
   * more frequent there.
   */
  formsOf(word: string, languages: readonly Analyzer[]): Set<string> {
    const meant = languages.flatMap((language) =>
      [...this.#withStem(word, language)].filter((term) => !this.#isForeignStopWord(term, language)),
    );
    return new Set([normalize(word), ...meant]);
  }

  #withStem(word: string, language: Analyzer): ReadonlySet<string> {
    return this.#forms.get(language.code)?.get(language.stem(word)) ?? new Set();
  }

  #isForeignStopWord(term: string, language: Analyzer): boolean {
    const count = (each: Analyzer) => this.#counts.get(keyOf(each, stemOf(term, each), term)) ?? 0;
    return this.languages.some(
      (other) => other !== language && other.isStopWord(term) && count(other) > count(language),
    );
  }

  /** Returns all compounds with a form of the word as a part. */
  compoundsWith(word: string, language: Analyzer): Set<string> {
    const rules = compoundingRules(language.code);
    const known = this.#forms.get(language.code);
    if (!rules || !known) return new Set();
    const { minPartLength: shortest, suffixes: endings } = rules;
    const isWord = (text: string) =>
      text.length >= shortest && !endings?.test(text) && known.has(language.stem(text));
    const own = [normalize(word), ...this.#withStem(word, language)];
    const stem = language.stem(word);
    const asPart = compoundPartMatcher(
      rules,
      language.code,
      own,
      isWord,
      (text) => language.stem(text) === stem,
    );
    const parts = [...own, stem].filter((part) => part.length >= shortest);
    const written = (term: string) => known.get(language.stem(term))?.has(term) === true;
    const isOwn = (term: string) => known.get(language.stem(word))?.has(term) === true;
    const made = [...this.terms].filter((term) => parts.some((part) => asPart(part, term)));
    return new Set(made.filter((term) => written(term) && !isOwn(term)));
  }

  /** Whether a document in the language has exactly this word. */
  has(word: string, language: Analyzer): boolean {
    return this.#forms.get(language.code)?.get(language.stem(word))?.has(normalize(word)) === true;
  }

  /** Whether a document in the language has a form of the word. */
  isWord(word: string, language: Analyzer): boolean {
    return this.#forms.get(language.code)?.has(language.stem(word)) === true;
  }

  /** With `spellings`, ß equals ss and the like. */
  startingWith(word: string, spellings: boolean): Set<string> {
    const plain = (text: string) =>
      !spellings ? text : text.replaceAll('ß', 'ss').replaceAll('æ', 'ae').replaceAll('œ', 'oe');
    const prefix = plain(normalize(word));
    const isTypedSo = (term: string) =>
      plain(term).startsWith(prefix) ||
      (spellings &&
        !this.languages.some((language) => language.isStopWord(term)) &&
        [...this.#spellings.get(term)!.keys()].some((each) =>
          withoutUmlauts(each).startsWith(normalize(word)),
        ));
    return new Set([...this.terms].filter(isTypedSo));
  }

  /** Returns the terms by edit distance, from 1: up to 1 for words of 4 characters, up to 2 from 8. */
  similarTo(word: string): Set<string>[] {
    const normalized = normalize(word);
    const most = normalized.length < 4 ? 0 : normalized.length < 8 ? 1 : 2;
    return Array.from({ length: most }, (_, i) => {
      return new Set([...this.terms].filter((term) => editDistance(normalized, term) === i + 1));
    });
  }
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
    return found.some((each) => each && 'kind' in each && each.kind === 'number') ? [name] : [];
  });
}

function withoutUmlauts(written: string): string {
  const letters: [RegExp, string][] = [
    [/[äæ]/g, 'ae'],
    [/[öøœ]/g, 'oe'],
    [/ü/g, 'ue'],
    [/å/g, 'aa'],
    [/ß/g, 'ss'],
  ];
  return normalize(letters.reduce((text, [letter, two]) => text.replace(letter, two), written));
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
