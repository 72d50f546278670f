/** Requests of result pages: one page, or all pages up to the page of a query. */
import { search } from '@semantic-search/client';
import type { SearchResponse } from '@semantic-search/contract';
import { MAX_PAGE_SIZE } from './limits.ts';
import { isSameQuery, type QueryState, requestOf } from './query-state.ts';
import { readResponse } from './read-response.ts';
import type { SearchStore } from './search-store.ts';

/** Maximum number of requests for the earlier pages of a shared URL: 500 results, although the URL may ask for millions. */
const MAX_INITIAL_REQUESTS = 5;

/** The page that starts at `query.start`, with `count` results; by default, with as many as the configuration sets. */
export async function fetchPage(
  { connection, configuration, language }: SearchStore,
  query: QueryState,
  { count, signal }: { count?: number; signal?: AbortSignal },
): Promise<SearchResponse> {
  const request = { ...requestOf(query, language), ...(count !== undefined && { count }) };
  return readResponse(await search(connection, configuration, request, { signal }), connection.endpoint);
}

/** The results from the first one to the page of the query; reuses loaded results. */
export async function fetchPagesUpTo(
  store: SearchStore,
  query: QueryState,
  signal: AbortSignal,
): Promise<SearchResponse> {
  const { response, responseQuery } = store;
  const isContinued = responseQuery && isSameQuery({ ...responseQuery, start: query.start }, query);
  const result = isContinued ? response!.result.slice(0, query.start) : [];
  for (let requests = 0; requests < MAX_INITIAL_REQUESTS && result.length < query.start; requests++) {
    const start = result.length;
    const count = Math.min(MAX_PAGE_SIZE, query.start - start);
    const page = await fetchPage(store, { ...query, start }, { count, signal });
    if (!page.result.length) break;
    result.push(...page.result);
  }
  const lastPage = await fetchPage(store, { ...query, start: result.length }, { signal });
  return { ...lastPage, result: [...result, ...lastPage.result] };
}
