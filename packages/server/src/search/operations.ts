/** Search operations: plan, execute and present a request in its search context. */
import type {
  ConfigurationSettings,
  DocumentListResponse,
  DocumentParameters,
  SearchRequest,
  SearchResponse,
  SimilarParameters,
  SuggestionParameters,
  SuggestionResponse,
} from '@semantic-search/contract';
import type { FullDocument } from '@semantic-search/engine';
import { curate, curatedPage, curatedQuery, dependsOnConcepts } from './curation.ts';
import { documentFacets, planSearch } from './plan.ts';
import { presentDocuments, presentSearch, presentSuggestions } from './present.ts';
import type { SearchContext } from './search-context.ts';

/** `request` shows the facets of the settings. */
export async function runSearch(
  { settings, space, elapsed }: SearchContext,
  request: SearchRequest,
): Promise<SearchResponse> {
  const query = planSearch(request, settings);
  const concepts = dependsOnConcepts(settings)
    ? (await space.search({ ...query, facets: [], start: 0, count: 0 })).recognizedConcepts
    : [];
  const circumstances = {
    request,
    sortField: query.sort.field,
    concepts: concepts.map(({ uri }) => uri),
    now: Date.now(),
  };
  const curated = curate(settings, circumstances);
  const result = await space.search(curatedQuery(query, curated));
  const documents = curatedPage(result, query, curated);
  const response = presentSearch({ ...result, documents }, settings, request.language, elapsed());
  const { redirect, banner, rules } = curated;
  return {
    ...response,
    ...(redirect !== undefined && { redirect }),
    ...(banner && { banner }),
    ...(rules.length > 0 && { rules }),
  };
}

export async function runSuggestion(
  { space, elapsed }: SearchContext,
  { searchString, ...options }: SuggestionParameters,
): Promise<SuggestionResponse> {
  const suggested = await space.suggest({ text: searchString, ...options, count: options.count ?? 10 });
  return presentSuggestions(suggested, elapsed());
}

export async function runSimilar(
  { settings, space, elapsed }: SearchContext,
  { uri, number, similarity, language }: SimilarParameters,
): Promise<DocumentListResponse> {
  const count = number ?? settings.result.numberOfSimilarDocuments;
  const query = { ...relatedTo(uri, settings), count, plugin: similarity, language };
  const documents = await space.similar(query);
  return presentDocuments(documents, settings, language, { kind: 'similar', milliseconds: elapsed() });
}

export function relatedTo(uri: string, settings: ConfigurationSettings) {
  return {
    id: uri,
    documentFacets: documentFacets(settings),
    summaryLength: settings.result.summaryLength,
  };
}

/** Concurrent requests share the result. */
export function readFullDocument(
  { settings, space }: SearchContext,
  { uri, language }: DocumentParameters,
): Promise<FullDocument> {
  return space.document(uri, {
    ...(language !== undefined && { language }),
    documentFacets: documentFacets(settings),
  });
}
