/** Query planner: builds a query plan from an input. */
import type { IndexStatistics } from './index-statistics.ts';
import { matchThreshold } from './match-threshold.ts';
import { type Clause, hasOnlyPictographs, parseQuery, truncateInput, withoutQuotes } from './parser.ts';
import type { QueryOptions, QueryPlan } from './query-plan.ts';
import { MIN_HITS, type Relaxation } from './relaxation.ts';
import { recognizeConcepts } from './rewriters/concept-recognition.ts';
import { corpusStopWords } from './rewriters/corpus-stop-words.ts';
import { correctSpecialCharacters, decompoundClauses, type WordLookup } from './rewriters/decompounding.ts';
import { excludedLabelTest, withoutExcludedSenses } from './rewriters/excluded-labels.ts';
import {
  addClauses,
  addConceptMatches,
  addExclusions,
  addWholeWords,
  type QueryContext,
} from './rewriters/expansion.ts';
import {
  conceptMatchOptions,
  isInsideAny,
  liesWithin,
  matchLabels,
  type QueryMatch,
} from './rewriters/label-matches.ts';
import { missingPhrases } from './rewriters/missing-phrases.ts';
import { queryLanguage } from './rewriters/query-language.ts';
import {
  findCorrections,
  isIndexed,
  isKnownPrefix,
  isWholeWord,
  positiveTokens,
  unknownWords,
} from './rewriters/spell-checker.ts';
import { addSpellingVariants } from './rewriters/spelling-variants.ts';
import { matchingTerms, stemmingAnalyzers } from './rewriters/term-expansion.ts';
import { addWordPairs } from './rewriters/word-pairs.ts';
import type { ConceptMatch } from './thesaurus/concept-matcher.ts';

export interface PlanOptions extends Relaxation {
  language?: string | undefined;
  /** Plan of the same input in an earlier pass; its unchanged parts are reused. */
  previous?: QueryPlan | undefined;
  /** Checked before each expansion that compares a word with many others. */
  signal?: AbortSignal | undefined;
}

export function planQuery(
  wholeInput: string,
  statistics: IndexStatistics,
  settings: QueryOptions,
  options: PlanOptions,
): QueryPlan {
  const input = truncateInput(wholeInput);
  const { termDictionary, thesaurus } = statistics;
  const { typed, previous, missing } = parseTyped(input, statistics, settings, options);
  const language = queryLanguage(typed, options.language, statistics);
  const analyzersFor = stemmingAnalyzers(language, termDictionary, settings, options);
  const context: QueryContext = {
    input,
    tag: options.language,
    language,
    analyzersFor,
    statistics,
    settings,
    isExcluded: excludedLabelTest(typed),
    signal: options.signal,
  };
  const names = settings.concepts || settings.synonyms;
  const withVariants = settings.stemming && (options.broad || options.typos || options.relaxed);
  const labels = names || withVariants ? typedLabels(typed, context, options) : [];
  const decompounded = withVariants
    ? (previous?.decompounded ?? decompoundQuery(typed, labels, context))
    : undefined;
  const { clauses, splits, rare } = decompounded ?? { clauses: typed, splits: [], rare: [] };
  const positive = clauses.filter((clause) => !clause.excluded);
  const unsplit = typed.filter(({ words: [word] }) => !splits.some((each) => each.word === word));
  const { misspelled, corrections } = options.typos ? spellCheck(unsplit, context) : noSpellCheck;
  const isWhole = (word: string) => isWholeWord(word, statistics);
  const recognized = recognizeConcepts(input, positive, {
    thesaurus,
    labels: names ? labels : undefined,
    stopWords: settings.stopWords,
    broad: options.broad === true,
    corrections: [...splits, ...(corrections ?? [])].sort((a, b) => a.word.begin - b.word.begin),
    language,
    isWhole,
    signal: options.signal,
  });
  const { stops, isNamed } = recognized;
  const plan: QueryPlan = {
    alternatives: [],
    excluded: [],
    // A requirement that nothing meets.
    requiredMask: hasOnlyPictographs(input) ? 1 : 0,
    threshold: undefined,
    hasPhrases: positive.some(({ quoted }) => quoted),
    isUnquoted: missing.size > 0,
    recognizedConcepts: [],
    highlightTerms: [],
    highlightLabels: [],
    highlightCompounds: [],
    clauses: unsplit.filter(({ words }) => !words.every(isNamed)),
    language,
    corrections: corrections?.filter(({ word }) => !isNamed(word)),
    decompounded,
    specialCharacterCorrections: correctSpecialCharacters(splits),
  };
  const meant = recognized.matches.filter((match) => !isWordOfPhrase(match, missing));
  const matches = withoutExcludedSenses(meant, input, thesaurus.thesaurus, context.isExcluded);
  const contentClauses = positive.filter((clause) => !stops.has(clause));
  const isCommon = corpusStopWords(matches, statistics, analyzersFor);
  const requirements = addClauses(plan, contentClauses, context, { misspelled, isWhole, isCommon });
  if (withVariants) addSpellingVariants(plan, positive, requirements.bitsOf, termDictionary, analyzersFor);
  addWholeWords(plan, rare, requirements, context);
  addExclusions(plan, clauses, context);
  addConceptMatches(plan, matches, positive, requirements, context);
  if (options.relaxed) {
    addWordPairs(plan, positive, stops, context);
    plan.threshold = matchThreshold(plan, statistics, settings.threshold);
  }
  return plan;
}

