/** Concept matcher: finds the labels of concepts in a text by stems, longest match first. */

import { type Analyzer, analyzerFor } from '../analysis/analyzers.ts';
import { type Token, TokenReader } from '../analysis/tokenizer.ts';
import {
  EMPTY_FINGERPRINT,
  extendFingerprint,
  findFingerprint,
  termFingerprint,
} from '../collections/fingerprint-table.ts';
import { type CooperativeTask, runToCompletion } from '../scheduling/cooperative-scheduling.ts';
import { isPhraseBoundary } from './phrase-boundary.ts';
import { MAX_LABEL_WORDS, type PhraseTable, stemCode } from './phrase-table.ts';
import { openSenseDisambiguator, type PreferredLanguage, type Sense } from './sense-disambiguation.ts';
import type { Thesaurus } from './thesaurus.ts';

export type { Sense } from './sense-disambiguation.ts';

export interface ConceptMatch {
  /** In UTF-16 units of the text; `end` is exclusive. */
  begin: number;
  end: number;
  /** Number of words in the text. */
  words: number;
  /** Several for homonyms; each concept once, the most reliable label first. */
  senses: Sense[];
  /** True inside a longer match. */
  nested: boolean;
}

export interface ConceptMatchOptions {
  /** BCP 47 tags. Labels in these languages and without a language match; by default all languages. */
  languages?: string[];
  /** Also return matches inside longer ones. */
  nested?: boolean;
  /** True for queries: case does not distinguish abbreviations, and punctuation does not end a phrase. */
  query?: boolean;
  /** Analyzer that decides the stop words; by default those of all label languages. */
  stopWordsOf?: Analyzer | undefined;
  /**
   * Language whose labels are preferred. Labels in others match as written; their inflections match for foreign
   * words only.
   */
  preferredLanguage?: PreferredLanguage | undefined;
  /** Checked regularly, because a long text takes time. */
  signal?: AbortSignal | undefined;
}

export interface ConceptMatcher {
  /** Matches in text order; without `nested` they do not overlap. */
  match(text: string, options?: ConceptMatchOptions): ConceptMatch[];
  /** The same as a cooperative task, for long texts. */
  matchInSteps(text: string, options?: ConceptMatchOptions): CooperativeTask<ConceptMatch[]>;
}

/** The words of a text as fingerprints of their stems in one language. */
interface StemmedText {
  language: Analyzer;
  fingerprints: number[];
}

interface AnalyzedText {
  text: string;
  tokens: Token[];
  /** One for each language of labels. */
  stemmed: StemmedText[];
}

const WORDS_PER_STEP = 1024;
/** Labels compared for one phrase of a text. With thousands of equal labels, an extraction would take seconds. */
const MAX_HOMONYMS = 100;

function* readTokens(text: string, signal: AbortSignal | undefined): CooperativeTask<Token[]> {
  const tokens: Token[] = [];
  const reader = new TokenReader(text);
  while (reader.next()) {
    const { begin, end } = reader;
    tokens.push({ text: text.slice(begin, end), begin, end });
    if (tokens.length % WORDS_PER_STEP > 0) continue;
    signal?.throwIfAborted();
    yield;
  }
  return tokens;
}

function* stem(
  tokens: Token[],
  language: Analyzer,
  signal: AbortSignal | undefined,
): CooperativeTask<StemmedText> {
  signal?.throwIfAborted();
  const fingerprints: number[] = [];
  for (const { text } of tokens) {
    fingerprints.push(termFingerprint(language.code, language.stem(text)));
    if (fingerprints.length % WORDS_PER_STEP > 0) continue;
    signal?.throwIfAborted();
    yield;
  }
  return { language, fingerprints };
}

