/** Search operation: plan, execution, relaxation if there are too few hits, presentation. */

import { isDeepStrictEqual } from 'node:util';
import {
  QueryError,
  type RankingSettings,
  type ResultDocument,
  type SearchQuery,
  type SearchResult,
  type SortOrder,
} from '@semantic-search/engine';
import { type PresenterContext, presenter } from '@semantic-search/engine/building-blocks';
import {
  hasTooFewHits,
  matchReport,
  type QueryPass,
  type QueryPlan,
  relaxAsync,
} from '@semantic-search/query';
import type { SearchResponse } from '../cluster/cluster.ts';
import { parseSource, type StoredSource } from '../indices/index-document.ts';
import { type IndexVersion, type QueryTarget, searchDocuments } from '../indices/index-versions.ts';
import { type AppliedBoost, appliedBoosts, boosted, boostFields, boostsOf } from './boosts.ts';
import { facetAggregations, facetAnswers, facetCounts } from './facets.ts';
import {
  type Filters,
  facetSource,
  fieldOf,
  filterExcept,
  filtersOf,
  withCondition,
  withIds,
} from './filters.ts';
import { planner } from './planner.ts';
import { queryDsl } from './query.ts';

/** Maximum result offset (`index.max_result_window`). */
const MAX_RESULT_WINDOW = 10_000;

export const SOURCE_FIELDS = ['id', 'content', 'extracted', 'written'];

/** Result of one relaxation step. */
interface QueryRun extends QueryPass {
  query: object;
  found: SearchResponse<StoredSource>;
}

export async function search(
  searchQuery: SearchQuery,
  { indexVersion: version, ...others }: QueryTarget,
): Promise<SearchResult> {
  const indexVersion = searchQuery.ranking ? trying(searchQuery.ranking, version) : version;
  const target = { indexVersion, ...others };
  if (searchQuery.start + searchQuery.count > MAX_RESULT_WINDOW) {
    throw new QueryError(
      'limit-exceeded',
      `This search space returns only the first ${MAX_RESULT_WINDOW} results; refine the query instead.`,
    );
  }
  const filters = filtersOf(searchQuery, indexVersion);
  const { pinned = [] } = searchQuery.curation ?? {};
  const isPinned = pinned.length > 0 ? withIds(pinned) : undefined;
  const counts = await facetCounts(searchQuery.facets, target);
  const planning = planner(searchQuery, target);
  const boosts = await appliedBoosts(searchQuery.boosts, target);
  const explained = searchQuery.explain ? boosts : undefined;
  const { exact, last } = await relaxAsync<QueryRun>(indexVersion.queryOptions, async (relaxation, last) => {
    const { plan, rarities, foreign } = await planning.plan(relaxation);
    const dsl = queryDsl(plan, { ...indexVersion, foreign }, rarities);
    const byWords = boosted(dsl, boosts);
    const query = isPinned ? { bool: { should: [byWords, { bool: { filter: isPinned } }] } } : byWords;
    // A relaxation may not change the query, for example of a phrase.
    if (last && isDeepStrictEqual(query, last.query)) return { ...last, relaxation, plan };
    const ranked = isPinned ? withCondition(filters, { bool: { must_not: isPinned } }) : filters;
    const body = {
      ...searchBody(searchQuery, query, ranked, indexVersion),
      ...shownFields(explained),
      aggs: {
        ...(filterExcept(ranked) && { matching: { filter: isPinned ? byWords : { match_all: {} } } }),
        ...facetAggregations(counts, filters, indexVersion),
      },
    };
    const found = await searchDocuments<StoredSource>(target, body);
    const matching = found.aggregations.matching as { doc_count: number } | undefined;
    return { relaxation, plan, query, found, documents: matching?.doc_count ?? found.total };
  });
  const suggestion = hasTooFewHits(exact) ? await planning.suggestion(last.plan) : undefined;
  const { aggregations } = last.found;
  const counted = { query: last.query, filters, aggregations };
  const facets = await facetAnswers(counts, counted, target, searchQuery.language);
  const pinnedHits = isPinned
    ? await hitsOf(
        pinned,
        { ...shownFields(explained), query: filterExcept(withCondition(filters, isPinned)) },
        target,
      )
    : [];
  const present = (hits: SearchResponse<StoredSource>['hits']) => {
    const documents = presented(hits, last.plan, searchQuery, indexVersion);
    if (!explained) return documents;
    return documents.map((document, i) => ({ ...document, boosts: boostsOf(hits[i]!, explained)! }));
  };
  return {
    // The response counts the ranked documents only.
    total: last.found.total + pinnedHits.length,
    documents: present(last.found.hits),
    ...(searchQuery.curation && { pinned: present(pinnedHits) }),
    facets,
    recognizedConcepts: last.plan.recognizedConcepts,
    matching: matchReport(last),
    ...(suggestion !== undefined && { suggestion }),
    ...(last.plan.isUnquoted && { isUnquoted: true as const }),
  };
}

