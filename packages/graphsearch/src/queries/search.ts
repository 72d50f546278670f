/**
 * Search operation: a remote search for documents, and one more per facet with a selection.
 *
 * A facet with a selection is counted without that selection. The searches run concurrently; if one fails, all fail.
 */

import { type Facet, QueryError, type SearchQuery, type SearchResult } from '@semantic-search/engine';
import { typedSelections } from '@semantic-search/engine/building-blocks';
import { MIN_HITS } from '@semantic-search/query';
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
  findFacet,
  MAX_CONCURRENT_CALLS,
  type RemoteClient,
  referencedFields,
} from '../space/remote-space.ts';
import type { RemoteFacet, RemoteSearchResponse } from '../space/responses.ts';
import type { RecognizeConcepts } from './extraction.ts';
import { facetValues, sumOf } from './facets.ts';
import type { CorrectSpelling } from './spelling.ts';
import { conceptsNamed } from './suggestions.ts';

export async function search(
  searchQuery: SearchQuery,
  remote: RemoteClient,
  { understand, correct }: { understand: RecognizeConcepts; correct: CorrectSpelling },
  signal?: AbortSignal,
): Promise<SearchResult> {
  checkWindow(searchQuery, remote);
  if (searchQuery.ranking)
    throw new QueryError('invalid-number', 'The service ranks its results; it cannot try other settings.');
  if (searchQuery.boosts || !['relevance', 'date', 'title'].includes(searchQuery.sort.field))
    throw new QueryError(
      'limit-exceeded',
      'The service ranks its results; it has neither boosts nor orders by other attributes.',
    );
  const [facets, dialect] = await Promise.all([remote.facets(), remote.requestContext(searchQuery.language)]);
  const criteria = await criteriaOf(searchQuery, facets, (label, facet) =>
    conceptsNamed(label, facet, remote, { language: dialect.locale, signal }),
  );
  const requested = searchQuery.facets.map((request): CountedFacet | undefined => {
    const facet = findFacet(request.field, facets);
    return facet && { request, facet };
  });
  const counted = requested.filter((each) => each !== undefined);
  const hasOwn = ({ facet: { field } }: CountedFacet) =>
    criteria.selected.some(({ facet }) => facet.field === field);

  const { pinned = [], hidden = [] } = searchQuery.curation ?? {};
  const ask = (filters: FilterCriteria, countedFacets: CountedFacet[], page: Partial<SearchBody>) => {
    // Only complete lists of values can be added.
    const all = pinned.length > 0 && { maxFacetCount: MAX_FACET_VALUES };
    const body = { ...countingBody(filters, countedFacets, dialect), ...page, ...all };
    return remote.search(body, { language: dialect.locale, signal });
  };
  const count = async (
    filters: FilterCriteria,
    countedFacets: CountedFacet[],
    page: Partial<SearchBody> = {},
  ) => {
    const ranked = ask({ ...filters, without: [...pinned, ...hidden] }, countedFacets, page);
    if (pinned.length === 0) return { ...(await ranked), pinned: [] };
    const any = { ...filters, input: '', only: pinned, without: hidden };
    const pinnedPage = { ...page, start: 0, count: pinned.length };
    return withPinned(...(await Promise.all([ranked, ask(any, countedFacets, pinnedPage)])));
  };
  const resultPage = {
    start: searchQuery.start,
    count: searchQuery.count,
    documentFacets: ['all'],
    ...(sortOf(searchQuery.sort) && { sort: sortOf(searchQuery.sort)! }),
  };
  const [main, recognizedConcepts, ...others] = await Promise.all([
    count(
      criteria,
      counted.filter((each) => !hasOwn(each)),
      resultPage,
    ),
    understand(searchQuery.input, dialect.locale),
    ...counted.filter(hasOwn).map((each) => count(without(criteria, each.facet.field), [each])),
  ]);
  const facetsByField = new Map(
    [main, ...others].flatMap((found) => found.facets.map((each) => [each.field, each] as const)),
  );
  const suggestion = main.total < MIN_HITS ? await correct(searchQuery.input, dialect.locale) : undefined;
  const labels = recognizedConcepts.flatMap(({ label, matchingLabel }) => [label, matchingLabel]);
  const presenting = {
    documentFacets: referencedFields(searchQuery.documentFacets, facets),
    summaryLength: searchQuery.summaryLength,
    mark: queryHighlighter(searchQuery.input, dialect.locale, labels),
    wholeTexts: searchQuery.wholeTexts,
  };
  if (
    searchQuery.wholeTexts === 'all' &&
    main.documents.length > 0 &&
    !main.documents.some(({ text }) => text)
  )
    throw new QueryError('limit-exceeded', 'The service returns no texts, so there are no passages.');
  const inOrder = main.pinned.sort((a, b) => pinned.indexOf(a.id) - pinned.indexOf(b.id));
  return {
    total: main.total,
    documents: main.documents
      .slice(0, searchQuery.count)
      .map((each, i) => foundDocument(each, searchQuery.start + i, presenting)),
    ...(searchQuery.curation && { pinned: inOrder.map((each, i) => foundDocument(each, i, presenting)) }),
    facets: requested.map((each) => {
      if (!each) return { field: null, values: [] };
      const { field, kind } = each.facet;
      return { field, values: facetValues(each.request, kind, refinersOf(facetsByField.get(field))) };
    }),
    recognizedConcepts,
    ...(suggestion !== undefined && { suggestion }),
  };
}