export function openConceptMatcher(phrases: PhraseTable, thesaurus: Thesaurus): ConceptMatcher {
  const labelLanguages = phrases.languages.map(analyzerFor);
  const selectSenses = openSenseDisambiguator(thesaurus);
  return {
    match: (text, options) => runToCompletion(matchInSteps(text, options)),
    matchInSteps,
  };

  function* matchInSteps(text: string, options: ConceptMatchOptions = {}): CooperativeTask<ConceptMatch[]> {
    const tokens = yield* readTokens(text, options.signal);
    const requested = options.languages?.map(stemCode);
    const stemmed: StemmedText[] = [];
    for (const language of labelLanguages) {
      const { code } = language;
      if (!requested || code === '' || requested.includes(code))
        stemmed.push(yield* stem(tokens, language, options.signal));
    }
    return yield* matchesIn({ text, tokens, stemmed }, options);
  }

  function* matchesIn(analyzed: AnalyzedText, options: ConceptMatchOptions): CooperativeTask<ConceptMatch[]> {
    const { text, tokens, stemmed } = analyzed;
    const stops = options.stopWordsOf ? [options.stopWordsOf] : stemmed.map(({ language }) => language);
    const matches: ConceptMatch[] = [];
    let covered = 0;
    for (let first = 0; first < tokens.length; first++) {
      if (first % WORDS_PER_STEP === 0) {
        options.signal?.throwIfAborted();
        if (first > 0) yield;
      }
      if (first < covered && !options.nested) continue;
      const longest = matches.length;
      for (const [length, labels] of labelsFrom(first, analyzed, options)) {
        const last = first + length;
        const [begin, end] = [tokens[first]!.begin, tokens[last - 1]!.end];
        const senses = selectSenses(labels, {
          text: text.slice(begin, end),
          whole: length === tokens.length,
          query: options.query === true,
          stops,
          preferredLanguage: options.preferredLanguage,
        });
        if (senses.length === 0) continue;
        const nested = last <= covered || matches.length > longest;
        // A match that overlaps the end of a longer one is not a phrase of the text.
        if (first < covered && last > covered) continue;
        matches.push({ begin, end, words: length, senses, nested });
        covered = Math.max(covered, last);
        if (!options.nested) break;
      }
    }
    return matches;
  }

  /** Labels that start at a word, with their number of words, longest first. */
  function labelsFrom(
    first: number,
    { text, tokens, stemmed }: AnalyzedText,
    { query = false }: ConceptMatchOptions,
  ): [length: number, labels: number[]][] {
    const byLength: [length: number, labels: number[]][] = [];
    for (const { fingerprints } of stemmed) {
      let fingerprint = EMPTY_FINGERPRINT;
      for (let length = 1; length <= MAX_LABEL_WORDS && first + length <= tokens.length; length++) {
        const word = first + length - 1;
        if (length > 1 && !query && isPhraseBoundary(text, tokens[word - 1]!, tokens[word]!)) break;
        fingerprint = extendFingerprint(fingerprint, fingerprints[word]!);
        const phrase = findFingerprint(phrases.table, fingerprint);
        if (phrase < 0) break;
        // Most phrases are only the beginnings of labels.
        if (phrases.starts[phrase] === phrases.starts[phrase + 1]) continue;
        const labels = query ? labelsOf(phrase) : extractableLabelsOf(phrase);
        if (labels.length === 0) continue;
        const same = byLength.find(([each]) => each === length);
        if (same) same[1].push(...labels);
        else byLength.push([length, labels]);
      }
    }
    return byLength.sort((a, b) => b[0] - a[0]);
  }

  function labelsOf(phrase: number, limit = Number.POSITIVE_INFINITY): number[] {
    const [begin, end] = [phrases.starts[phrase]!, phrases.starts[phrase + 1]!];
    return [...phrases.labels.subarray(begin, Math.min(end, begin + limit))];
  }

  function extractableLabelsOf(phrase: number): number[] {
    return labelsOf(phrase, MAX_HOMONYMS).filter((label) =>
      thesaurus.isExtractable(thesaurus.labelConcept(label)),
    );
  }
}
