/** Search operation: plan, execution, relaxation if there are too few hits, presentation. */

import { isDeepStrictEqual } from 'node:util';
import { QueryError, type SearchQuery, type SearchResult, type SortOrder } from '@semantic-search/engine';
import { findFacet, presenter } from '@semantic-search/engine/building-blocks';
import {
  hasTooFewHits,
  matchReport,
  nextRelaxation,
  type QueryPass,
  type QueryPlan,
  type Relaxation,
} from '@semantic-search/query';
import type { Hit, SearchResponse } from '../cluster/cluster.ts';
import { parseSource, type StoredSource } from '../indices/index-document.ts';
import { type IndexVersion, type QueryTarget, searchDocuments } from '../indices/index-versions.ts';
import { appliedBoosts, boostFields, boostsOf, withBoosts } from './boosts.ts';
import { countedFacets, facetAggregations, facetResults } from './facets.ts';
import { type Filters, fieldOf, filterExcept, filtersOf, withCondition, withIds } from './filters.ts';
import { planner } from './planner.ts';
import { queryDsl } from './query-dsl.ts';

/** Maximum result offset (`index.max_result_window`). */
const MAX_RESULT_WINDOW = 10_000;

export const SOURCE_FIELDS = ['id', 'content', 'extracted', 'written'];

/** One execution of the query, at one relaxation step. */
interface QueryRun extends QueryPass {
  query: object;
  response: SearchResponse<StoredSource>;
}

export async function search(searchQuery: SearchQuery, target: QueryTarget): Promise<SearchResult> {
  rejectUnsupported(searchQuery);
  const { indexVersion } = target;
  const { queryOptions: options } = indexVersion;
  const { start, count, language, curation } = searchQuery;
  const { pinned = [] } = curation ?? {};
  const filters = filtersOf(searchQuery, indexVersion);
  const pinnedFilter = pinned.length > 0 ? withIds(pinned) : undefined;
  const rankedFilters = pinnedFilter ? withCondition(filters, { bool: { must_not: pinnedFilter } }) : filters;
  const filter = filterExcept(rankedFilters);
  const facets = await countedFacets(searchQuery.facets, target);
  const planning = planner(searchQuery, target);
  const boosts = await appliedBoosts(searchQuery.boosts, target);
  const fields = {
    _source: SOURCE_FIELDS,
    ...(searchQuery.explain && { docvalue_fields: boostFields(boosts) }),
  };
  const execute = async (relaxation: Relaxation, previous?: QueryRun): Promise<QueryRun> => {
    const { plan, rarities, foreign } = await planning.plan(relaxation);
    const scored = withBoosts(queryDsl(plan, { ...indexVersion, foreign }, rarities), boosts);
    const query = pinnedFilter ? { bool: { should: [scored, { bool: { filter: pinnedFilter } }] } } : scored;
    // A relaxation may leave the query unchanged, for example the query of a phrase.
    if (previous && isDeepStrictEqual(query, previous.query)) return { ...previous, relaxation, plan };
    const matching = { filter: pinnedFilter ? scored : { match_all: {} } };
    const response = await searchDocuments<StoredSource>(target, {
      from: start,
      size: count,
      track_total_hits: true,
      track_scores: true,
      query,
      sort: orderOf(searchQuery.sort, indexVersion),
      ...fields,
      ...(filter && { post_filter: filter }),
      aggs: { ...(filter && { matching }), ...facetAggregations(facets, filters, indexVersion) },
    });
    const matchingQuery = response.aggregations.matching as { doc_count: number } | undefined;
    return { relaxation, plan, query, response, documents: matchingQuery?.doc_count ?? response.total };
  };
  const exact = await execute({});
  let finalRun = exact;
  for (let next = nextRelaxation(exact, options); next; next = nextRelaxation(finalRun, options))
    finalRun = await execute(next, finalRun);
  const { plan: finalPlan, response: finalResponse } = finalRun;
  const suggestion = hasTooFewHits(exact) ? await planning.suggestion(finalPlan) : undefined;
  const countedQuery = { query: finalRun.query, filters, aggregations: finalResponse.aggregations };
  const results = await facetResults(facets, countedQuery, target, language);
  const pinnedHits = pinnedFilter ? await pinnedDocuments(pinned, filters, fields, target) : [];
  const presentHits = hitPresenter(searchQuery, finalPlan, boosts, indexVersion);
  return {
    // The response counts the ranked documents only.
    total: finalResponse.total + pinnedHits.length,
    documents: presentHits(finalResponse.hits),
    ...(curation && { pinned: presentHits(pinnedHits) }),
    facets: results,
    recognizedConcepts: finalPlan.recognizedConcepts,
    matching: matchReport(finalRun),
    ...(suggestion !== undefined && { suggestion }),
    ...(finalPlan.isUnquoted && { isUnquoted: true as const }),
  };
}

function hitPresenter(
  searchQuery: SearchQuery,
  plan: QueryPlan,
  boosts: Awaited<ReturnType<typeof appliedBoosts>>,
  indexVersion: IndexVersion,
) {
  return (hits: readonly Hit<StoredSource>[]) => {
    const present = presenter(indexVersion, plan, searchQuery);
    return hits.map((hit) => ({
      ...present(parseSource(hit._source), hit._score ?? 0),
      ...(searchQuery.explain && { boosts: boostsOf(hit, boosts) }),
    }));
  };
}

function rejectUnsupported({ start, count, ranking }: SearchQuery): void {
  if (start + count > MAX_RESULT_WINDOW)
    throw new QueryError(
      'limit-exceeded',
      `This search space returns only the first ${MAX_RESULT_WINDOW} results; refine the query instead.`,
    );
  if (ranking)
    throw new QueryError('invalid-number', 'A cluster cannot try other settings than those of its space.');
}

/** Pinned documents that pass the filters, in the order of `ids`. */
async function pinnedDocuments(ids: readonly string[], filters: Filters, shown: object, target: QueryTarget) {
  const query = filterExcept(withCondition(filters, withIds(ids)));
  const { hits } = await searchDocuments<StoredSource>(target, { size: ids.length, ...shown, query });
  return hits.sort((a, b) => ids.indexOf(a._source.id) - ids.indexOf(b._source.id));
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
  const source = findFacet(field, indexVersion);
  if (!source || source.kind === 'concept')
    throw new QueryError('unknown-facet', `The search space has no attribute "${field}" to sort by.`, {
      path: 'sort.field',
    });
  return [{ [fieldOf(source)]: { order: direction, missing: '_last' } }, ...ties];
}
