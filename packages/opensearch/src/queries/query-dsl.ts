/** Translation of a query plan to the query DSL of OpenSearch. */

import {
  type Alternative,
  FOREIGN_FACTOR,
  HEADING_WEIGHT,
  HIERARCHY_DECAY,
  type Matcher,
  type MatchThreshold,
  missingFactors,
  type QueryPlan,
  requirementsInTitle,
  TAG_WEIGHT,
  type TermSet,
  titleBonus,
} from '@semantic-search/query';
import { bitCount } from '@semantic-search/query/collections';
import { ALTERNATIVE_SEPARATOR } from '../cluster/index-template.ts';
import { stepsTerm } from '../indices/index-document.ts';
import type { IndexVersion } from '../indices/index-versions.ts';
import { indexedTerm } from '../indices/indexed-text.ts';

type Version = Pick<IndexVersion, 'termDictionary' | 'thesaurus'> & {
  /** Tags of the languages in whose documents typed words count less. */
  foreign?: readonly string[];
};

/** Declared languages of documents. */
export const LANGUAGE_FIELD = 'literals.language';

/** Lucene allows 1024 clauses; filters need some of them. */
const MAX_CLAUSES = 900;
/** More terms are not scored individually, because each term would need its statistics. */
const MAX_SCORED_TERMS = 1000;
/** Limit of a terms clause (`index.max_terms_count`). */
const MAX_TERMS_PER_CLAUSE = 65_536;

/** `rarities` has the rarity of each requirement, by its bit (`requirementRarities`). */
export function queryDsl(plan: QueryPlan, indexVersion: Version, rarities: readonly number[] = []): object {
  const { requiredMask, threshold } = plan;
  const must_not = plan.excluded.map((matcher) => unscoredQuery(matcher, indexVersion));
  if (requiredMask === 0) return { bool: { must: [{ match_all: {} }], must_not } };
  const alternatives = withinClauseLimit(plan);
  const titles = titleQuery(plan, alternatives, rarities, indexVersion);
  if (threshold) return relaxedQuery(plan, threshold, { alternatives, titles, must_not }, indexVersion);
  const must = bitsOf(requiredMask).map((bit) =>
    // The weight of an alternative that meets several requirements is divided between them.
    anyQuery(
      alternativesMeeting(bit, alternatives).map((alternative) =>
        scoredQuery(alternative, indexVersion, bitCount(alternative.requirementMask & requiredMask)),
      ),
    ),
  );
  const rankingOnly = alternatives.filter(({ requirementMask }) => (requirementMask & requiredMask) === 0);
  const scored = rankingOnly.map((alternative) => scoredQuery(alternative, indexVersion));
  return { bool: { must, should: [...scored, ...titles], must_not } };
}

/** Scores each alternative once. Each requirement that a document does not meet reduces its score. */
function relaxedQuery(
  { requiredMask }: QueryPlan,
  threshold: MatchThreshold,
  { alternatives, titles, must_not }: { alternatives: Alternative[]; titles: object[]; must_not: object[] },
  indexVersion: Version,
): object {
  const factors = missingFactors(threshold);
  const requirements = bitsOf(requiredMask).map((bit) => ({
    filter: unscoredRequirement(bit, alternatives, indexVersion),
    boost: threshold.weights[bit]!,
    factor: factors[bit]!,
  }));
  const scored = alternatives.map((alternative) => scoredQuery(alternative, indexVersion));
  const weights = requirements
    .filter(({ boost }) => boost > 0)
    .map(({ filter, boost }) => ({ constant_score: { filter, boost } }));
  // The total weight of the requirements that a document meets must reach the threshold.
  const enough = { function_score: { query: { bool: { should: weights } }, min_score: threshold.minimum } };
  return {
    function_score: {
      query: {
        bool: { should: [...scored, ...titles], minimum_should_match: 1, filter: [enough], must_not },
      },
      functions: requirements.map((requirement) => ({
        filter: { bool: { must_not: requirement.filter } },
        weight: requirement.factor,
      })),
      score_mode: 'multiply',
      boost_mode: 'multiply',
    },
  };
}

