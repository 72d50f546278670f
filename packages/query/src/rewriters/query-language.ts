/** Query language detection: decides the stop words, stemmer and label language of a query. */
import { type Analyzer, analyzerFor } from '../analysis/analyzers.ts';
import type { IndexStatistics } from '../index-statistics.ts';
import type { Clause } from '../parser.ts';
import { type QueryLanguage, UNKNOWN_LANGUAGE } from '../query-plan.ts';
import type { QueryDraft } from './query-draft.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Languages with a smaller share of the most frequent language's documents are ignored. */
const MIN_LANGUAGE_SHARE = 0.01;
/** Factor of typed words in documents of another language (packages/engine/docs/search.md). */
export const FOREIGN_FACTOR = 0.6;
/** Maximum number of words that decide: each is looked up in each language. */
const MAX_WORDS = 64;

/** Detects the language of the query, and decides which stemmers apply to its words. */
export function detectLanguage(query: QueryDraft): void {
  const { plan, statistics, settings, options } = query;
  plan.language = queryLanguage(query.typed, query);
  if (!settings.expanding) return;
  const { analyzer, isForeign } = plan.language;
  const { languages } = statistics.termDictionary;
  // In a relaxed query, words that the query language does not have are stemmed in all languages.
  query.analyzersFor = (word) => (analyzer && !(options.words && isForeign(word)) ? [analyzer] : languages);
}

/**
 * The requested language, unless another language has all its words of the query and at least one content word more.
 * Without a requested language, the language with the most words of the query decides the stop words. It is preferred if no
 * other language has as many.
 */
export function queryLanguage(
  clauses: Clause[],
  { statistics, vocabulary, options }: Pick<QueryDraft, 'statistics' | 'vocabulary' | 'options'>,
): QueryLanguage {
  const words = clauses
    .filter(({ excluded }) => !excluded)
    .flatMap((clause) => clause.words.map(({ text }) => text))
    .slice(0, MAX_WORDS);
  const frequent = frequentLanguages(statistics);
  const countOf = (language: Analyzer) => words.filter((word) => vocabulary.isWordOf(word, language)).length;
  const wordCounts = frequent.map((language) => ({ language, count: countOf(language) }));
  const [best, second] = wordCounts.sort((a, b) => b.count - a.count);
  const onlyBest = best && second && best.count > second.count ? best.language : undefined;
  if (!options.language)
    return { ...UNKNOWN_LANGUAGE, stopWordAnalyzer: best?.language, preferred: onlyBest };
  const labelLanguages = statistics.indexedThesaurus.thesaurus.languages.map(analyzerFor);
  const candidates = new Set([...frequent, ...labelLanguages]);
  const requested = analyzerFor(options.language);
  const likeliest = likelierLanguage(requested, candidates, words, vocabulary);
  const isConfirmed = likeliest === requested && frequent.includes(likeliest);
  return {
    stopWordAnalyzer: likeliest,
    analyzer: likeliest,
    preferred: isConfirmed ? likeliest : onlyBest,
    isForeign: (word) => !vocabulary.isFormOf(word, likeliest),
  };
}

/** A candidate with all words that the requested language has, and one that it does not have; else the requested language. */
function likelierLanguage(
  requested: Analyzer,
  candidates: Iterable<Analyzer>,
  words: string[],
  vocabulary: Vocabulary,
): Analyzer {
  const foreign = words.filter((word) => !vocabulary.isFormOf(word, requested));
  if (foreign.length === 0) return requested;
  const recognized = words.filter((word) => !foreign.includes(word));
  for (const language of candidates) {
    const hasAll = recognized.every((word) => vocabulary.isWordOf(word, language));
    if (hasAll && foreign.some((word) => vocabulary.isContentWordOf(word, language))) return language;
  }
  return requested;
}

function frequentLanguages(statistics: IndexStatistics): Analyzer[] {
  const shares = statistics.languages();
  const largestCount = Math.max(0, ...shares.map(({ documents }) => documents));
  return shares
    .filter(({ documents }) => documents >= largestCount * MIN_LANGUAGE_SHARE)
    .map(({ language }) => language);
}
