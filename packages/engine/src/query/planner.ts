/** From an input to what is looked for. */
import type { Token } from '../analysis/tokenizer.ts';
import {
  correctionsOf,
  isBegun,
  isKnown,
  isWholeWord,
  unknownAmong,
  wordsOf,
} from '../spelling/spell-checker.ts';
import type { ConceptMatch } from '../thesaurus/concept-matcher.ts';
import { joinedLabels, withJoined } from './compound-concepts.ts';
import { termsOf } from './concept-expansion.ts';
import { commonWords } from './corpus-stop-words.ts';
import { type KnownWords, takenApart, unsignedAmong } from './decompounding.ts';
import { addClauses, addExcluded, addNamed, addWholeWords, type QueryContext } from './expansion.ts';
import type { IndexStatistics } from './index-statistics.ts';
import { recognitionOf } from './matcher-options.ts';
import { askedIn, asksForNoWord, type Clause, parseInput } from './parser.ts';
import { begunLabels } from './prefix-concepts.ts';
import { labelsIn, readInput } from './query-analysis.ts';
import { queryLanguage } from './query-language.ts';
import { isInOneOf } from './query-match.ts';
import type { QueryOptions, QueryPlan } from './query-plan.ts';
import { MIN_HITS, type Relaxation } from './relaxation.ts';
import { addOtherSpellings } from './spelling-variants.ts';
import { wordForms } from './term-expansion.ts';

export interface PlanOptions extends Relaxation {
  language?: string | undefined;
  /** Of the same input in the same space, read less leniently: what both do alike is done once. */
  former?: QueryPlan | undefined;
  /** Looked at before each word that is compared with many others. */
  signal?: AbortSignal | undefined;
}

export function planQuery(
  wholeInput: string,
  known: IndexStatistics,
  settings: QueryOptions,
  options: PlanOptions,
): QueryPlan {
  const input = askedIn(wholeInput);
  const { former, signal } = options;
  const { vocabulary, thesaurus } = known;
  const typed = former?.apart?.typed ?? parseInput(input);
  const language = queryLanguage(typed, options.language, known);
  const formsIn = wordForms(language, vocabulary, settings, options);
  const asked: QueryContext = { input, tag: options.language, language, formsIn, known, settings, signal };
  const names = settings.concepts || settings.synonyms;
  const anyWriting = settings.stemming && (options.widely || options.typos || options.relaxed);
  const labels = names || anyWriting ? labelsTyped(typed, asked, options) : [];
  const taken = anyWriting ? (former?.apart ?? apartIn(typed, labels, asked)) : undefined;
  const { clauses, apart, rare } = taken ?? { clauses: typed, apart: [], rare: [] };
  const positive = clauses.filter((clause) => !clause.excluded);
  const left = typed.filter(({ words: [word] }) => !apart.some((each) => each.word === word));
  const misspelt = options.typos ? unknownAmong(wordsOf(left), known, settings.stemming) : [];
  const corrections = options.typos ? correctionsOf(left, misspelt, known, { language, signal }) : undefined;
  const read = readInput(input, positive, thesaurus, {
    labels: names ? labels : undefined,
    stopWords: settings.stopWords,
    widely: options.widely === true,
    corrections: [...apart, ...(corrections ?? [])].sort((a, b) => a.word.begin - b.word.begin),
    language,
    signal,
  });
  const asOne = names ? joinedLabels(positive, labels, thesaurus, language) : [];
  const isJoined = isInOneOf(asOne);
  const isRight = (word: Token) => read.isNamed(word) || isJoined(word);
  const isWhole = (word: string) => isWholeWord(word, known);
  const whole = [...labels, ...asOne];
  const begun = names && options.widely ? begunLabels(positive, whole, thesaurus, language, isWhole) : [];
  const named = [...withJoined(read.matches, asOne), ...begun];
  const plan: QueryPlan = {
    ways: [],
    excluded: [],
    // A requirement that nothing meets.
    required: asksForNoWord(input) ? 1 : 0,
    understood: [],
    marked: [],
    markedLabels: [],
    markedCompounds: [],
    clauses: left.filter(({ words }) => !words.every(isRight)),
    language,
    corrections: corrections?.filter(({ word }) => !isRight(word)),
    apart: taken,
    unsigned: unsignedAmong(apart),
  };
  const telling = positive.filter((clause) => !read.stops.has(clause));
  const isCommon = commonWords(named, known, formsIn);
  const requirements = addClauses(plan, telling, asked, { misspelt, isWhole, isCommon });
  if (anyWriting) addOtherSpellings(plan, positive, requirements.bitsOf, vocabulary, formsIn);
  addWholeWords(plan, rare, requirements, asked);
  addExcluded(plan, clauses, asked);
  addNamed(plan, named, positive, requirements, asked);
  return plan;
}

function labelsTyped(
  typed: Clause[],
  { input, language, known, signal }: QueryContext,
  { widely }: Relaxation,
) {
  const positive = typed.filter((clause) => !clause.excluded);
  return labelsIn(input, positive, known.thesaurus, { ...recognitionOf(language, widely === true), signal });
}

function apartIn(typed: Clause[], labels: ConceptMatch[], { language, known }: QueryContext) {
  const isNamed = isInOneOf(labels);
  return takenApart(typed, known.thesaurus, knownWords(known), { tag: language.own?.code, isNamed });
}

function knownWords(known: IndexStatistics): KnownWords {
  const { vocabulary } = known;
  return {
    languages: known.languages().map(({ language }) => language),
    isKnown: (word) => isKnown(word, known, true),
    isRare: (word) =>
      known.documentsWith(termsOf(word, vocabulary, vocabulary.languages), MIN_HITS) < MIN_HITS,
    goesOn: (beginning) => isBegun(beginning, known),
    isWord: (word, language) => vocabulary.isWord(word, language),
  };
}
