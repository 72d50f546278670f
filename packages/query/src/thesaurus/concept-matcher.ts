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

/** A text and the offsets of its words. */
interface Words {
  text: string;
  begins: number[];
  ends: number[];
}

/** The words of a text as fingerprints of their stems in one language. */
interface StemmedWords {
  language: Analyzer;
  fingerprints: number[];
}

interface AnalyzedText extends Words {
  /** One entry for each language of labels. */
  stemmed: StemmedWords[];
  options: ConceptMatchOptions;
  /** Senses of the phrases so far, because texts repeat phrases. */
  sensesByPhrase: Map<string, Sense[]>;
}

/** Numbers of phrases, one for each language, by their number of words. */
type Phrases = (number[] | undefined)[];

/** Words between two checks of the signal; takes less than a millisecond. */
const WORDS_PER_STEP = 1024;
/** Maximum number of labels compared for one phrase of a text: with thousands, an extraction would take seconds. */
const MAX_LABELS_PER_PHRASE = 100;
/** More UTF-16 units between two words are more than punctuation and spaces within a phrase. */
const MAX_GAP = 4;
/** Punctuation that ends a phrase. */
const phraseBreak = /[;:!?()[\]{}<>|"“”„»«]|\n\s*\n|\.\s/;

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
    const wordCount = analyzed.begins.length;
    let matchedEnd = 0;
    for (let first = 0; first < wordCount; first++) {
      if (first % WORDS_PER_STEP === 0) yield* pause(options.signal);
      if (first < matchedEnd) continue;
      const match = this.#longestMatch(first, this.#phrasesFrom(first, wordCount, analyzed), analyzed);
      if (!match) continue;
      visit(match);
      matchedEnd = first + match.words;
      if (options.includesNested)
        for (const nested of this.#nestedMatches(first, matchedEnd, analyzed)) visit(nested);
    }
  }

  /** Reads the words of a text, and stems them in each language whose labels may match. */
  *#analyze(text: string, options: ConceptMatchOptions): CooperativeTask<AnalyzedText> {
    const { languages, signal } = options;
    const words = yield* readWords(text, signal);
    const requested = languages && ['', ...languages.map(stemCode)];
    const stemmed: StemmedWords[] = [];
    for (const language of this.#labelLanguages)
      if (!requested || requested.includes(language.code))
        stemmed.push(yield* stemWords(words, language, signal));
    return { ...words, stemmed, options, sensesByPhrase: new Map() };
  }

  /** The longest match among the phrases of `#phrasesFrom`, which start at the word `first`. */
  #longestMatch(first: number, phrases: Phrases, analyzed: AnalyzedText): ConceptMatch | undefined {
    const { text, begins, ends, sensesByPhrase } = analyzed;
    for (let words = phrases.length - 1; words > 0; words--) {
      const phraseNumbers = phrases[words];
      if (!phraseNumbers) continue;
      const [begin, end] = [begins[first]!, ends[first + words - 1]!];
      const senses = getOrInsert(sensesByPhrase, text.slice(begin, end), (phrase) =>
        this.#sensesOf({ text: phrase, isWholeText: words === begins.length }, phraseNumbers, analyzed),
      );
      if (senses.length > 0) return { begin, end, words, senses, isNested: false };
    }
    return undefined;
  }

  /** The matches inside a match from `first` to `end` (exclusive). A phrase across `end` is not a phrase of the text. */
  *#nestedMatches(first: number, end: number, analyzed: AnalyzedText): Generator<ConceptMatch> {
    for (let word = first; word < end; word++) {
      const phrases = this.#phrasesFrom(word, word === first ? end - 1 : end, analyzed);
      let match = this.#longestMatch(word, phrases, analyzed);
      for (; match; match = this.#longestMatch(word, phrases.slice(0, match.words), analyzed))
        yield { ...match, isNested: true };
    }
  }

  #sensesOf(
    phrase: { text: string; isWholeText: boolean },
    phraseNumbers: number[],
    { stemmed, options }: AnalyzedText,
  ): Sense[] {
    const { isQuery = false, stopWordsOf, preferredLanguage } = options;
    const stopWordLanguages = stopWordsOf ? [stopWordsOf] : stemmed.map(({ language }) => language);
    const labels = phraseNumbers.flatMap((number) => this.#labelsOf(number, options));
    const ambiguous = { ...phrase, isQuery, stopWordLanguages, preferredLanguage };
    return selectSenses(labels, ambiguous, this.#thesaurus);
  }

  /** The phrases of labels that start at a word and end before `limit`. */
  #phrasesFrom(first: number, limit: number, analyzed: AnalyzedText): Phrases {
    const { prints, starts } = this.#phraseTable;
    const end = Math.min(first + MAX_LABEL_WORDS, limit);
    const { isQuery = false } = analyzed.options;
    const byLength: Phrases = [];
    for (const { fingerprints } of analyzed.stemmed) {
      let fingerprint = EMPTY_FINGERPRINT;
      for (let word = first; word < end; word++) {
        if (word > first && !isQuery && startsPhrase(analyzed, word)) break;
        fingerprint = extendFingerprint(fingerprint, fingerprints[word]!);
        const phraseNumber = findFingerprint(prints, fingerprint);
        if (phraseNumber < 0) break;
        // Most phrases are only the beginnings of labels.
        const isLabel = starts[phraseNumber]! < starts[phraseNumber + 1]!;
        const length = word - first + 1;
        if (isLabel) byLength[length] = [...(byLength[length] ?? []), phraseNumber];
      }
    }
    return byLength;
  }

  /** In texts, only concepts that can be extracted. */
  #labelsOf(phraseNumber: number, { isQuery = false }: ConceptMatchOptions): number[] {
    const { starts, labels } = this.#phraseTable;
    const phraseLabels = labels.subarray(starts[phraseNumber], starts[phraseNumber + 1]);
    if (isQuery) return [...phraseLabels];
    const { isExtractable, labelConcept } = this.#thesaurus;
    const compared = [...phraseLabels.subarray(0, MAX_LABELS_PER_PHRASE)];
    return compared.filter((label) => isExtractable(labelConcept(label)));
  }
}

function* readWords(text: string, signal: AbortSignal | undefined): CooperativeTask<Words> {
  const [begins, ends]: [number[], number[]] = [[], []];
  const reader = new TokenReader(text);
  while (reader.next()) {
    begins.push(reader.begin);
    ends.push(reader.end);
    if (begins.length % WORDS_PER_STEP === 0) yield* pause(signal);
  }
  return { text, begins, ends };
}

function* pause(signal: AbortSignal | undefined): CooperativeTask<void> {
  signal?.throwIfAborted();
  yield;
}

function* stemWords(
  { text, begins, ends }: Words,
  language: Analyzer,
  signal: AbortSignal | undefined,
): CooperativeTask<StemmedWords> {
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