/** The documents that pass, in the order of `ids`. */
async function hitsOf(ids: readonly string[], request: object, target: QueryTarget) {
  const body = { size: ids.length, _source: SOURCE_FIELDS, ...request };
  const { hits } = await searchDocuments<StoredSource>(target, body);
  return hits.sort((a, b) => ids.indexOf(a._source.id) - ids.indexOf(b._source.id));
}

const shownFields = (explained: readonly AppliedBoost[] | undefined) =>
  explained && { docvalue_fields: boostFields(explained) };

function presented(
  hits: SearchResponse<StoredSource>['hits'],
  plan: QueryPlan,
  searchQuery: SearchQuery,
  indexVersion: IndexVersion,
): ResultDocument[] {
  const present = presenter(shownBy(indexVersion), plan, searchQuery);
  return hits.map(({ _score, _source }) => present(parseSource(_source), _score ?? 0));
}

export function shownBy({ attributes, termDictionary, thesaurus }: IndexVersion): PresenterContext {
  return { attributes, termDictionary, indexedThesaurus: thesaurus };
}

function searchBody(
  { sort, start, count }: SearchQuery,
  query: object,
  filters: Filters,
  indexVersion: IndexVersion,
): object {
  const filter = filterExcept(filters);
  return {
    from: start,
    size: count,
    _source: SOURCE_FIELDS,
    track_total_hits: true,
    track_scores: true,
    query,
    sort: orderOf(sort, indexVersion),
    ...(filter && { post_filter: filter }),
  };
}

/** Ties are ordered by date (newest first), id prefix and key, so that pages never overlap. */
function orderOf({ field, direction, undated }: SortOrder, indexVersion: IndexVersion): object[] {
  const newest = { date: { order: 'desc', missing: '_last' } };
  const ties = [{ id_key: 'asc' }, { key: 'asc' }];
  switch (field) {
    case 'date':
      return [{ [undated ? 'date_or_written' : 'date']: { order: direction, missing: '_last' } }, ...ties];
    case 'title':
      return [{ title_key: direction }, newest, ...ties];
    case 'relevance':
      return [{ _score: direction }, newest, ...ties];
  }
  const source = facetSource(field, indexVersion);
  if (!source || source.kind === 'concept')
    throw new QueryError('unknown-facet', `The search space has no attribute "${field}" to sort by.`, {
      path: 'sort.field',
    });
  return [{ [fieldOf(source)]: { order: direction, missing: '_last' } }, ...ties];
}

/** Throws for settings that the cluster applies when it indexes a document. */
function trying({ threshold, ...indexTimeSettings }: RankingSettings, version: IndexVersion): IndexVersion {
  const unsupported = Object.keys(indexTimeSettings).join(', ');
  if (unsupported !== '')
    throw new QueryError(
      'invalid-number',
      `A cluster cannot try these settings without indexing again: ${unsupported}.`,
    );
  const { queryOptions } = version;
  return {
    ...version,
    queryOptions: { ...queryOptions, threshold: { ...queryOptions.threshold, ...threshold } },
  };
}
