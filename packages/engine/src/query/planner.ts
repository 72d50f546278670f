/** Query planner: builds a query plan from an input. */
import type { Token } from '../analysis/tokenizer.ts';
import {
  findCorrections,
  isIndexed,
  isKnownPrefix,
  isWholeWord,
  positiveTokens,
  unknownWords,
} from '../spelling/spell-checker.ts';
import type { ConceptMatch } from '../thesaurus/concept-matcher.ts';
import { compoundConcepts, withCompounds } from './compound-concepts.ts';
import { matchingTerms } from './concept-expansion.ts';
import { corpusStopWords } from './corpus-stop-words.ts';
import { correctSpecialCharacters, decompoundClauses, type WordLookup } from './decompounding.ts';
import {
  addClauses,
  addConceptMatches,
  addExclusions,
  addWholeWords,
  type QueryContext,
} from './expansion.ts';
import type { IndexStatistics } from './index-statistics.ts';
import { conceptMatchOptions } from './matcher-options.ts';
import { type Clause, hasOnlyPictographs, parseQuery, truncateInput } from './parser.ts';
import { prefixConcepts } from './prefix-concepts.ts';
import { analyzeQuery, matchLabels } from './query-analysis.ts';
import { queryLanguage } from './query-language.ts';
import { insideAny } from './query-match.ts';
import type { QueryOptions, QueryPlan } from './query-plan.ts';
import { MIN_HITS, type Relaxation } from './relaxation.ts';
import { addSpellingVariants } from './spelling-variants.ts';
import { stemmingAnalyzers } from './term-expansion.ts';

export interface PlanOptions extends Relaxation {
  language?: string | undefined;
  /** Plan of the same input in an earlier pass; its unchanged parts are reused. */
  previous?: QueryPlan | undefined;
  /** Checked before each expansion that compares a word with many others. */
  signal?: AbortSignal | undefined;
}

export function planQuery(
  wholeInput: string,
  known: IndexStatistics,
  settings: QueryOptions,
  options: PlanOptions,
): QueryPlan {
  const input = truncateInput(wholeInput);
  const { previous, signal } = options;
  const { vocabulary, thesaurus } = known;
  const typed = previous?.decompounded?.typed ?? parseQuery(input);
  const language = queryLanguage(typed, options.language, known);
  const formsIn = stemmingAnalyzers(language, vocabulary, settings, options);
  const asked: QueryContext = { input, tag: options.language, language, formsIn, known, settings, signal };
  const names = settings.concepts || settings.synonyms;
  const anyWriting = settings.stemming && (options.broad || options.typos || options.relaxed);
  const labels = names || anyWriting ? typedLabels(typed, asked, options) : [];
  const taken = anyWriting ? (previous?.decompounded ?? decompoundQuery(typed, labels, asked)) : undefined;
  const { clauses, splits, rare } = taken ?? { clauses: typed, splits: [], rare: [] };
  const positive = clauses.filter((clause) => !clause.excluded);
  const left = typed.filter(({ words: [word] }) => !splits.some((each) => each.word === word));
  const misspelt = options.typos ? unknownWords(positiveTokens(left), known, settings.stemming) : [];
  const corrections = options.typos
    ? findCorrections(left, misspelt, known, { language, signal })
    : undefined;
  const read = analyzeQuery(input, positive, thesaurus, {
    labels: names ? labels : undefined,
    stopWords: settings.stopWords,
    broad: options.broad === true,
    corrections: [...splits, ...(corrections ?? [])].sort((a, b) => a.word.begin - b.word.begin),
    language,
    signal,
  });
  const asOne = names ? compoundConcepts(positive, labels, thesaurus, language) : [];
  const isJoined = insideAny(asOne);
  const isRight = (word: Token) => read.isNamed(word) || isJoined(word);
  const isWhole = (word: string) => isWholeWord(word, known);
  const whole = [...labels, ...asOne];
  const begun = names && options.broad ? prefixConcepts(positive, whole, thesaurus, language, isWhole) : [];
  const named = [...withCompounds(read.matches, asOne), ...begun];
  const plan: QueryPlan = {
    alternatives: [],
    excluded: [],
    // A requirement that nothing meets.
    requiredMask: hasOnlyPictographs(input) ? 1 : 0,
    understood: [],
    highlightTerms: [],
    highlightLabels: [],
    highlightCompounds: [],
    clauses: left.filter(({ words }) => !words.every(isRight)),
    language,
    corrections: corrections?.filter(({ word }) => !isRight(word)),
    decompounded: taken,
    specialCharacterCorrections: correctSpecialCharacters(splits),
  };
  const telling = positive.filter((clause) => !read.stops.has(clause));
  const isCommon = corpusStopWords(named, known, formsIn);
  const requirements = addClauses(plan, telling, asked, { misspelt, isWhole, isCommon });
  if (anyWriting) addSpellingVariants(plan, positive, requirements.bitsOf, vocabulary, formsIn);
  addWholeWords(plan, rare, requirements, asked);
  addExclusions(plan, clauses, asked);
  addConceptMatches(plan, named, positive, requirements, asked);
  return plan;
}

function typedLabels(
  typed: Clause[],
  { input, language, known, signal }: QueryContext,
  { broad }: Relaxation,
) {
  const positive = typed.filter((clause) => !clause.excluded);
  return matchLabels(input, positive, known.thesaurus, {
    ...conceptMatchOptions(language, broad === true),
    signal,
  });
}

function decompoundQuery(typed: Clause[], labels: ConceptMatch[], { language, known }: QueryContext) {
  const isNamed = insideAny(labels);
  return decompoundClauses(typed, known.thesaurus, wordLookup(known), {
    tag: language.analyzer?.code,
    isNamed,
  });
}

function wordLookup(known: IndexStatistics): WordLookup {
  const { vocabulary } = known;
  return {
    languages: known.languages().map(({ language }) => language),
    isKnown: (word) => isIndexed(word, known, true),
    isRare: (word) =>
      known.documentFrequency(matchingTerms(word, vocabulary, vocabulary.languages), MIN_HITS) < MIN_HITS,
    isPrefix: (beginning) => isKnownPrefix(beginning, known),
    isWord: (word, language) => vocabulary.isWord(word, language),
  };
}
