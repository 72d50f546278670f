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
  prints: number[];
}

const WORDS_PER_STEP = 1024;
/** Labels compared for one phrase of a text. With thousands of equal labels, an extraction would take seconds. */
const MAX_HOMONYMS = 100;

function* wordsOf(text: string, signal: AbortSignal | undefined): CooperativeTask<Token[]> {
  const found: Token[] = [];
  const reader = new TokenReader(text);
  while (reader.next()) {
    const { begin, end } = reader;
    found.push({ text: text.slice(begin, end), begin, end });
    if (found.length % WORDS_PER_STEP > 0) continue;
    signal?.throwIfAborted();
    yield;
  }
  return found;
}

export function openConceptMatcher(phrases: PhraseTable, thesaurus: Thesaurus): ConceptMatcher {
  const known = phrases.languages.map(analyzerFor);
  const selectSenses = openSenseDisambiguator(thesaurus);
  return {
    match: (text, options) => runToCompletion(matchInSteps(text, options)),
    matchInSteps,
  };

  function* matchInSteps(text: string, options: ConceptMatchOptions = {}): CooperativeTask<ConceptMatch[]> {
    const found = yield* wordsOf(text, options.signal);
    const requested = options.languages?.map(stemCode);
    const languages = requested ? known.filter(({ code }) => code === '' || requested.includes(code)) : known;
    const stemmedTexts: StemmedText[] = [];
    for (const language of languages) {
      const prints: number[] = [];
      for (const [i, word] of found.entries()) {
        if (i % WORDS_PER_STEP === 0) {
          options.signal?.throwIfAborted();
          if (i > 0) yield;
        }
        prints.push(termFingerprint(language.code, language.stem(word.text)));
      }
      stemmedTexts.push({ language, prints });
    }
    return yield* matchesIn(text, found, stemmedTexts, options);
  }

  function* matchesIn(
    text: string,
    found: Token[],
    stemmedTexts: StemmedText[],
    options: ConceptMatchOptions,
  ): CooperativeTask<ConceptMatch[]> {
    const matches: ConceptMatch[] = [];
    let covered = 0;
    for (let first = 0; first < found.length; first++) {
      if (first % WORDS_PER_STEP === 0) {
        options.signal?.throwIfAborted();
        if (first > 0) yield;
      }
      if (first < covered && !options.nested) continue;
      const longest = matches.length;
      for (const [length, labels] of labelsFrom(text, found, stemmedTexts, first, options.query === true)) {
        const last = first + length;
        const [begin, end] = [found[first]!.begin, found[last - 1]!.end];
        const senses = selectSenses(labels, {
          text: text.slice(begin, end),
          whole: length === found.length,
          query: options.query === true,
          stops: options.stopWordsOf ? [options.stopWordsOf] : stemmedTexts.map(({ language }) => language),
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
    text: string,
    found: Token[],
    stemmedTexts: StemmedText[],
    first: number,
    query: boolean,
  ): [number, number[]][] {
    const byLength: [number, number[]][] = [];
    const isMeant = (label: number) => query || thesaurus.isExtractable(thesaurus.labelConcept(label));
    for (const { prints } of stemmedTexts) {
      let print = EMPTY_FINGERPRINT;
      for (let length = 1; length <= MAX_LABEL_WORDS && first + length <= found.length; length++) {
        const word = first + length - 1;
        if (length > 1 && !query && isPhraseBoundary(text, found[word - 1]!, found[word]!)) break;
        print = extendFingerprint(print, prints[word]!);
        const entry = findFingerprint(phrases.table, print);
        if (entry < 0) break;
        const [begin, end] = [phrases.starts[entry]!, phrases.starts[entry + 1]!];
        if (begin === end) continue;
        const limit = query ? end : Math.min(end, begin + MAX_HOMONYMS);
        const labels = [...phrases.labels.subarray(begin, limit)].filter(isMeant);
        if (labels.length === 0) continue;
        const same = byLength.find(([each]) => each === length);
        if (same) same[1].push(...labels);
        else byLength.push([length, labels]);
      }
    }
    return byLength.sort((a, b) => b[0] - a[0]);
  }
}
