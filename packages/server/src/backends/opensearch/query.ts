/** The engine's plan of a search as a query of the cluster: the same requirements, met in the same ways, weighed as the engine weighs them. */
import {
  type Alternative,
  bitCount,
  EXACT_TITLE_WEIGHT,
  leastRequirements,
  type Matcher,
  type QueryPlan,
  type Relaxation,
  stepFactor,
  type TermSet,
} from '@semantic-search/engine';
import { stepsDown } from './index-document.ts';
import { alternativeTo } from './index-template.ts';
import type { IndexVersion } from './index-versions.ts';
import { indexedTerm } from './terms.ts';

type ReadBy = Pick<IndexVersion, 'vocabulary' | 'thesaurus'>;

/** A cluster refuses a query of more than 1024 clauses; what is selected has some, too. */
const mostClauses = 900;
/** More terms are not weighed one by one: each would be looked up for that. */
const mostWeighed = 1000;
/** Most that a cluster takes in one clause (`index.max_terms_count`). */
const mostTerms = 65_536;

export function queryOf(plan: QueryPlan, leniency: Relaxation, edition: ReadBy): object {
  const { required } = plan;
  const must_not = plan.excluded.map((matcher) => leftOut(matcher, edition));
  if (required === 0) return { bool: { must: [{ match_all: {} }], must_not } };
  const ways = affordable(plan);
  const rankingOnly = ways.filter(({ bits }) => (bits & required) === 0);
  const requirements = bitsOf(required).map((bit) => requirement(bit, ways, required, edition));
  const minimum = leastRequirements(plan, leniency);
  const query = {
    bool: {
      must: [{ bool: { should: requirements, minimum_should_match: minimum } }],
      should: rankingOnly.map(({ matcher, boost }) => queryFor(matcher, boost, edition)),
      must_not,
    },
  };
  if (minimum === requirements.length) return query;
  // Where some requirements would do, documents that meet all come first.
  const functions = [{ filter: { bool: { must: requirements } }, weight: EXACT_TITLE_WEIGHT }];
  return { function_score: { query, functions, boost_mode: 'sum' } };
}

/** A way that meets several requirements adds to each its part of what it adds in all. */
function requirement(bit: number, ways: Alternative[], required: number, edition: ReadBy): object {
  const should = ways
    .filter(({ bits }) => (bits & bit) !== 0)
    .map(({ matcher, bits, boost }) => queryFor(matcher, boost / bitCount(bits & required), edition));
  return should.length === 0 ? { match_none: {} } : { bool: { should, minimum_should_match: 1 } };
}

function bitsOf(required: number): number[] {
  return Array.from({ length: 31 }, (_, i) => 1 << i).filter((bit) => (required & bit) !== 0);
}

/** Concepts first, then what was typed, then other labels, as long as there is room. */
function affordable({ ways, required }: QueryPlan): Alternative[] {
  let room = mostClauses;
  const isConcept = ({ matcher }: Alternative) => matcher.kind === 'concept';
  return [...ways.filter(isConcept), ...ways.filter((way) => !isConcept(way))].filter(({ matcher, bits }) => {
    room -= clausesOf(matcher) * Math.max(1, bitCount(bits & required));
    return room >= 0;
  });
}

function clausesOf(matcher: Matcher): number {
  if (matcher.kind === 'concept') return named(matcher.nearness).length;
  return matcher.kind === 'word' ? 1 : matcher.words.length;
}

function queryFor(matcher: Matcher, boost: number, edition: ReadBy): object {
  if (matcher.kind === 'concept') return conceptQuery(matcher.nearness, boost, edition);
  const groups = matcher.kind === 'word' ? [matcher.terms] : matcher.words;
  if (groups.some((group) => group.length === 0)) return { match_none: {} };
  if (groups.length === 1 && groups[0]!.length > mostWeighed) return anyOf(groups[0]!, boost, edition);
  const query = groups.map((group) => textsOf(group, edition).join(alternativeTo)).join(' ');
  if (groups.length === 1) return { match: { terms: { query, boost } } };
  // A cluster adds up how rare all these words are; the engine counts how rare the phrase is, which this comes near to.
  const share = Math.sqrt(groups.length) / groups.flat().length;
  return { match_phrase: { terms: { query, boost: boost * share } } };
}

/** Nothing of it is weighed, and however many concepts are meant, they are one clause. */
function leftOut(matcher: Matcher, edition: ReadBy): object {
  if (matcher.kind !== 'concept') return queryFor(matcher, 1, edition);
  const { thesaurus } = edition.thesaurus;
  return { terms: { about: named(matcher.nearness).map((concept) => thesaurus.uri(concept)) } };
}

/** The words of a group as the index has them. */
export function textsOf(group: TermSet, { vocabulary }: Pick<ReadBy, 'vocabulary'>): string[] {
  return group.map((term) => indexedTerm(vocabulary.terms.at(term)));
}

function anyOf(group: TermSet, boost: number, edition: ReadBy): object {
  const texts = textsOf(group, edition);
  const should: object[] = [];
  for (let from = 0; from < texts.length; from += mostTerms)
    should.push({ terms: { terms: texts.slice(from, from + mostTerms), boost } });
  return { dis_max: { queries: should } };
}

/** Rare concepts count more, and a document the less the more steps it is below. */
function conceptQuery(nearness: Float32Array, boost: number, { thesaurus: { thesaurus } }: ReadBy): object {
  const steps = mostSteps(nearness);
  const queries = named(nearness).map((concept) => {
    const uri = thesaurus.uri(concept);
    const query = { term: { about: { value: uri, boost } } };
    const functions = Array.from({ length: steps + 1 }, (_, step) => ({
      filter: { term: { steps: stepsDown(step, uri) } },
      weight: stepFactor ** step,
    }));
    return steps === 0 ? query : { function_score: { query, functions, score_mode: 'max' } };
  });
  return queries.length === 1 ? queries[0]! : { dis_max: { queries } };
}

/** Concepts that are asked for themselves. */
function named(nearness: Float32Array): number[] {
  const found: number[] = [];
  for (let at = nearness.indexOf(1); at >= 0; at = nearness.indexOf(1, at + 1)) found.push(at);
  return found;
}

/** From a concept asked for down to the furthest of those that are meant, too. */
function mostSteps(nearness: Float32Array): number {
  let least = 1;
  for (const near of nearness) if (near > 0 && near < least) least = near;
  return Math.round(Math.log(least) / Math.log(stepFactor));
}