/** No title contains most of a longer query, and the clauses of a longer query would exceed the limit. */
const MAX_TITLE_REQUIREMENTS = 10;

/** True if titles can get a bonus, which needs rarities that the cluster has to count. */
export function hasTitleBonus({ requiredMask }: QueryPlan): boolean {
  return requiredMask !== 0 && bitCount(requiredMask) <= MAX_TITLE_REQUIREMENTS;
}

/** The engine's bonus for titles that contain most of the query and little else (`title-scorer.ts`). */
function titleQuery(
  { requiredMask }: QueryPlan,
  alternatives: Alternative[],
  rarities: readonly number[],
  indexVersion: Version,
): object[] {
  const { bonus, factors } = titleBonus(rarities);
  const requirements = bitsOf(requiredMask).map((bit) => {
    const meetsInTitle = (alternative: Alternative) =>
      (requirementsInTitle(alternative, requiredMask) & (1 << bit)) !== 0;
    const inTitle = alternatives.filter(meetsInTitle);
    const met = { bool: { should: inTitle.map(({ matcher }) => titleFilter(matcher, indexVersion)) } };
    return { met, weight: factors[bit] ?? 1, isSearched: inTitle.length > 0 };
  });
  const searched = requirements.filter(({ isSearched }) => isSearched);
  if (bonus === 0 || searched.length === 0) return [];
  const anyMet = { bool: { should: searched.map(({ met }) => met) } };
  const missing = requirements.map(({ met, weight, isSearched }) =>
    isSearched ? { filter: { bool: { must_not: met } }, weight } : { weight },
  );
  const share = { field_value_factor: { field: 'title_share', factor: requirements.length, missing: 0 } };
  return [
    {
      function_score: {
        query: { constant_score: { filter: anyMet, boost: bonus } },
        functions: [...missing, share],
        score_mode: 'multiply',
        boost_mode: 'multiply',
        max_boost: 1,
      },
    },
  ];
}

function titleFilter(matcher: Matcher, indexVersion: Version): object {
  if (matcher.kind === 'concept') return { match_none: {} };
  const groups = matcher.kind === 'phrase' ? matcher.words : [matcher.terms];
  if (groups.some((group) => group.length === 0)) return { match_none: {} };
  if (groups.length === 1) return anyOf('title_terms', groups[0]!, 1, indexVersion);
  return { match_phrase: { title_terms: { query: phraseText(groups, indexVersion) } } };
}

