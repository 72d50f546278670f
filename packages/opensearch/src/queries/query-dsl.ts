/** Translation of a query plan to the query DSL of OpenSearch. */

import {
  type Alternative,
  FOREIGN_FACTOR,
  type MatchThreshold,
  missingFactors,
  type QueryPlan,
  requirementsInTitle,
  titleBonus,
} from '@semantic-search/query';
import { bitCount } from '@semantic-search/query/collections';
import type { IndexVersion } from '../indices/index-versions.ts';
import { anyTerm, scoringQuery, targetConcepts, titleFilter, unscoredQuery } from './matcher-queries.ts';

/** A query plan, and statistics of the cluster on which its scores depend. */
export interface PlannedQuery {
  plan: QueryPlan;
  /** Rarity of each requirement, by its bit in the mask; empty if no title gets a bonus. */
  rarities: readonly number[];
  /** Tags of the languages in whose documents typed words count less. */
  foreign: readonly string[];
}

/** Declared languages of documents. */
export const LANGUAGE_FIELD = 'literals.language';

/** Lucene allows 1024 clauses; filters need some of them. */
const MAX_CLAUSES = 900;

export function queryDsl(planned: PlannedQuery, indexVersion: IndexVersion): object {
  const { plan } = planned;
  const { requiredMask, threshold } = plan;
  const must_not = plan.excluded.map((matcher) => unscoredQuery(matcher, indexVersion));
  if (requiredMask === 0) return { bool: { must: [{ match_all: {} }], must_not } };
  const alternatives = scoredAlternatives(plan);
  const scored = (alternative: Alternative, divisor = 1) =>
    alternativeQuery(alternative, divisor, planned, indexVersion);
  const titles = titleQueries(planned, indexVersion);
  if (threshold) {
    const should = [...alternatives.map((alternative) => scored(alternative)), ...titles];
    return relaxedQuery(plan, threshold, { should, must_not }, indexVersion);
  }
  const must = bitsOf(requiredMask).map((bit) =>
    // The weight of an alternative that meets several requirements is divided between them.
    anyQuery(
      alternativesMeeting(bit, alternatives).map((alternative) =>
        scored(alternative, bitCount(alternative.requirementMask & requiredMask)),
      ),
    ),
  );
  const rankingOnly = alternatives.filter(({ requirementMask }) => (requirementMask & requiredMask) === 0);
  const should = [...rankingOnly.map((alternative) => scored(alternative)), ...titles];
  return { bool: { must, should, must_not } };
}

/** Each requirement that a document does not meet reduces its score. */
function relaxedQuery(
  plan: QueryPlan,
  threshold: MatchThreshold,
  clauses: { should: object[]; must_not: object[] },
  indexVersion: IndexVersion,
): object {
  const alternatives = scoredAlternatives(plan);
  const factors = missingFactors(threshold);
  const requirements = bitsOf(plan.requiredMask).map((bit) => ({
    filter: unscoredRequirement(bit, alternatives, indexVersion),
    boost: threshold.weights[bit]!,
    factor: factors[bit]!,
  }));
  const weights = requirements
    .filter(({ boost }) => boost > 0)
    .map(({ filter, boost }) => ({ constant_score: { filter, boost } }));
  // The total weight of the requirements that a document meets must reach the threshold.
  const enough = { function_score: { query: { bool: { should: weights } }, min_score: threshold.minimum } };
  const query = { bool: { ...clauses, minimum_should_match: 1, filter: [enough] } };
  const functions = requirements.map(({ filter, factor }) => factorWithout(filter, factor));
  return { function_score: { query, functions } };
}

/** Function of a `function_score`, which multiplies the factors: for documents that the filter does not match. */
function factorWithout(filter: object, weight: number): object {
  return { filter: { bool: { must_not: filter } }, weight };
}

/** No title contains most of a longer query, and the clauses of a longer query would exceed the limit. */
const MAX_TITLE_REQUIREMENTS = 10;

/** True if titles can get a bonus, which needs rarities that the cluster has to count. */
export function hasTitleBonus({ requiredMask }: QueryPlan): boolean {
  return requiredMask !== 0 && bitCount(requiredMask) <= MAX_TITLE_REQUIREMENTS;
}

