/**
 * Words and their forms without an index, for tests: what each document holds is read anew from its texts, and how
 * well it meets a requirement is counted one occurrence at a time.
 */

import { type Analyzer, analyzerFor } from '../../src/analysis/analyzers.ts';
import { compoundingRules, compoundPartMatcher } from '../../src/analysis/decompounder.ts';
import { normalize } from '../../src/analysis/normalizer.ts';
import { tokenize } from '../../src/analysis/tokenizer.ts';
import type { DocumentInput } from '../../src/api.ts';
import { facetValueOf } from '../../src/index/indexable-document.ts';

/** At each place a folded word, with those in it; description and full text stand apart, so that no phrase reaches over. */
interface Texts {
  title: string[][];
  body: string[][];
  /** Words of the title, counted twice, and of the body. */
  length: number;
}

const between = Array.from({ length: 8 }, () => ['']);
const read = new WeakMap<DocumentInput, Texts>();

export function textsOf(document: DocumentInput): Texts {
  let texts = read.get(document);
  if (!texts) {
    const folded = (text = '') => tokenize(text).flatMap((word) => placesOf(normalize(word.text)));
    const title = folded(document.title);
    const [description, full] = [folded(document.description), folded(document.text)];
    const length = 2 * title.length + description.length + full.length;
    texts = { title, body: [...description, ...between, ...full], length };
    read.set(document, texts);
  }
  return texts;
}

/** Words that may stand for one another at a place of a phrase; a single word is a phrase of one. */
export type Phrase = ReadonlySet<string>[];

/** How often the phrase stands in the title, counted twice, and in the body. */
export function occurrences(document: DocumentInput, phrase: Phrase, titleFactor: number): number {
  const { title, body } = textsOf(document);
  return titleFactor * placesIn(title, phrase) + placesIn(body, phrase);
}

function placesIn(text: string[][], phrase: Phrase): number {
  const has = (at: number, forms: ReadonlySet<string>) => (text[at] ?? []).filter((word) => forms.has(word));
  const [only] = phrase;
  // A word in another one counts beside it.
  if (phrase.length === 1) return text.reduce((sum, _, at) => sum + has(at, only!).length, 0);
  return text.filter((_, at) => phrase.every((forms, i) => has(at + i, forms).length > 0)).length;
}