/** One requirement of a filter. Its words are one clause, because a relaxed query has two such filters. */
function unscoredRequirement(bit: number, alternatives: Alternative[], indexVersion: Version): object {
  const matchers = alternativesMeeting(bit, alternatives).map(({ matcher }) => matcher);
  const words = matchers.flatMap((matcher) => (matcher.kind === 'word' ? matcher.terms : []));
  const others = matchers.filter(({ kind }) => kind !== 'word');
  const should = others.map((matcher) => unscoredQuery(matcher, indexVersion));
  return anyQuery(words.length > 0 ? [...should, anyOf('terms', words, 1, indexVersion)] : should);
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
function withinClauseLimit(plan: QueryPlan): Alternative[] {
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

function scoredQuery({ matcher, isTyped, weight }: Alternative, indexVersion: Version, divisor = 1): object {
  const query = queryFor(matcher, weight / divisor, indexVersion);
  const { foreign = [] } = indexVersion;
  if (!isTyped || foreign.length === 0) return query;
  const negative = { terms: { [LANGUAGE_FIELD]: foreign } };
  return { boosting: { positive: query, negative, negative_boost: FOREIGN_FACTOR } };
}

function queryFor(matcher: Matcher, boost: number, indexVersion: Version): object {
  if (matcher.kind === 'concept') return conceptQuery(matcher.nearness, boost, indexVersion);
  const groups = matcher.kind === 'phrase' ? matcher.words : [matcher.terms];
  const field = matcher.kind === 'title' ? 'title_terms' : 'terms';
  if (groups.some((group) => group.length === 0)) return { match_none: {} };
  if (groups.length === 1 && groups[0]!.length > MAX_SCORED_TERMS)
    return anyOf(field, groups[0]!, boost, indexVersion);
  const query = phraseText(groups, indexVersion);
  if (groups.length === 1) return { match: { [field]: { query, boost } } };
  // Lucene sums the IDF of all words; the engine uses the IDF of the phrase, which this factor approximates.
  const share = Math.sqrt(groups.length) / groups.flat().length;
  return { match_phrase: { terms: { query, boost: boost * share } } };
}

/** Words of a phrase, each with its alternative terms. */
function phraseText(groups: readonly TermSet[], indexVersion: Version): string {
  return groups.map((group) => indexedTerms(group, indexVersion).join(ALTERNATIVE_SEPARATOR)).join(' ');
}

/** Query without scores; all concepts together are one clause. */
export function unscoredQuery(matcher: Matcher, indexVersion: Version): object {
  if (matcher.kind !== 'concept') return queryFor(matcher, 1, indexVersion);
  const { thesaurus } = indexVersion;
  return { terms: { about: targetConcepts(matcher.nearness).map((concept) => thesaurus.uri(concept)) } };
}

/** Indexed form of the terms of a set. */
export function indexedTerms(group: TermSet, { termDictionary }: Pick<Version, 'termDictionary'>): string[] {
  return group.map((term) => indexedTerm(termDictionary.terms.at(term)));
}

function anyOf(field: string, group: TermSet, boost: number, indexVersion: Version): object {
  const texts = indexedTerms(group, indexVersion);
  const should: object[] = [];
  for (let from = 0; from < texts.length; from += MAX_TERMS_PER_CLAUSE)
    should.push({ terms: { [field]: texts.slice(from, from + MAX_TERMS_PER_CLAUSE), boost } });
  return { dis_max: { queries: should } };
}

/** Scores a concept by kind of tag, reduced with each step from the concept down to the tag. */
function conceptQuery(nearness: Float32Array, weight: number, { thesaurus }: Version): object {
  const steps = maxSteps(nearness);
  const boost = (weight * HEADING_WEIGHT) / TAG_WEIGHT;
  const queries = targetConcepts(nearness).map((concept) => {
    const uri = thesaurus.uri(concept);
    const heading = { constant_score: { filter: { term: { about: uri } }, boost } };
    const tag = [{ filter: { term: { automatic: uri } }, weight: TAG_WEIGHT / HEADING_WEIGHT }];
    const query = { function_score: { query: heading, functions: tag } };
    const functions = Array.from({ length: steps + 1 }, (_, step) => ({
      filter: { term: { steps: stepsTerm(step, uri) } },
      weight: HIERARCHY_DECAY ** step,
    }));
    return steps === 0 ? query : { function_score: { query, functions, score_mode: 'max' } };
  });
  return queries.length === 1 ? queries[0]! : { dis_max: { queries } };
}

/** Concepts of the query itself, without narrower concepts. */
function targetConcepts(nearness: Float32Array): number[] {
  const concepts: number[] = [];
  for (let concept = nearness.indexOf(1); concept >= 0; concept = nearness.indexOf(1, concept + 1))
    concepts.push(concept);
  return concepts;
}

/** Largest number of steps from a query concept down to an included narrower concept. */
function maxSteps(nearness: Float32Array): number {
  let smallest = 1;
  for (const near of nearness) if (near > 0 && near < smallest) smallest = near;
  return Math.round(Math.log(smallest) / Math.log(HIERARCHY_DECAY));
}
