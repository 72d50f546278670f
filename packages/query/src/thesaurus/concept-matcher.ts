/** Concept matcher: finds the labels of concepts in a text by stems, longest match first. */
import { type Analyzer, analyzerFor } from '../analysis/analyzers.ts';
import { TokenReader } from '../analysis/tokenizer.ts';
import type { Span } from '../api.ts';
import {
  EMPTY_FINGERPRINT,
  extendFingerprint,
  findFingerprint,
  termFingerprint,
} from '../collections/fingerprints.ts';
import { getOrInsert } from '../collections/get-or-insert.ts';
import { type CooperativeTask, runToCompletion } from '../scheduling/cooperative-scheduling.ts';
import { MAX_LABEL_WORDS, type PhraseTable, stemCode } from './phrase-table.ts';
import { type PreferredLanguage, type Sense, selectSenses } from './sense-disambiguation.ts';
import type { Thesaurus } from './thesaurus.ts';

export interface ConceptMatch extends Span {
  /** Number of words in the text. */
  words: number;
  /** Several senses for homonyms; each concept once, the most reliable label first. */
  senses: Sense[];
  /** True inside a longer match. */
  isNested: boolean;
}

export interface ConceptMatchOptions {
  /** BCP 47 tags. Labels in these languages and without a language match; by default all languages. */
  languages?: string[];
  /** Also return matches inside longer matches. */
  includesNested?: boolean;
  /** True for queries: case does not distinguish abbreviations, and punctuation does not end a phrase. */
  isQuery?: boolean;
  /** Analyzer that decides the stop words; by default, the stop words of all label languages apply. */
  stopWordsOf?: Analyzer | undefined;
  preferredLanguage?: PreferredLanguage | undefined;
  /** Checked regularly, because a long text takes time. */
  signal?: AbortSignal | undefined;
}

/** The words of a text as fingerprints of their stems in one language. */
interface StemmedText {
  language: Analyzer;
  fingerprints: number[];
}

/** A text with its words. */
interface AnalyzedText {
  text: string;
  /** Offsets of the words. */
  begins: number[];
  ends: number[];
  /** Stemmed words, one entry for each language of labels. */
  stemmed: StemmedText[];
}

/** Words between two checks of the signal; takes less than a millisecond. */
const WORDS_PER_STEP = 1024;
/** Maximum number of labels compared for one phrase of a text: with thousands, an extraction would take seconds. */
const MAX_LABELS_PER_PHRASE = 100;

function* readWords(
  text: string,
  signal: AbortSignal | undefined,
): CooperativeTask<Pick<AnalyzedText, 'begins' | 'ends'>> {
  const [begins, ends]: [number[], number[]] = [[], []];
  const reader = new TokenReader(text);
  while (reader.next()) {
    begins.push(reader.begin);
    ends.push(reader.end);
    if (begins.length % WORDS_PER_STEP === 0) yield* pause(signal);
  }
  return { begins, ends };
}

function* pause(signal: AbortSignal | undefined): CooperativeTask<void> {
  signal?.throwIfAborted();
  yield;
}

function* stemWords(
  { text, begins, ends }: Omit<AnalyzedText, 'stemmed'>,
  language: Analyzer,
  signal: AbortSignal | undefined,
): CooperativeTask<StemmedText> {
  const fingerprints: number[] = [];
  const fingerprintByWord = new Map<string, number>();
  const fingerprintOf = (word: string) => termFingerprint(language.code, language.stem(word));
  for (const [i, begin] of begins.entries()) {
    if (i % WORDS_PER_STEP === 0) yield* pause(signal);
    const word = text.slice(begin, ends[i]);
    fingerprints.push(getOrInsert(fingerprintByWord, word, () => fingerprintOf(word)));
  }
  return { language, fingerprints };
}

export class ConceptMatcher {
  readonly #phraseTable: PhraseTable;
  readonly #thesaurus: Thesaurus;
  readonly #labelLanguages: Analyzer[];

  constructor(phraseTable: PhraseTable, thesaurus: Thesaurus) {
    this.#phraseTable = phraseTable;
    this.#thesaurus = thesaurus;
    this.#labelLanguages = phraseTable.languages.map(analyzerFor);
  }

  /** Matches in text order; without `includesNested` they do not overlap. */
  match(text: string, options?: ConceptMatchOptions): ConceptMatch[] {
    const matches: ConceptMatch[] = [];
    runToCompletion(this.visitInSteps(text, (match) => matches.push(match), options));
    return matches;
  }

