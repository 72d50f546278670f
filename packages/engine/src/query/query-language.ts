/** Which language an input is in: by it words say nothing, and are reduced to their stems. */

import { type Analyzer, analyzerFor } from '../analysis/analyzers.ts';
import { normalize, normalizeSpelling } from '../analysis/normalizer.ts';
import { findWord } from '../autocomplete/label-dictionary.ts';
import { getOrInsert } from '../get-or-insert.ts';
import type { IndexStatistics, LanguageShare } from './index-statistics.ts';
import type { Clause } from './parser.ts';
import { partialConcepts } from './partial-concepts.ts';

export interface QueryLanguage {
  /** Decides which words say nothing; undefined where nobody knows of any language. */
  stopWordAnalyzer: Analyzer | undefined;
  /** Where someone asks in a language: the one whose forms of words are meant, and whose labels come first. */
  analyzer: Analyzer | undefined;
  /** True for a word that `own` has not. */
  isForeign(word: string): boolean;
}

/** Whether a label of this language is one of the language asked in; of each where none is asked in, or the label has none. */
export function isInQueryLanguage({ analyzer: own }: Pick<QueryLanguage, 'analyzer'>, tag: string): boolean {
  return !own || ['', own.code].includes(analyzerFor(tag).code);
}

/** Languages of fewer documents than this share decide nothing by themselves. */
const fairShare = 0.01;
/** Words that decide. */
const mostWords = 64;
/** Labels that are looked at for the languages of one word. */
const mostLabels = 1000;

/**
 * The language asked in, unless all that it has of the input another knows too, and telling words beside. Where none is
 * asked in: of the languages that a fair share of the documents are in, the one that knows the most words.
 */
export function queryLanguage(
  clauses: Clause[],
  tag: string | undefined,
  known: IndexStatistics,
): QueryLanguage {
  const typed = clauses
    .filter(({ excluded }) => !excluded)
    .flatMap(({ words }) => words.map(({ text }) => text))
    .slice(0, mostWords);
  const reader = wordReader(known);
  const usual = inFairShare(known.languages());
  if (!tag) {
    let best: { language: Analyzer | undefined } | undefined;
    return {
      // Not every search leaves words out that say nothing.
      get stopWordAnalyzer() {
        best ??= { language: mostKnowing(usual, typed, reader) };
        return best.language;
      },
      analyzer: undefined,
      isForeign: () => false,
    };
  }
  const labelled = known.thesaurus.thesaurus.languages.map(analyzerFor);
  const own = likelier(analyzerFor(tag), new Set([...usual, ...labelled]), typed, reader);
  return { stopWordAnalyzer: own, analyzer: own, isForeign: (word) => !reader.hasForm(word, own) };
}

function mostKnowing(languages: Analyzer[], typed: string[], { knows }: WordReader): Analyzer | undefined {
  const knownTo = (language: Analyzer) => typed.filter((word) => knows(word, language)).length;
  const counted = languages.map((language) => ({ language, count: knownTo(language) }));
  return counted.sort((a, b) => b.count - a.count)[0]?.language;
}

function likelier(
  asked: Analyzer,
  others: Iterable<Analyzer>,
  typed: string[],
  { knows, tells, hasForm }: WordReader,
): Analyzer {
  const foreign = typed.filter((word) => !hasForm(word, asked));
  if (foreign.length === 0) return asked;
  const own = typed.filter((word) => !foreign.includes(word));
  for (const language of others) {
    const hasAll = own.every((word) => knows(word, language));
    if (hasAll && foreign.some((word) => tells(word, language))) return language;
  }
  return asked;
}

function inFairShare(shares: LanguageShare[]): Analyzer[] {
  const most = shares.reduce((sum, { documents }) => Math.max(sum, documents), 0);
  return shares.filter(({ documents }) => documents >= most * fairShare).map(({ language }) => language);
}

interface WordReader {
  /** A document or label of the language has the word, and it says something. */
  tells(word: string, language: Analyzer): boolean;
  /** The same, or it says nothing. */
  knows(word: string, language: Analyzer): boolean;
  /** The same, or a document or label has a form of it. */
  hasForm(word: string, language: Analyzer): boolean;
}

function wordReader({ vocabulary, thesaurus: { suggestions, thesaurus } }: IndexStatistics): WordReader {
  const known = new Map<string, Set<string>>();
  /** Codes of the languages that have the word in a label. */
  const labelled = (word: string) => getOrInsert(known, word, languagesOf);
  const languagesOf = (word: string) => {
    const codes = new Set<string>();
    const number = findWord(suggestions.vocabulary, normalizeSpelling(word));
    if (number < 0) return codes;
    const [from, to] = [suggestions.keyStarts[number]!, suggestions.keyStarts[number + 1]!];
    for (let key = from; key < Math.min(to, from + mostLabels); key++)
      codes.add(analyzerFor(thesaurus.labelLanguage(suggestions.keyLabels[key]!)).code);
    return codes;
  };
  const isStop = (word: string, language: Analyzer) => language.isStopWord(normalize(word));
  const has = (word: string, language: Analyzer) =>
    vocabulary.has(word, language) || labelled(word).has(language.code);
  const knows = (word: string, language: Analyzer) => isStop(word, language) || has(word, language);
  const isLabelForm = (word: string, { code }: Analyzer) => {
    const isOf = (tag: string) => analyzerFor(tag).code === code;
    const senses = partialConcepts(suggestions, thesaurus, [word], isOf);
    return senses.some(({ label }) => isOf(thesaurus.labelLanguage(label)));
  };
  return {
    tells: (word, language) => !isStop(word, language) && has(word, language),
    knows,
    hasForm: (word, language) =>
      knows(word, language) || vocabulary.isWord(word, language) || isLabelForm(word, language),
  };
}
