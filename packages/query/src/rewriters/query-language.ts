/** Query language detection: decides the stop words, stemmer and label language of a query. */

import { type Analyzer, analyzerFor } from '../analysis/analyzers.ts';
import { normalize, normalizeSpelling } from '../analysis/normalizer.ts';
import { getOrInsert } from '../collections/get-or-insert.ts';
import type { IndexStatistics, LanguageShare } from '../index-statistics.ts';
import type { Clause } from '../parser.ts';
import type { QueryLanguage } from '../query-plan.ts';
import { partialConcepts } from './partial-labels.ts';

/** Languages with a smaller share of the most frequent language's documents are ignored. */
const MIN_LANGUAGE_SHARE = 0.01;
/** Maximum words to look at. */
const MAX_WORDS = 64;
/** Maximum labels to look at for one word. */
const MAX_LABELS = 1000;

/**
 * The requested language, unless another one knows all its words of the query and at least one content word more.
 *
 * Without a requested language: the stop words of the language that knows the most words.
 */
export function queryLanguage(
  clauses: Clause[],
  tag: string | undefined,
  statistics: IndexStatistics,
): QueryLanguage {
  const typed = clauses
    .filter(({ excluded }) => !excluded)
    .flatMap(({ words }) => words.map(({ text }) => text))
    .slice(0, MAX_WORDS);
  const lookup = languageLookup(statistics);
  const frequent = frequentLanguages(statistics.languages());
  if (!tag) {
    let best: { language: Analyzer | undefined } | undefined;
    return {
      // Lazy: not every search removes stop words.
      get stopWordAnalyzer() {
        best ??= { language: bestStopWordLanguage(frequent, typed, lookup) };
        return best.language;
      },
      analyzer: undefined,
      isForeign: () => false,
    };
  }
  const labelled = statistics.thesaurus.thesaurus.languages.map(analyzerFor);
  const own = likelierLanguage(analyzerFor(tag), new Set([...frequent, ...labelled]), typed, lookup);
  return { stopWordAnalyzer: own, analyzer: own, isForeign: (word) => !lookup.hasForm(word, own) };
}

function bestStopWordLanguage(
  languages: Analyzer[],
  typed: string[],
  { hasWord }: LanguageLookup,
): Analyzer | undefined {
  const knownTo = (language: Analyzer) => typed.filter((word) => hasWord(word, language)).length;
  const counted = languages.map((language) => ({ language, count: knownTo(language) }));
  return counted.sort((a, b) => b.count - a.count)[0]?.language;
}

function likelierLanguage(
  requested: Analyzer,
  others: Iterable<Analyzer>,
  typed: string[],
  { hasWord, hasContentWord, hasForm }: LanguageLookup,
): Analyzer {
  const foreign = typed.filter((word) => !hasForm(word, requested));
  if (foreign.length === 0) return requested;
  const own = typed.filter((word) => !foreign.includes(word));
  for (const language of others) {
    const hasAll = own.every((word) => hasWord(word, language));
    if (hasAll && foreign.some((word) => hasContentWord(word, language))) return language;
  }
  return requested;
}

function frequentLanguages(shares: LanguageShare[]): Analyzer[] {
  const most = shares.reduce((sum, { documents }) => Math.max(sum, documents), 0);
  return shares
    .filter(({ documents }) => documents >= most * MIN_LANGUAGE_SHARE)
    .map(({ language }) => language);
}

interface LanguageLookup {
  /** True if the language has the word in a document or label, and it is not a stop word. */
  hasContentWord(word: string, language: Analyzer): boolean;
  /** The same, or the word is a stop word. */
  hasWord(word: string, language: Analyzer): boolean;
  /** The same, or a document or label contains an inflection. */
  hasForm(word: string, language: Analyzer): boolean;
}

function languageLookup({
  termDictionary,
  thesaurus: { suggestions, thesaurus },
}: IndexStatistics): LanguageLookup {
  const known = new Map<string, Set<string>>();
  /** Codes of the languages with a label that contains the word. */
  const labelled = (word: string) => getOrInsert(known, word, languagesOf);
  const languagesOf = (word: string) => {
    const codes = new Set<string>();
    const number = suggestions.words.find(normalizeSpelling(word));
    if (number < 0) return codes;
    const [from, to] = [suggestions.keyStarts[number]!, suggestions.keyStarts[number + 1]!];
    for (let key = from; key < Math.min(to, from + MAX_LABELS); key++)
      codes.add(analyzerFor(thesaurus.labelLanguage(suggestions.keyLabels[key]!)).code);
    return codes;
  };
  const isStop = (word: string, language: Analyzer) => language.isStopWord(normalize(word));
  const has = (word: string, language: Analyzer) =>
    termDictionary.has(word, language) || labelled(word).has(language.code);
  const knows = (word: string, language: Analyzer) => isStop(word, language) || has(word, language);
  const isLabelForm = (word: string, { code }: Analyzer) => {
    const isOf = (tag: string) => analyzerFor(tag).code === code;
    const senses = partialConcepts(suggestions, thesaurus, [word], isOf);
    return senses.some(({ label }) => isOf(thesaurus.labelLanguage(label)));
  };
  return {
    hasContentWord: (word, language) => !isStop(word, language) && has(word, language),
    hasWord: knows,
    hasForm: (word, language) =>
      knows(word, language) || termDictionary.isWord(word, language) || isLabelForm(word, language),
  };
}