/** The word, beside each one in it that its signs do not make another: `net` in `.net`, `r` and `d` in `r&d`. */
function placesOf(folded: string): string[][] {
  const isOther = /^\p{L}(?:#|\+{2,})$/u.test(folded) || !/[.+&]/.test(folded);
  if (isOther) return [[folded]];
  const within = folded.split(/[.+&]/).filter((part) => part !== '');
  return within.map((part) => [folded, part]);
}

/** What the documents of a space have: forms of words, languages, kinds of attributes. */
export class Met {
  readonly terms = new Set<string>();
  /** By word how it is written, and by how many documents. */
  readonly #spellings = new Map<string, Map<string, number>>();
  /** Attributes that have numbers that are no dates. */
  readonly plainNumbers = new Set<string>();
  #forms = new Map<string, Map<string, Set<string>>>();
  /** By language, stem and word, how often documents have it. */
  readonly #counts = new Map<string, number>();

  constructor(documents: DocumentInput[]) {
    for (const document of documents) {
      this.#meet(document);
      for (const name of withPlainNumbers(document)) this.plainNumbers.add(name);
    }
  }

  get languages(): Analyzer[] {
    return [...this.#forms.keys()].map(analyzerFor);
  }

  #meet(document: DocumentInput): void {
    const language = analyzerFor(document.language);
    const forms = this.#forms.get(language.code) ?? new Map<string, Set<string>>();
    this.#forms.set(language.code, forms);
    const written = new Set<string>();
    for (const text of [document.title, document.description, document.text]) {
      for (const { text: each } of tokenize(text ?? '')) {
        const folded = normalize(each);
        const within = placesOf(folded).flat();
        for (const word of [each, ...within]) {
          const stem = stemOf(word, language);
          this.terms.add(normalize(word));
          forms.set(stem, (forms.get(stem) ?? new Set()).add(normalize(word)));
        }
        for (const word of [each, ...within.filter((part) => part !== folded)]) {
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

  /** As most documents write it; of two that are written as often, the first by its letters. */
  spelling(term: string): string {
    const counts = [...this.#spellings.get(term)!];
    return counts.sort(([one, many], [other, more]) => more - many || (one < other ? -1 : 1))[0]![0];
  }

  /**
   * The word itself and all that share its stem in one of the languages, without what says nothing in another whose
   * documents have it more often.
   */
  formsOf(word: string, languages: readonly Analyzer[]): Set<string> {
    const meant = languages.flatMap((language) =>
      [...this.#withStem(word, language)].filter((term) => !this.#saysNothingElsewhere(term, language)),
    );
    return new Set([normalize(word), ...meant]);
  }

  #withStem(word: string, language: Analyzer): ReadonlySet<string> {
    return this.#forms.get(language.code)?.get(language.stem(word)) ?? new Set();
  }

  #saysNothingElsewhere(term: string, language: Analyzer): boolean {
    const count = (each: Analyzer) => this.#counts.get(keyOf(each, stemOf(term, each), term)) ?? 0;
    return this.languages.some(
      (other) => other !== language && other.isStopWord(term) && count(other) > count(language),
    );
  }

  /** All words that have a form of this one as a part. */
  compoundsWith(word: string, language: Analyzer): Set<string> {
    const manner = compoundingRules(language.code);
    const known = this.#forms.get(language.code);
    if (!manner || !known) return new Set();
    const { minPartLength: shortest, suffixes: endings } = manner;
    const isWord = (text: string) =>
      text.length >= shortest && !endings?.test(text) && known.has(language.stem(text));
    const own = [normalize(word), ...this.#withStem(word, language)];
    const stem = language.stem(word);
    const asPart = compoundPartMatcher(
      manner,
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

  /** A document of the language has exactly this word. */
  has(word: string, language: Analyzer): boolean {
    return this.#forms.get(language.code)?.get(language.stem(word))?.has(normalize(word)) === true;
  }

  /** A document of the language has a form of the word. */
  isWord(word: string, language: Analyzer): boolean {
    return this.#forms.get(language.code)?.has(language.stem(word)) === true;
  }

  /** Where other spellings are meant too, ß is ss and the like. */
  startingWith(word: string, spellings: boolean): Set<string> {
    const plain = (text: string) =>
      !spellings ? text : text.replaceAll('ß', 'ss').replaceAll('æ', 'ae').replaceAll('œ', 'oe');
    const beginning = plain(normalize(word));
    const isTypedSo = (term: string) =>
      plain(term).startsWith(beginning) ||
      (spellings &&
        !this.languages.some((language) => language.isStopWord(term)) &&
        [...this.#spellings.get(term)!.keys()].some((each) =>
          withoutUmlauts(each).startsWith(normalize(word)),
        ));
    return new Set([...this.terms].filter(isTypedSo));
  }

  /** By the letters that differ, from one on: one in words from four letters, two from eight. */
  similarTo(word: string): Set<string>[] {
    const folded = normalize(word);
    const most = folded.length < 4 ? 0 : folded.length < 8 ? 1 : 2;
    return Array.from({ length: most }, (_, i) => {
      return new Set([...this.terms].filter((term) => lettersApart(folded, term) === i + 1));
    });
  }
}

function keyOf({ code }: Analyzer, stem: string, word: string): string {
  return `${code} ${stem} ${word}`;
}

const stems = new Map<string, string>();

/** Worked out once for each word that tests have. */
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

/** Letters (bytes of UTF-8) left out, added, changed, or two neighbours swapped: the whole table, by its definition. */
function lettersApart(one: string, other: string): number {
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
