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
import type { RemoteDocument, RemoteSearchResponse } from '../space/responses.ts';
import { recognizeConcepts } from './extraction.ts';
import { facetValues, mergeEqualValues } from './facets.ts';
import { conceptsNamed } from './suggestions.ts';

export async function search(
  searchQuery: SearchQuery,
  remote: RemoteClient,
  signal?: AbortSignal,
): Promise<SearchResult> {
  rejectUnsupported(searchQuery, remote);
  const { input, start, summaryLength, wholeTexts, curation } = searchQuery;
  const [facets, language] = await Promise.all([remote.facets(), remote.locale(searchQuery.language)]);
  const options = { language, signal };
  const criteria = await criteriaOf(searchQuery, facets, remote, options);
  const requested = searchQuery.facets.map((request): CountedFacet | undefined => {
    const facet = findFacet(request.field, facets);
    return facet && { request, facet };
  });
  const searches = plannedSearches(searchQuery, criteria, requested);
  const [main, recognizedConcepts, ...selectedCounts] = await Promise.all([
    runCurated(searches.main, curation, remote, options),
    recognizeConcepts(input, remote, options),
    ...searches.ofSelections.map((planned) => runCurated(planned, curation, remote, options)),
  ]);
  if (wholeTexts === 'all' && main.documents.length > 0 && !main.documents.some(({ text }) => text))
    throw new QueryError('limit-exceeded', 'The service returns no texts, so there are no passages.');
  const counts = [main, ...selectedCounts].flatMap((response) => response.facets);
  const refiners = new Map(counts.map((facet) => [facet.field, facet.refiners]));
  const labels = recognizedConcepts.flatMap(({ label, matchingLabel }) => [label, matchingLabel]);
  const presentation = {
    documentFacets: referencedFields(searchQuery.documentFacets, facets),
    summaryLength,
    mark: queryHighlighter(input, language, labels),
    wholeTexts,
  };
  const present = (documents: RemoteDocument[], firstRank: number) =>
    documents.map((document, i) => foundDocument(document, firstRank + i, presentation));
  return {
    total: main.total,
    documents: present(main.documents.slice(0, searchQuery.count), start),
    ...(curation && { pinned: present(main.pinned, 0) }),
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

/** A search that counts facets; with an empty page, it returns no documents. */
interface PlannedSearch {
  criteria: FilterCriteria;
  counted: CountedFacet[];
  page: Partial<SearchBody>;
}

/** The main search counts the facets without a selection; one search for each other facet leaves out its selection. */
function plannedSearches(
  { start, count, sort }: SearchQuery,
  criteria: FilterCriteria,
  requested: (CountedFacet | undefined)[],
): { main: PlannedSearch; ofSelections: PlannedSearch[] } {
  const unselected: CountedFacet[] = [];
  const ofSelections: PlannedSearch[] = [];
  for (const counted of requested) {
    if (!counted) continue;
    const others = criteria.selected.filter(({ source }) => source.facet.field !== counted.facet.field);
    if (others.length === criteria.selected.length) unselected.push(counted);
    else ofSelections.push({ criteria: { ...criteria, selected: others }, counted: [counted], page: {} });
  }
  const page = { start, count, documentFacets: ['all'], ...sortOf(sort) };
  return { main: { criteria, counted: unselected, page }, ofSelections };
}

/** Runs a search without pinned and hidden documents. A second search finds the pinned ones, whose counts are added. */
async function runCurated(
  { criteria, counted, page }: PlannedSearch,
  { pinned, hidden }: NonNullable<SearchQuery['curation']> = { pinned: [], hidden: [] },
  remote: RemoteClient,
  options: CallOptions & { language: string },
) {
  // Counts of pinned documents can be added only to complete lists of values.
  const allValues = pinned.length > 0 && { maxFacetCount: MAX_FACET_VALUES };
  const send = (filters: FilterCriteria, range: Partial<SearchBody>) =>
    remote.search({ ...countingBody(filters, counted, options.language), ...range, ...allValues }, options);
  const ranked = send({ ...criteria, without: [...pinned, ...hidden] }, page);
  if (pinned.length === 0) return { ...(await ranked), pinned: [] };
  const onlyPinned = { ...criteria, input: '', only: pinned, without: hidden };
  const allPinned = send(onlyPinned, { ...page, start: 0, count: pinned.length });
  const merged = withPinned(...(await Promise.all([ranked, allPinned])));
  merged.pinned.sort((a, b) => pinned.indexOf(a.id) - pinned.indexOf(b.id));
  return merged;
}

/** Adds the response for the pinned documents to the ranked response, which does not contain them. */
function withPinned(ranked: RemoteSearchResponse, { total, documents, facets }: RemoteSearchResponse) {
  const byField = Map.groupBy([...ranked.facets, ...facets], ({ field }) => field);
  const summed = Array.from(byField.values(), (group) => ({
    ...group[0]!,
    refiners: mergeEqualValues(group.flatMap(({ refiners }) => refiners)),
  }));
  return { ...ranked, total: ranked.total + total, facets: summed, pinned: documents };
}

async function criteriaOf(
  { input, dateRange, selected, excluded }: SearchQuery,
  facets: Facet[],
  remote: RemoteClient,
  options: CallOptions,
): Promise<FilterCriteria> {
  const query = {
    selected: await withConceptUris(selected, facets, remote, options),
    excluded: await withConceptUris(excluded, facets, remote, options),
  };
  const filtersOf = (member: 'selected' | 'excluded') =>
    typedSelections(query, member, selectionLookup(facets));
  return { input, dateRange, selected: filtersOf('selected'), excluded: filtersOf('excluded') };
}

/** Replaces labels of concepts by the URIs that the service finds for them. */
async function withConceptUris(
  selections: readonly FacetSelection[],
  facets: Facet[],
  remote: RemoteClient,
  options: CallOptions,
): Promise<FacetSelection[]> {
  const replaced: FacetSelection[] = [];
  for (const { field, values } of selections) {
    const facet = findFacet(field, facets);
    const alternatives = await mapWithConcurrency(values, MAX_CONCURRENT_CALLS, async (value) => {
      if (facet?.kind !== 'concept' || !('label' in value) || !value.label || value.uri) return [value];
      const uris = await conceptsNamed(value.label, facet, remote, options);
      return uris.length > 0 ? uris.map((concept) => ({ concept })) : [value];
    });
    replaced.push({ field, values: alternatives.flat() });
  }
  return replaced;
}