/** Adds the response for the pinned documents, which are not in the other one. */
function withPinned(ranked: RemoteSearchResponse, { total, documents, facets }: RemoteSearchResponse) {
  const summed = [...Map.groupBy([...ranked.facets, ...facets], ({ field }) => field).values()].map(
    (group) => ({ ...group[0]!, refiners: sumOf(group.flatMap(({ refiners }) => refiners)) }),
  );
  return { ...ranked, total: ranked.total + total, facets: summed, pinned: documents };
}

const refinersOf = (facet: RemoteFacet | undefined) => facet?.refiners ?? [];

async function criteriaOf(
  searchQuery: SearchQuery,
  facets: Facet[],
  named: (label: string, facet: Facet) => Promise<string[]>,
): Promise<FilterCriteria> {
  const { input, dateRange } = searchQuery;
  const uris = new Map<string, string[]>();
  await mapWithConcurrency(
    labeledConcepts(searchQuery, facets),
    MAX_CONCURRENT_CALLS,
    async ({ label, facet }) => {
      uris.set(`${facet.field} ${label}`, await named(label, facet));
    },
  );
  const lookup = {
    find(reference: string) {
      const facet = findFacet(reference, facets);
      return facet && { facet };
    },
    conceptsNamed: (label: string, { facet }: { facet: Facet }) => uris.get(`${facet.field} ${label}`) ?? [],
  };
  const selections = (member: 'selected' | 'excluded') =>
    typedSelections(searchQuery, member, lookup).map(({ source: { facet }, values }) => ({ facet, values }));
  return { input, dateRange, selected: selections('selected'), excluded: selections('excluded') };
}

/** Selected concepts without a URI. */
function labeledConcepts({ selected, excluded }: SearchQuery, facets: Facet[]) {
  return [...selected, ...excluded].flatMap(({ field, values }) => {
    const facet = findFacet(field, facets);
    if (facet?.kind !== 'concept') return [];
    return values.flatMap((value) =>
      'label' in value && value.label && !value.uri ? [{ label: value.label, facet }] : [],
    );
  });
}

function without(criteria: FilterCriteria, field: string): FilterCriteria {
  return { ...criteria, selected: criteria.selected.filter(({ facet }) => facet.field !== field) };
}

function checkWindow({ start, count }: SearchQuery, { options: { name, window } }: RemoteClient): void {
  if (window === undefined || start + count <= window) return;
  throw new QueryError(
    'limit-exceeded',
    `The search space "${name}" returns only the first ${window} results; start and count exceed this limit.`,
  );
}
