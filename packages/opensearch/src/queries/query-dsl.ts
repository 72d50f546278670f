/** Translation of a query plan to the query DSL of OpenSearch. */
import {
  type Alternative,
  FOREIGN_FACTOR,
  MASK_BITS,
  type Matcher,
  missingFactors,
  type QueryPlan,
  requirementsInTitle,
  titleBonus,
} from '@semantic-search/query';
import { bitCount } from '@semantic-search/query/collections';
import type { IndexVersion } from '../indices/query-target.ts';
import { anyTerm, ordinalsOfOnes, scoringQuery, titleFilter, unscoredQuery } from './matcher-queries.ts';

/** A query plan, and statistics of the cluster on which its scores depend. */
export interface PlannedQuery {
  plan: QueryPlan;
  /** By alternative: its rarity in the engine, relative to the rarity that the cluster computes. */
  rarityFactors: ReadonlyMap<Alternative, number>;
  /** Rarity of each requirement, by its bit in the mask; empty if no title gets a bonus. */
  rarities: readonly number[];
  /** Tags of the languages in whose documents typed words count less. */
  foreign: readonly string[];
}

/** Declared languages of documents. */
export const LANGUAGE_FIELD = 'literals.language';

/** Lucene allows 1024 clauses; filters need some of them. */
const MAX_BOOL_CLAUSES = 900;

export function queryDsl(plannedQuery: PlannedQuery, indexVersion: IndexVersion): object {
  const { plan } = plannedQuery;
  const { requiredMask, threshold } = plan;
  const must_not = plan.excluded.map((matcher) => unscoredQuery(matcher, indexVersion));
  if (requiredMask === 0) return { bool: { must: [{ match_all: {} }], must_not } };
  const alternatives = scoredAlternatives(plan);
  const scoringQueries = alternatives.map((alternative) =>
    alternativeQuery(alternative, plannedQuery, indexVersion),
  );
  const should = [...scoringQueries, ...titleQueries(plannedQuery, indexVersion)];
  const requirements = bitsOf(requiredMask).map((bit) => ({
    bit,
    filter: unscoredRequirement(bit, alternatives, indexVersion),
  }));
  if (!threshold) return { bool: { filter: requirements.map(({ filter }) => filter), should, must_not } };
  const weights = requirements
    .map(({ bit, filter }) => ({ constant_score: { filter, boost: threshold.weights[bit]! } }))
    .filter(({ constant_score }) => constant_score.boost > 0);
  // The total weight of the requirements that a document meets must reach the threshold.
  const meetsThreshold = {
    function_score: { query: { bool: { should: weights } }, min_score: threshold.minimum },
  };
  const query = { bool: { filter: [meetsThreshold], should, minimum_should_match: 1, must_not } };
  const factors = missingFactors(threshold);
  const functions = requirements.map(({ bit, filter }) => factorWithout(filter, factors[bit]!));
  return { function_score: { query, functions } };
}

/** Function of a `function_score`: multiplies the score of documents that the filter does not match. */
function factorWithout(filter: object, weight: number): object {
  return { filter: { bool: { must_not: filter } }, weight };
}

/** No title contains most of a longer query, and the clauses of a longer query would exceed the limit. */
const MAX_TITLE_REQUIREMENTS = 10;

/** True if titles can get a bonus, which needs rarities that the cluster has to count. */
export function hasTitleBonus({ requiredMask }: QueryPlan): boolean {
  return requiredMask !== 0 && bitCount(requiredMask) <= MAX_TITLE_REQUIREMENTS;
}

/** One query or none, as `title-scorer.ts` in the engine: `bonus · min(1, n / words of the title · Π missing factors)`. */
export function titleQueries({ plan, rarities }: PlannedQuery, indexVersion: IndexVersion): object[] {
  const { requiredMask } = plan;
  const { bonus, factors } = titleBonus(rarities);
  if (bonus === 0) return [];
  const alternatives = scoredAlternatives(plan);
  const requirements = bitsOf(requiredMask).map((bit) => {
    const inTitle = alternatives.filter(
      (alternative) => (requirementsInTitle(alternative, requiredMask) & (1 << bit)) !== 0,
    );
    const filter = anyQuery(inTitle.map(({ matcher }) => titleFilter(matcher, indexVersion)));
    return { filter, factor: factors[bit] ?? 1 };
  });
  const anyFilter = anyQuery(requirements.map(({ filter }) => filter));
  const query = { constant_score: { filter: anyFilter, boost: bonus } };
  const missing = requirements.map(({ filter, factor }) => factorWithout(filter, factor));
  const share = { field_value_factor: { field: 'title_share', factor: requirements.length, missing: 0 } };
  return [{ function_score: { query, functions: [...missing, share], max_boost: 1 } }];
}

/** One requirement of a filter, whose words are one clause. */
function unscoredRequirement(bit: number, alternatives: Alternative[], indexVersion: IndexVersion): object {
  const fulfilling = alternatives.filter(({ requirementMask }) => (requirementMask & (1 << bit)) !== 0);
  const matchers = fulfilling.map(({ matcher }) => matcher);
  const words = matchers.flatMap((matcher) => (matcher.kind === 'word' ? matcher.terms : []));
  const fieldMatchers = matchers.filter(({ kind }) => kind !== 'word');
  const should = fieldMatchers.map((matcher) => unscoredQuery(matcher, indexVersion));
  return anyQuery(words.length > 0 ? [...should, anyTerm('terms', words, 1, indexVersion)] : should);
}

function anyQuery(should: object[]): object {
  return should.length === 0 ? { match_none: {} } : { bool: { should, minimum_should_match: 1 } };
}

/** Numbers of the bits that are set. */
function bitsOf(mask: number): number[] {
  return Array.from({ length: MASK_BITS }, (_, bit) => bit).filter((bit) => (mask & (1 << bit)) !== 0);
}

/** Alternatives within the clause limit: concepts first, then typed words, then other labels. */
export function scoredAlternatives({ alternatives, requiredMask, threshold }: QueryPlan): Alternative[] {
  // A relaxed query has the filter of each requirement twice.
  const filters = threshold ? 2 : 1;
  let remaining = MAX_BOOL_CLAUSES - filters * bitCount(requiredMask);
  const concepts = alternatives.filter(({ matcher }) => matcher.kind === 'concept');
  const others = alternatives.filter(({ matcher }) => matcher.kind !== 'concept');
  return [...concepts, ...others].filter(({ matcher, requirementMask }) => {
    const requirements = bitCount(requirementMask & requiredMask);
    remaining -= matcher.kind === 'word' ? 1 : clausesOf(matcher) * (1 + filters * requirements);
    return remaining >= 0;
  });
}

/** Upper estimate of the number of clauses. */
function clausesOf(matcher: Matcher): number {
  if (matcher.kind === 'concept') return ordinalsOfOnes(matcher.nearness).length;
  return matcher.kind === 'phrase' ? matcher.words.length : 1;
}

/** A typed word counts less in documents of other languages. */
export function alternativeQuery(
  alternative: Alternative,
  { rarityFactors, foreign }: Pick<PlannedQuery, 'rarityFactors' | 'foreign'>,
  indexVersion: IndexVersion,
): object {
  const { matcher, isTyped, weight } = alternative;
  const positive = scoringQuery(matcher, weight * rarityFactors.get(alternative)!, indexVersion);
  if (!isTyped || foreign.length === 0) return positive;
  const negative = { terms: { [LANGUAGE_FIELD]: foreign } };
  return { boosting: { positive, negative, negative_boost: FOREIGN_FACTOR } };
}
