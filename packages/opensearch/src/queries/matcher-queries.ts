/** Queries of the matchers of a plan: words, phrases, titles and concepts. */
import { HEADING_FACTOR, HIERARCHY_DECAY, type Matcher, type TermSet } from '@semantic-search/query';
import { ALTERNATIVE_SEPARATOR } from '../cluster/index-template.ts';
import { stepsTerm } from '../indices/index-document.ts';
import { indexedTerm } from '../indices/indexed-text.ts';
import type { IndexVersion } from '../indices/query-target.ts';

type ConceptMatcher = Extract<Matcher, { kind: 'concept' }>;
type Vocabulary = Pick<IndexVersion, 'termDictionary' | 'thesaurus'>;

/** More terms are not scored individually, because each term would need its statistics. */
const MAX_SCORED_TERMS = 1000;
/** Limit of a terms clause (`index.max_terms_count`). */
const MAX_TERMS_PER_CLAUSE = 65_536;

const FIELDS = { title: 'title_terms', lead: 'lead_terms', word: 'terms', phrase: 'terms' } as const;

/** Scores the matches as the cluster does, multiplied by `boost`. */
export function scoringQuery(matcher: Matcher, boost: number, vocabulary: Vocabulary): object {
  if (matcher.kind === 'concept') return conceptQuery(matcher, boost, vocabulary);
  return wordsQuery(matcher, FIELDS[matcher.kind], boost, vocabulary);
}

/** Query without scores; all concepts together are one clause. */
export function unscoredQuery(matcher: Matcher, vocabulary: Vocabulary): object {
  if (matcher.kind !== 'concept') return scoringQuery(matcher, 1, vocabulary);
  return { terms: { about: ordinalsOfOnes(matcher.nearness).map(vocabulary.thesaurus.uri) } };
}

/** Matches the words or the phrase in titles. */
export function titleFilter(matcher: Matcher, vocabulary: Vocabulary): object {
  return matcher.kind === 'concept' ? { match_none: {} } : wordsQuery(matcher, 'title_terms', 1, vocabulary);
}

function wordsQuery(
  matcher: Exclude<Matcher, ConceptMatcher>,
  field: (typeof FIELDS)[keyof typeof FIELDS],
  boost: number,
  vocabulary: Vocabulary,
): object {
  const groups = matcher.kind === 'phrase' ? matcher.words : [matcher.terms];
  if (groups.some((group) => group.length === 0)) return { match_none: {} };
  if (groups.length === 1 && groups[0]!.length > MAX_SCORED_TERMS)
    return anyTerm(field, groups[0]!, boost, vocabulary);
  /** One position for each word, with its alternative terms. */
  const query = groups.map((group) => indexedTerms(group, vocabulary).join(ALTERNATIVE_SEPARATOR)).join(' ');
  if (groups.length === 1) return { match: { [field]: { query, boost } } };
  return { match_phrase: { [field]: { query, boost } } };
}

/** Indexed form of the terms of a set. */
export function indexedTerms(group: TermSet, { termDictionary }: Pick<Vocabulary, 'termDictionary'>) {
  return group.map((term) => indexedTerm(termDictionary.terms.at(term)));
}

/** Documents with any of the terms, which all score `boost`. */
export function anyTerm(field: string, group: TermSet, boost: number, vocabulary: Vocabulary): object {
  const texts = indexedTerms(group, vocabulary);
  const queries: object[] = [];
  for (let from = 0; from < texts.length; from += MAX_TERMS_PER_CLAUSE)
    queries.push({ terms: { [field]: texts.slice(from, from + MAX_TERMS_PER_CLAUSE), boost } });
  return { dis_max: { queries } };
}

/** Scores a concept by kind of tag, reduced with each step from the concept down to the tag. */
function conceptQuery({ nearness, maxSteps }: ConceptMatcher, weight: number, { thesaurus }: Vocabulary) {
  // A function of OpenSearch can only multiply the boost, so the tags that the engine extracted reduce it.
  const boost = weight * HEADING_FACTOR;
  const queries = ordinalsOfOnes(nearness).map((concept) => {
    const uri = thesaurus.uri(concept);
    const heading = { constant_score: { filter: { term: { about: uri } }, boost } };
    const tag = [{ filter: { term: { automatic: uri } }, weight: 1 / HEADING_FACTOR }];
    const query = { function_score: { query: heading, functions: tag } };
    const functions = Array.from({ length: maxSteps + 1 }, (_, steps) => ({
      filter: { term: { steps: stepsTerm(steps, uri) } },
      weight: HIERARCHY_DECAY ** steps,
    }));
    return maxSteps === 0 ? query : { function_score: { query, functions, score_mode: 'max' } };
  });
  return queries.length === 1 ? queries[0]! : { dis_max: { queries } };
}

/** Concepts with the value 1, such as the concepts of the query itself. A callback per concept would take milliseconds. */
export function ordinalsOfOnes(values: Float32Array | Uint8Array): number[] {
  const concepts: number[] = [];
  for (let i = values.indexOf(1); i >= 0; i = values.indexOf(1, i + 1)) concepts.push(i);
  return concepts;
}
