/** Search operation: plan, execution, relaxation if there are too few hits, presentation. */
import { isDeepStrictEqual } from 'node:util';
import { QueryError, type SearchQuery, type SearchResult, type SortOrder } from '@semantic-search/engine';
import { findFacet, presenter } from '@semantic-search/engine/building-blocks';
import {
  didYouMean,
  hasTooFewHits,
  matchReport,
  nextRelaxation,
  type QueryPass,
  type Relaxation,
} from '@semantic-search/query';
import type { Hit, SearchResponse } from '../cluster/cluster.ts';
import { parseSource, SOURCE_FIELDS, type StoredSource } from '../indices/index-document.ts';
import { type IndexVersion, type QueryTarget, searchDocuments } from '../indices/query-target.ts';
import { appliedBoosts, withBoosts } from './boosts.ts';
import { explainDocuments } from './explanation.ts';
import { countedFacets, facetAggregations, facetResults } from './facets.ts';
import { fieldOf, filterExcept, filtersOf, withCondition, withIds } from './filters.ts';
import { planSearch, withStatistics } from './planner.ts';
import { type PlannedQuery, queryDsl } from './query-dsl.ts';

/** Maximum result offset (`index.max_result_window`). */
const MAX_RESULT_WINDOW = 10_000;

/** One execution of the query, at one relaxation step. */
interface SearchPass extends QueryPass, PlannedQuery {
  query: object;
  response: SearchResponse<StoredSource>;
}

/** Rejects with `limit-exceeded` beyond the result window, and with `invalid-number` for trial settings of the ranking. */
export async function search(searchQuery: SearchQuery, target: QueryTarget): Promise<SearchResult> {
  rejectUnsupported(searchQuery);
  const context = await searchContext(searchQuery, target);
  const { filters, facets, boosts } = context;
  const { input, language, curation, explain, explainedId } = searchQuery;
  const firstPass = await executePass({}, context);
  const { querySettings } = target.indexVersion;
  let pass = firstPass;
  for (let next = nextRelaxation(pass, querySettings); next; next = nextRelaxation(pass, querySettings))
    pass = await executePass(next, context, pass);
  const { plan, query, response } = pass;
  const suggestion = hasTooFewHits(firstPass)
    ? await withStatistics(target, (statistics) => didYouMean(input, plan, statistics, target.signal))
    : undefined;
  const countedQuery = { query, filters, aggregations: response.aggregations, language };
  const results = await facetResults(facets, countedQuery, target);
  const pinnedHits = await findPinned(context);
  const hitIds = explain ? [...response.hits, ...pinnedHits].map(({ _source }) => _source.id) : [];
  const explainedIds = explainedId === undefined ? hitIds : [...hitIds, explainedId];
  const explanations = await explainDocuments(explainedIds, { ...pass, searchQuery, boosts }, target);
  const presentDocument = presenter(target.indexVersion, plan, searchQuery);
  const present = ({ _source, _score }: Hit<StoredSource>) => {
    const parts = explain ? explanations.get(_source.id)?.parts : undefined;
    return { ...presentDocument(parseSource(_source), _score ?? 0), ...(parts && { parts }) };
  };
  return {
    // The response counts the ranked documents only.
    total: response.total + pinnedHits.length,
    documents: response.hits.map(present),
    ...(curation && { pinned: pinnedHits.map(present) }),
    ...(explainedId !== undefined && { explained: explanations.get(explainedId) ?? null }),
    facets: results,
    recognizedConcepts: plan.recognizedConcepts,
    matching: matchReport(pass),
    ...(suggestion !== undefined && { suggestion }),
    ...(plan.isUnquoted && { isUnquoted: true as const }),
  };
}

type SearchContext = Awaited<ReturnType<typeof searchContext>>;

/** What all passes of one search share. */
async function searchContext(searchQuery: SearchQuery, target: QueryTarget) {
  const { pinned = [] } = searchQuery.curation ?? {};
  return {
    searchQuery,
    target,
    filters: filtersOf(searchQuery, target.indexVersion),
    pinnedFilter: pinned.length > 0 ? withIds(pinned) : undefined,
    facets: await countedFacets(searchQuery.facets, target),
    boosts: await appliedBoosts(searchQuery.boosts, target),
  };
}

async function executePass(
  relaxation: Relaxation,
  { searchQuery, target, filters, pinnedFilter, facets, boosts }: SearchContext,
  previous?: SearchPass,
): Promise<SearchPass> {
  const { indexVersion } = target;
  const plannedQuery = await planSearch(searchQuery, relaxation, target);
  const rankingQuery = withBoosts(queryDsl(plannedQuery, indexVersion), boosts);
  const query = pinnedFilter
    ? { bool: { should: [rankingQuery, { bool: { filter: pinnedFilter } }] } }
    : rankingQuery;
  // A relaxation may leave the query unchanged, for example the query of a phrase.
  if (previous && isDeepStrictEqual(query, previous.query))
    return { ...previous, ...plannedQuery, relaxation };
  const rankedFilters = pinnedFilter ? withCondition(filters, { bool: { must_not: pinnedFilter } }) : filters;
  const filter = filterExcept(rankedFilters);
  const matching = { filter: pinnedFilter ? rankingQuery : { match_all: {} } };
  const response = await searchDocuments<StoredSource>(target, {
    from: searchQuery.start,
    size: searchQuery.count,
    track_total_hits: true,
    track_scores: true,
    query,
    sort: orderOf(searchQuery.sort, indexVersion),
    _source: SOURCE_FIELDS,
    ...(filter && { post_filter: filter }),
    aggs: { ...(filter && { matching }), ...facetAggregations(facets, filters, indexVersion) },
  });
  const matchCount = response.aggregations.matching as { doc_count: number } | undefined;
  return { ...plannedQuery, relaxation, query, response, documents: matchCount?.doc_count ?? response.total };
}

/** Pinned documents that pass the filters, in the order of the query. */
async function findPinned({ searchQuery, filters, target }: SearchContext): Promise<Hit<StoredSource>[]> {
  const { pinned: ids = [] } = searchQuery.curation ?? {};
  if (ids.length === 0) return [];
  const query = filterExcept(withCondition(filters, withIds(ids)));
  const body = { size: ids.length, _source: SOURCE_FIELDS, query };
  const { hits } = await searchDocuments<StoredSource>(target, body);
  return hits.sort((a, b) => ids.indexOf(a._source.id) - ids.indexOf(b._source.id));
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
