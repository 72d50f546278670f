/** Search operations: plan, execute and present a request in its search context. */
import type * as api from '@semantic-search/contract';
import type { FullDocument, SearchQuery, SearchResult } from '@semantic-search/engine';
import * as curation from './curation.ts';
import { needsTexts, withPassageAsSummary } from './passage-summary.ts';
import { bestPassages, MAX_PASSAGE_DOCUMENTS } from './passages.ts';
import { documentFacets, planBest, planSearch } from './plan.ts';
import { presenter, presentSearch, responseOf } from './present.ts';
import type { SearchContext } from './search-context.ts';

/** The facets come from the settings in the context, which contain the facets of a preview. */
export async function runSearch(
  context: SearchContext,
  request: api.SearchRequest,
): Promise<api.SearchResponse> {
  const { settings, elapsed } = context;
  const query = planSearch(request, settings);
  if (needsTexts(query)) query.wholeTexts = 'first';
  const { result, curated } = await searchWithRules(context, request, query);
  const documents = withPassageAsSummary(result, query);
  const response = presentSearch({ ...result, documents }, settings, request.language, elapsed());
  const { pins: _pins, hidden: _hidden, rules, ...shown } = curated;
  return { ...response, ...shown, ...(rules.length > 0 && { rules }) };
}

/** Searches with the curation rules that apply. Rules with a concept cost another search, which recognizes concepts. */
export async function searchWithRules(
  { settings, space }: SearchContext,
  request: Pick<api.SearchRequest, 'input' | 'language' | 'selectedFacets'>,
  query: SearchQuery,
): Promise<{ result: SearchResult; curated: curation.Curated }> {
  const needsConcepts = settings.curation?.some(({ when, enabled }) => when.concept && enabled !== false);
  const concepts = needsConcepts
    ? (await space.search({ ...query, facets: [], start: 0, count: 0 })).recognizedConcepts
    : [];
  const curated = curation.curate(settings, {
    request,
    sortField: query.sort.field,
    concepts: concepts.map(({ uri }) => uri),
    now: Date.now(),
  });
  const result = await space.search(curation.curatedQuery(query, curated));
  return { result: { ...result, documents: curation.curatedPage(result, query, curated) }, curated };
}

export async function runPassages(
  context: SearchContext,
  request: api.PassagesRequest & Pick<api.SearchRequest, 'excludedFacets' | 'dateRange'>,
): Promise<api.PassagesResponse> {
  const { count: _count, maxCharacters: _maximum, ...search } = request;
  const best = planBest(search, context.settings, MAX_PASSAGE_DOCUMENTS);
  // A blank at the end says that the last word is complete, so that it does not match longer words.
  const query: SearchQuery = { ...best, wholeTexts: 'all', input: `${best.input} ` };
  const { result } = await searchWithRules(context, request, query);
  return responseOf('passages', bestPassages(result, request), context.elapsed());
}

export async function runSuggestion(
  { space, elapsed }: SearchContext,
  { searchString, ...options }: api.SuggestionParameters,
): Promise<api.SuggestionResponse> {
  const suggested = await space.suggest({ text: searchString, ...options, count: options.count ?? 10 });
  const presented = suggested.map(({ uri, ...concept }) => ({ ...concept, value: uri }));
  return responseOf('suggestion', presented, elapsed());
}

export async function runSimilar(
  { settings, space, elapsed }: SearchContext,
  { uri, number, similarity, language }: api.SimilarParameters,
): Promise<api.DocumentListResponse> {
  const count = number ?? settings.result.numberOfSimilarDocuments;
  const query = { ...relatedQuery(uri, settings), count, plugin: similarity, language };
  const documents = await space.similar(query);
  return responseOf('similar', documents.map(presenter(settings, language)), elapsed());
}

/** The members that requests for similar and for recommended documents share. */
export function relatedQuery(uri: string, settings: api.ConfigurationSettings) {
  return { id: uri, documentFacets: documentFacets(settings), summaryLength: settings.result.summaryLength };
}

/** Concurrent requests share the returned document, so callers do not change it. */
export function readFullDocument(
  { settings, space }: SearchContext,
  { uri, language }: api.DocumentParameters,
): Promise<FullDocument> {
  return space.document(uri, {
    ...(language !== undefined && { language }),
    documentFacets: documentFacets(settings),
  });
}
