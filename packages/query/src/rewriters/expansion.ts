/** Query expansion: adds the alternatives of each clause and the exclusions to a query plan. */

import type { Token } from '../analysis/tokenizer.ts';
import { genderBase } from '../analysis/word-shapes.ts';
import type { IndexStatistics } from '../index-statistics.ts';
import { type Clause, uniqueClauses } from '../parser.ts';
import type { QueryLanguage, QueryOptions, QueryPlan } from '../query-plan.ts';
import { MAX_EXPANDED_TERMS } from '../relaxation.ts';
import {
  addConcepts,
  CONCEPT_WEIGHT,
  MAX_CONCEPTS,
  MAX_HOMONYMS,
  subjectMatcher,
} from './concept-expansion.ts';
import type { ExcludedLabelTest } from './excluded-labels.ts';
import { excludedNames } from './excluded-names.ts';
import { coversClause, excludedConcepts, type QueryMatch } from './label-matches.ts';
import { excludedVariants } from './spelling-variants.ts';
import {
  type AnalyzersFor,
  alternativesOf,
  COMPOUND_WEIGHT,
  clauseMatcher,
  compoundExpansions,
  matchingTerms,
} from './term-expansion.ts';

/** A query and the space that it runs against. */
export interface QueryContext {
  input: string;
  /** Language tag of the request, if any. */
  tag: string | undefined;
  language: QueryLanguage;
  analyzersFor: AnalyzersFor;
  statistics: IndexStatistics;
  settings: QueryOptions;
  isExcluded: ExcludedLabelTest;
  signal: AbortSignal | undefined;
}

/** Requirement masks of the clauses. */
export interface Requirements {
  bitsOf: ReadonlyMap<Clause, number>;
  /** Mask of the corpus stop words. */
  common: number;
}

/** Requirements are bits of an integer; further clauses only contribute to the ranking. */
const MAX_REQUIREMENTS = 30;
/** Bit for matches that meet no requirement. */
export const RANKING_ONLY = 1 << 30;

/** Properties of the query words that the expansion depends on. */
interface ClauseProperties {
  misspelled: readonly string[];
  isWhole(word: string): boolean;
  isCommon(clause: Clause): boolean;
}

export function addClauses(
  plan: QueryPlan,
  clauses: Clause[],
  context: QueryContext,
  properties: ClauseProperties,
): Requirements {
  const { statistics, analyzersFor, settings, signal } = context;
  const { misspelled, isWhole, isCommon } = properties;
  const unique = uniqueClauses(clauses);
  const isOnlyClause = unique.length === 1;
  const clauseContext = { statistics, analyzersFor, isWhole, isOnlyClause, misspelled, settings };
  const bitsOf = new Map<Clause, number>();
  let common = 0;
  unique.forEach(({ clause, all }, i) => {
    const bit = i < MAX_REQUIREMENTS ? 1 << i : RANKING_ONLY;
    if (bit !== RANKING_ONLY) plan.requiredMask |= bit;
    if (isCommon(clause)) common |= bit;
    for (const each of all) bitsOf.set(each, bit);
    addHighlights(plan, clause, context.input);
    signal?.throwIfAborted();
    const alternatives = alternativesOf(clause, bit, clauseContext);
    const compounds =
      i < MAX_EXPANDED_TERMS ? compoundExpansions(clause, statistics.termDictionary, analyzersFor) : [];
    if (compounds.length > 0) {
      alternatives.push({
        matcher: { kind: 'word', terms: compounds },
        requirementMask: bit,
        weight: COMPOUND_WEIGHT,
      });
      for (const term of compounds) plan.highlightCompounds.push(statistics.termDictionary.terms.at(term));
    }
    // Repeated clauses count as often as they occur.
    for (const alternative of alternatives)
      plan.alternatives.push({ ...alternative, weight: alternative.weight * all.length });
  });
  return { bitsOf, common };
}

/** The words of a phrase are marked where they follow each other. */
function addHighlights(plan: QueryPlan, { words, quoted, unfinished }: Clause, input: string): void {
  const last = words.at(-1)!;
  if (quoted && words.length > 1 && !unfinished) {
    plan.highlightLabels.push(input.slice(words[0]!.begin, last.end));
    return;
  }
  for (const { text } of words.slice(0, -1)) plan.highlightTerms.push({ word: text, unfinished: false });
  plan.highlightTerms.push({ word: last.text, unfinished });
  for (const { text } of quoted ? [] : words) {
    const base = genderBase(text);
    if (base !== undefined) plan.highlightTerms.push({ word: base, unfinished: false });
  }
}

/** Adds decompounded words in their original form; a match meets the requirements of all parts. */
export function addWholeWords(
  plan: QueryPlan,
  words: Token[],
  { bitsOf }: Requirements,
  context: QueryContext,
): void {
  const { statistics, analyzersFor } = context;
  for (const word of words) {
    const requirementMask = maskWithin(word, bitsOf);
    const terms = matchingTerms(word.text, statistics.termDictionary, analyzersFor(word.text));
    plan.alternatives.push({ matcher: { kind: 'word', terms }, requirementMask, weight: CONCEPT_WEIGHT });
    plan.highlightTerms.push({ word: word.text, unfinished: false });
  }
}

/** Mask of the requirements of a word's parts. */
function maskWithin({ begin, end }: Token, bitsOf: ReadonlyMap<Clause, number>): number {
  let requirementMask = 0;
  for (const [{ words }, bit] of bitsOf) {
    const first = words[0]!;
    if (begin <= first.begin && first.end <= end) requirementMask |= bit;
  }
  return requirementMask;
}

export function addExclusions(plan: QueryPlan, clauses: Clause[], context: QueryContext): void {
  const { input, statistics, analyzersFor, settings, language } = context;
  const { termDictionary, thesaurus } = statistics;
  const positive = clauses.filter((each) => !each.excluded);
  for (const { clause } of uniqueClauses(clauses.filter((each) => each.excluded))) {
    plan.excluded.push(clauseMatcher(clause, termDictionary, analyzersFor));
    // Exclusions include spelling variants in every pass, also when there are many results.
    if (!settings.stemming) continue;
    plan.excluded.push(...excludedVariants(clause, termDictionary, analyzersFor));
    plan.excluded.push(...excludedNames(clause, positive, termDictionary, analyzersFor));
  }
  const excludedIds = settings.concepts ? excludedConcepts(input, clauses, thesaurus, language) : [];
  if (excludedIds.length > 0) plan.excluded.push(subjectMatcher(excludedIds, thesaurus.thesaurus));
}

export function addConceptMatches(
  plan: QueryPlan,
  named: readonly QueryMatch[],
  positive: Clause[],
  { bitsOf, common }: Requirements,
  { input, statistics, settings, tag, isExcluded, signal }: QueryContext,
): void {
  const { thesaurus, termDictionary } = statistics;
  const context = { input, thesaurus, termDictionary, settings, language: tag, isExcluded, signal };
  let remaining = MAX_CONCEPTS;
  for (const match of named) {
    const coveredClauses = positive.filter((clause) => coversClause(match, clause));
    const requirementMask = coveredClauses.reduce((sum, clause) => sum | (bitsOf.get(clause) ?? 0), 0);
    if (requirementMask === 0) continue;
    const maxConcepts = Math.min(MAX_HOMONYMS, remaining);
    addConcepts(plan, match, requirementMask, { ...context, common, maxConcepts });
    remaining -= Math.min(maxConcepts, match.senses.length);
  }
}