/** Clauses of the input, without the quotation marks of phrases that no document has if the options ask for that. */
function parseTyped(
  input: string,
  statistics: IndexStatistics,
  settings: QueryOptions,
  { unquoted, language, previous: last }: PlanOptions,
) {
  const parsed = parseQuery(input);
  const missing = unquoted
    ? missingPhrases(parsed, {
        input,
        language: queryLanguage(parsed, language, statistics),
        statistics,
        settings,
      })
    : new Set<Clause>();
  const isUnquoted = missing.size > 0;
  const previous = last?.isUnquoted === isUnquoted ? last : undefined;
  return { typed: previous?.decompounded?.typed ?? withoutQuotes(parsed, missing), previous, missing };
}

/** A single word of a phrase means itself: `"lone wolf"` asks for no loners. */
function isWordOfPhrase(match: QueryMatch, missing: ReadonlySet<Clause>): boolean {
  const isSingle = match.words === 1 || match.isPartial === true;
  return (
    isSingle &&
    [...missing].some(({ words }) => words.length > 1 && words.some((word) => liesWithin(word, match)))
  );
}

const noSpellCheck = { misspelled: [], corrections: undefined };

function spellCheck(unsplit: Clause[], { statistics, settings, language, signal }: QueryContext) {
  const misspelled = unknownWords(positiveTokens(unsplit), statistics, settings.stemming);
  return { misspelled, corrections: findCorrections(unsplit, misspelled, statistics, { language, signal }) };
}

function typedLabels(
  typed: Clause[],
  { input, language, statistics, signal }: QueryContext,
  { broad }: Relaxation,
) {
  const positive = typed.filter((clause) => !clause.excluded);
  return matchLabels(input, positive, statistics.thesaurus, {
    ...conceptMatchOptions(language, broad === true),
    signal,
  });
}

function decompoundQuery(typed: Clause[], labels: ConceptMatch[], { language, statistics }: QueryContext) {
  const isNamed = isInsideAny(labels);
  return decompoundClauses(typed, statistics.thesaurus, wordLookup(statistics), {
    tag: language.analyzer?.code,
    isNamed,
  });
}

function wordLookup(statistics: IndexStatistics): WordLookup {
  const { termDictionary } = statistics;
  return {
    languages: statistics.languages().map(({ language }) => language),
    isKnown: (word) => isIndexed(word, statistics, true),
    isRare: (word) =>
      statistics.documentFrequency(matchingTerms(word, termDictionary, termDictionary.languages), MIN_HITS) <
      MIN_HITS,
    isPrefix: (beginning) => isKnownPrefix(beginning, statistics),
    isWord: (word, language) => termDictionary.isWord(word, language),
  };
}