  /** Calls `visit` with each match, as a cooperative task: a long text may have millions. Equal phrases share their senses. */
  *visitInSteps(
    text: string,
    visit: (match: ConceptMatch) => void,
    options: ConceptMatchOptions = {},
  ): CooperativeTask<void> {
    const analyzed = yield* this.#analyze(text, options);
    const { begins, ends } = analyzed;
    const sensesOf = this.#sensesByPhrase(analyzed, options);
    /** Number of words up to the end of the match that reaches furthest. */
    let matchedEnd = 0;
    for (let first = 0; first < begins.length; first++) {
      if (first % WORDS_PER_STEP === 0) yield* pause(options.signal);
      const isInMatch = first < matchedEnd;
      if (isInMatch && !options.includesNested) continue;
      // A match that overlaps the end of a longer one is not a phrase of the text.
      const limit = isInMatch ? matchedEnd : begins.length;
      const phrases = this.#phrasesFrom(first, limit, analyzed, options);
      for (let length = phrases.length - 1; length > 0; length--) {
        const phraseNumbers = phrases[length];
        const senses = phraseNumbers ? sensesOf(first, length, phraseNumbers) : [];
        if (senses.length === 0) continue;
        const end = first + length;
        const isNested = end <= matchedEnd;
        visit({ begin: begins[first]!, end: ends[end - 1]!, words: length, senses, isNested });
        matchedEnd = Math.max(matchedEnd, end);
        if (!options.includesNested) break;
      }
    }
  }

  /** Reads the words of a text, and stems them in each language whose labels may match. */
  *#analyze(text: string, { languages, signal }: ConceptMatchOptions): CooperativeTask<AnalyzedText> {
    const words = { text, ...(yield* readWords(text, signal)) };
    const requested = languages && ['', ...languages.map(stemCode)];
    const stemmed: StemmedText[] = [];
    for (const language of this.#labelLanguages)
      if (!requested || requested.includes(language.code))
        stemmed.push(yield* stemWords(words, language, signal));
    return { ...words, stemmed };
  }

  /** Returns the senses of a phrase of the text, given by its first word and its number of words. */
  #sensesByPhrase({ text, begins, ends, stemmed }: AnalyzedText, options: ConceptMatchOptions) {
    const { isQuery = false, stopWordsOf, preferredLanguage } = options;
    const stopWordLanguages = stopWordsOf ? [stopWordsOf] : stemmed.map(({ language }) => language);
    const sensesByText = new Map<string, Sense[]>();
    return (first: number, length: number, phraseNumbers: number[]): Sense[] => {
      const phrase = text.slice(begins[first], ends[first + length - 1]);
      return getOrInsert(sensesByText, phrase, () => {
        const labels = phraseNumbers.flatMap((number) =>
          isQuery ? this.#labelsOf(number) : this.#extractableLabelsOf(number),
        );
        const isWholeText = length === begins.length;
        const ambiguous = { text: phrase, isWholeText, isQuery, stopWordLanguages, preferredLanguage };
        return selectSenses(labels, ambiguous, this.#thesaurus);
      });
    };
  }

  /** The phrases of labels that start at a word and end before `limit`: by number of words, one for each language. */
  #phrasesFrom(
    first: number,
    limit: number,
    analyzed: AnalyzedText,
    { isQuery = false }: ConceptMatchOptions,
  ): (number[] | undefined)[] {
    const { prints: phraseFingerprints, starts } = this.#phraseTable;
    const end = Math.min(first + MAX_LABEL_WORDS, limit);
    const byLength: (number[] | undefined)[] = [];
    for (const { fingerprints } of analyzed.stemmed) {
      let fingerprint = EMPTY_FINGERPRINT;
      for (let word = first; word < end; word++) {
        if (word > first && !isQuery && startsPhrase(analyzed, word)) break;
        fingerprint = extendFingerprint(fingerprint, fingerprints[word]!);
        const phraseNumber = findFingerprint(phraseFingerprints, fingerprint);
        if (phraseNumber < 0) break;
        // Most phrases are only the beginnings of labels.
        const isLabel = starts[phraseNumber]! < starts[phraseNumber + 1]!;
        const length = word - first + 1;
        if (isLabel) byLength[length] = [...(byLength[length] ?? []), phraseNumber];
      }
    }
    return byLength;
  }

  #labelsOf(phraseNumber: number, limit = Number.POSITIVE_INFINITY): number[] {
    const { starts, labels } = this.#phraseTable;
    const [begin, end] = [starts[phraseNumber]!, starts[phraseNumber + 1]!];
    return [...labels.subarray(begin, Math.min(end, begin + limit))];
  }

  #extractableLabelsOf(phraseNumber: number): number[] {
    const thesaurus = this.#thesaurus;
    return this.#labelsOf(phraseNumber, MAX_LABELS_PER_PHRASE).filter((label) =>
      thesaurus.isExtractable(thesaurus.labelConcept(label)),
    );
  }
}

/** More UTF-16 units between two words are more than punctuation and spaces within a phrase. */
const MAX_GAP = 4;
/** Punctuation that ends a phrase. */
const phraseBreak = /[;:!?()[\]{}<>|"“”„»«]|\n\s*\n|\.\s/;

/** True if a sentence or phrase ends before the word. A full stop after a single letter does not end a sentence. */
function startsPhrase({ text, begins, ends }: AnalyzedText, word: number): boolean {
  const [end, next] = [ends[word - 1]!, begins[word]!];
  const gap = next - end;
  const separator = gap === 1 ? text[end] : '';
  if (gap === 0 || separator === ' ' || separator === '-') return false;
  if (gap > MAX_GAP) return true;
  const between = text.slice(end, next);
  if (/^\.\s?$/.test(between) && end - begins[word - 1]! === 1) return false;
  return phraseBreak.test(between);
}