/** The engine's bonus for titles that contain most of the query and little else (`title-scorer.ts`): one query or none. */
export function titleQueries({ plan, rarities }: PlannedQuery, indexVersion: IndexVersion): object[] {
  const { requiredMask } = plan;
  const { bonus, factors } = titleBonus(rarities);
  if (bonus === 0) return [];
  const alternatives = scoredAlternatives(plan);
  const requirements = bitsOf(requiredMask).map((bit) => {
    const inTitle = alternatives.filter(
      (alternative) => (requirementsInTitle(alternative, requiredMask) & (1 << bit)) !== 0,
    );
    const met = anyQuery(inTitle.map(({ matcher }) => titleFilter(matcher, indexVersion)));
    return { met, factor: factors[bit] ?? 1 };
  });
  const anyMet = anyQuery(requirements.map(({ met }) => met));
  const query = { constant_score: { filter: anyMet, boost: bonus } };
  const missing = requirements.map(({ met, factor }) => factorWithout(met, factor));
  const share = { field_value_factor: { field: 'title_share', factor: requirements.length, missing: 0 } };
  return [{ function_score: { query, functions: [...missing, share], max_boost: 1 } }];
}

/** One requirement of a filter. Its words are one clause, because a relaxed query has two such filters. */
function unscoredRequirement(bit: number, alternatives: Alternative[], indexVersion: IndexVersion): object {
  const matchers = alternativesMeeting(bit, alternatives).map(({ matcher }) => matcher);
  const words = matchers.flatMap((matcher) => (matcher.kind === 'word' ? matcher.terms : []));
  const others = matchers.filter(({ kind }) => kind !== 'word');
  const should = others.map((matcher) => unscoredQuery(matcher, indexVersion));
  return anyQuery(words.length > 0 ? [...should, anyTerm('terms', words, 1, indexVersion)] : should);
}

function anyQuery(should: object[]): object {
  return should.length === 0 ? { match_none: {} } : { bool: { should, minimum_should_match: 1 } };
}

/** Alternatives that meet the requirement. */
function alternativesMeeting(bit: number, alternatives: Alternative[]): Alternative[] {
  return alternatives.filter(({ requirementMask }) => (requirementMask & (1 << bit)) !== 0);
}

/** Numbers of the bits that are set. */
function bitsOf(mask: number): number[] {
  return Array.from({ length: 31 }, (_, bit) => bit).filter((bit) => (mask & (1 << bit)) !== 0);
}

/** Alternatives within the clause limit: concepts first, then typed words, then other labels. */
export function scoredAlternatives(plan: QueryPlan): Alternative[] {
  const { alternatives, requiredMask, threshold } = plan;
  // The words of each requirement are one clause in each of two filters.
  let remaining = MAX_CLAUSES - (threshold ? 2 * bitCount(requiredMask) : 0);
  const concepts = alternatives.filter(({ matcher }) => matcher.kind === 'concept');
  const others = alternatives.filter(({ matcher }) => matcher.kind !== 'concept');
  return [...concepts, ...others].filter((alternative) => {
    remaining -= clausesOf(alternative, plan);
    return remaining >= 0;
  });
}

/** Upper estimate of the number of clauses. In a relaxed query, each requirement is also in two filters. */
function clausesOf(
  { matcher, requirementMask }: Alternative,
  { requiredMask, threshold }: QueryPlan,
): number {
  const requirements = Math.max(1, bitCount(requirementMask & requiredMask));
  let scored = 1;
  if (matcher.kind === 'concept') scored = targetConcepts(matcher.nearness).length;
  if (matcher.kind === 'phrase') scored = matcher.words.length;
  if (!threshold) return scored * requirements;
  return matcher.kind === 'word' ? 1 : scored * (1 + 2 * requirements);
}

/** A typed word counts less in documents of other languages. */
function alternativeQuery(
  { matcher, isTyped, weight }: Alternative,
  divisor: number,
  { foreign }: PlannedQuery,
  indexVersion: IndexVersion,
): object {
  const positive = scoringQuery(matcher, weight / divisor, indexVersion);
  if (!isTyped || foreign.length === 0) return positive;
  const negative = { terms: { [LANGUAGE_FIELD]: foreign } };
  return { boosting: { positive, negative, negative_boost: FOREIGN_FACTOR } };
}
