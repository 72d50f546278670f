/** Explanation of scores: one request scores each clause of a query alone, for some documents. */
import type { SearchQuery, SearchResult } from '@semantic-search/engine';
import { composeParts, conceptsOf } from '@semantic-search/engine/building-blocks';
import { FOREIGN_FACTOR } from '@semantic-search/query';
import type { Hit } from '../cluster/cluster.ts';
import { parseSource, SOURCE_FIELDS, type StoredSource } from '../indices/index-document.ts';
import { indexedTerm, termsIn } from '../indices/indexed-text.ts';
import { type QueryTarget, searchDocuments } from '../indices/query-target.ts';
import { type AppliedBoost, withBoosts } from './boosts.ts';
import { withIds } from './filters.ts';
import { unscoredQuery } from './matcher-queries.ts';
import {
  alternativeQuery,
  LANGUAGE_FIELD,
  type PlannedQuery,
  scoredAlternatives,
  titleQueries,
} from './query-dsl.ts';

interface ExecutedQuery extends PlannedQuery {
  searchQuery: SearchQuery;
  boosts: readonly AppliedBoost[];
}

type Explanation = NonNullable<SearchResult['explained']>;

interface ExplainedSource extends StoredSource {
  /** Terms of the title, and of all texts. */
  title_terms: string;
  terms: string[];
}

/** Explanations by document id, hits or not; without documents that the scope does not contain. */
export async function explainDocuments(
  ids: readonly string[],
  executedQuery: ExecutedQuery,
  target: QueryTarget,
): Promise<Map<string, Explanation>> {
  if (ids.length === 0) return new Map();
  const { indexVersion } = target;
  const { plan, foreign, boosts } = executedQuery;
  // The reduction by language is a part of its own.
  const withoutLanguages = { ...executedQuery, foreign: [] };
  const clauses = {
    alternative: scoredAlternatives(plan).map((alternative) =>
      alternativeQuery(alternative, withoutLanguages, indexVersion),
    ),
    title: titleQueries(executedQuery, indexVersion),
    foreign: [{ terms: { [LANGUAGE_FIELD]: foreign } }],
    excluded: plan.excluded.map((matcher) => unscoredQuery(matcher, indexVersion)),
    boost: boosts.map((boost) => withBoosts({ match_all: {} }, [boost])),
  };
  const should = Object.entries(clauses).flatMap(([kind, queries]) =>
    queries.map((must, i) => ({ bool: { must, _name: `${kind} ${i}` } })),
  );
  const query = { bool: { filter: withIds(ids), should } };
  const body = { size: ids.length, _source: [...SOURCE_FIELDS, 'title_terms', 'terms'], query };
  const parameters = { include_named_queries_score: true };
  const { hits } = await searchDocuments<ExplainedSource>(target, body, parameters);
  return new Map(hits.map((hit) => [hit._source.id, explanationOf(hit, executedQuery, target)]));
}

function explanationOf(
  { _source, matched_queries: scores = {} }: Hit<ExplainedSource>,
  { searchQuery, plan }: ExecutedQuery,
  { indexVersion }: QueryTarget,
): Explanation {
  const { input, language, boosts = [] } = searchQuery;
  const { thesaurus, termDictionary } = indexVersion;
  const inTitle = new Set(termsIn(_source.title_terms));
  const inTexts = new Set(_source.terms.flatMap(termsIn));
  const concepts = new Set(conceptsOf(parseSource(_source), thesaurus));
  const document = {
    scores: scoredAlternatives(plan).flatMap((alternative, i) => {
      const score = scores[`alternative ${i}`];
      return score === undefined ? [] : [{ alternative, score }];
    }),
    languageFactor: 'foreign 0' in scores ? FOREIGN_FACTOR : 1,
    titleScore: scores['title 0'] ?? 0,
    excluded: plan.excluded.filter((_, i) => `excluded ${i}` in scores),
    boosts: boosts.map(({ field }, i) => ({ field, factor: scores[`boost ${i}`]! })),
    hasTerm(term: number, part: 'title' | 'texts') {
      return (part === 'title' ? inTitle : inTexts).has(indexedTerm(termDictionary.terms.at(term)));
    },
    hasConcept: (concept: number) => concepts.has(concept),
  };
  return composeParts(document, { input, language, plan, index: indexVersion });
}
