/**
 * Search operation: a remote search for documents, and one more per facet with a selection.
 *
 * A facet with a selection is counted without that selection. The searches run concurrently; if one fails, all fail.
 */

import {
  type Facet,
  type FacetSelection,
  QueryError,
  type SearchQuery,
  type SearchResult,
} from '@semantic-search/engine';
import { typedSelections } from '@semantic-search/engine/building-blocks';
import { mapWithConcurrency } from '@semantic-search/query/scheduling';
import { foundDocument, queryHighlighter } from '../space/documents.ts';
import {
  type CountedFacet,
  countingBody,
  type FilterCriteria,
  MAX_FACET_VALUES,
  type SearchBody,
  sortOf,
} from '../space/query.ts';
import {
  type CallOptions,
  findFacet,
  MAX_CONCURRENT_CALLS,
  type RemoteClient,
  referencedFields,
  selectionLookup,
} from '../space/remote-space.ts';
import type { RemoteSearchResponse } from '../space/responses.ts';
import { recognizeConcepts } from './extraction.ts';
import { facetValues, sumOf } from './facets.ts';
import { conceptsNamed } from './suggestions.ts';

export async function search(
  searchQuery: SearchQuery,
  remote: RemoteClient,
  signal?: AbortSignal,
): Promise<SearchResult> {
  rejectUnsupported(searchQuery, remote);
  const { input, start, summaryLength, wholeTexts, curation } = searchQuery;
  const [facets, language] = await Promise.all([remote.facets(), remote.locale(searchQuery.language)]);
  const criteria = await criteriaOf(searchQuery, facets, remote, { language, signal });
  const requested = searchQuery.facets.map((request): CountedFacet | undefined => {
    const facet = findFacet(request.field, facets);
    return facet && { request, facet };
  });
  const countedFacets = requested.filter((counted) => counted !== undefined);
  const isSelected = ({ facet }: CountedFacet) =>
    criteria.selected.some(({ source }) => source.facet.field === facet.field);
  const searchAndCount = countingSearch(curation, remote, { language, signal });
  const page = { start, count: searchQuery.count, documentFacets: ['all'], ...sortOf(searchQuery.sort) };
  const unselected = countedFacets.filter((counted) => !isSelected(counted));
  const selected = countedFacets.filter(isSelected);
  const [main, recognizedConcepts, ...selectedCounts] = await Promise.all([
    searchAndCount(criteria, unselected, page),
    recognizeConcepts(input, remote, { language, signal }),
    ...selected.map((counted) => searchAndCount(withoutSelection(criteria, counted.facet.field), [counted])),
  ]);
  if (wholeTexts === 'all' && main.documents.length > 0 && !main.documents.some(({ text }) => text))
    throw new QueryError('limit-exceeded', 'The service returns no texts, so there are no passages.');
  const refiners = new Map(
    [main, ...selectedCounts].flatMap((response) =>
      response.facets.map((facet) => [facet.field, facet.refiners]),
    ),
  );
  const labels = recognizedConcepts.flatMap(({ label, matchingLabel }) => [label, matchingLabel]);
  const presentation = {
    documentFacets: referencedFields(searchQuery.documentFacets, facets),
    summaryLength,
    mark: queryHighlighter(input, language, labels),
    wholeTexts,
  };
  return {
    total: main.total,
    documents: main.documents
      .slice(0, searchQuery.count)
      .map((document, i) => foundDocument(document, start + i, presentation)),
    ...(curation && { pinned: main.pinned.map((document, i) => foundDocument(document, i, presentation)) }),
    facets: requested.map((counted) => {
      if (!counted) return { field: null, values: [] };
      const { field, kind } = counted.facet;
      return { field, values: facetValues(counted.request, kind, refiners.get(field) ?? []) };
    }),
    recognizedConcepts,
  };
}

function rejectUnsupported({ start, count, ranking, boosts, sort }: SearchQuery, { options }: RemoteClient) {
  const { name, window } = options;
  if (window !== undefined && start + count > window)
    throw new QueryError(
      'limit-exceeded',
      `The search space "${name}" returns only the first ${window} results; start and count exceed this limit.`,
    );
  if (ranking)
    throw new QueryError('invalid-number', 'The service ranks its results; it cannot try other settings.');
  if (boosts || !['relevance', 'date', 'title'].includes(sort.field))
    throw new QueryError(
      'limit-exceeded',
      'The service ranks its results; it has neither boosts nor orders by other attributes.',
    );
}

/** Returns a search with counts. A search of its own finds the pinned documents, whose counts are added. */
function countingSearch(
  { pinned, hidden }: NonNullable<SearchQuery['curation']> = { pinned: [], hidden: [] },
  remote: RemoteClient,
  options: CallOptions & { language: string },
) {
  // Counts of pinned documents can be added only to complete lists of values.
  const allValues = pinned.length > 0 && { maxFacetCount: MAX_FACET_VALUES };
  const send = (filters: FilterCriteria, counted: CountedFacet[], page: Partial<SearchBody>) =>
    remote.search({ ...countingBody(filters, counted, options.language), ...page, ...allValues }, options);
  return async (filters: FilterCriteria, counted: CountedFacet[], page: Partial<SearchBody> = {}) => {
    const ranked = send({ ...filters, without: [...pinned, ...hidden] }, counted, page);
    if (pinned.length === 0) return { ...(await ranked), pinned: [] };
    const onlyPinned = { ...filters, input: '', only: pinned, without: hidden };
    const pinnedPage = { ...page, start: 0, count: pinned.length };
    const merged = withPinned(...(await Promise.all([ranked, send(onlyPinned, counted, pinnedPage)])));
    merged.pinned.sort((a, b) => pinned.indexOf(a.id) - pinned.indexOf(b.id));
    return merged;
  };
}

/** Adds the response for the pinned documents to the ranked response, which does not contain them. */
function withPinned(ranked: RemoteSearchResponse, { total, documents, facets }: RemoteSearchResponse) {
  const byField = Map.groupBy([...ranked.facets, ...facets], ({ field }) => field);
  const summed = Array.from(byField.values(), (group) => ({
    ...group[0]!,
    refiners: sumOf(group.flatMap(({ refiners }) => refiners)),
  }));
  return { ...ranked, total: ranked.total + total, facets: summed, pinned: documents };
}

async function criteriaOf(
  { input, dateRange, selected, excluded }: SearchQuery,
  facets: Facet[],
  remote: RemoteClient,
  options: CallOptions,
): Promise<FilterCriteria> {
  /** Replaces labels of concepts by the URIs that the service finds for them. */
  const withUris = ({ field, values }: FacetSelection) => {
    const facet = findFacet(field, facets);
    return mapWithConcurrency(values, MAX_CONCURRENT_CALLS, async (value) => {
      if (facet?.kind !== 'concept' || !('label' in value) || !value.label || value.uri) return [value];
      const uris = await conceptsNamed(value.label, facet, remote, options);
      return uris.length > 0 ? uris.map((concept) => ({ concept })) : [value];
    });
  };
  const filtersOf = async (member: 'selected' | 'excluded') => {
    const query = { selected: [...selected], excluded: [...excluded] };
    query[member] = await mapWithConcurrency(query[member], 1, async (selection) => ({
      ...selection,
      values: (await withUris(selection)).flat(),
    }));
    return typedSelections(query, member, selectionLookup(facets));
  };
  return { input, dateRange, selected: await filtersOf('selected'), excluded: await filtersOf('excluded') };
}

function withoutSelection(criteria: FilterCriteria, field: string): FilterCriteria {
  return { ...criteria, selected: criteria.selected.filter(({ source }) => source.facet.field !== field) };
}
