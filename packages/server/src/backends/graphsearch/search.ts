/**
 * Search operation: a remote search for documents, and one more per facet with a selection.
 *
 * A facet with a selection is counted without that selection. The searches run concurrently; if one fails, all fail.
 */
import {
  type Facet,
  type FacetRequest,
  QueryError,
  type SearchQuery,
  type SearchResult,
} from '@semantic-search/engine';
import { MIN_HITS } from '@semantic-search/query';
import { ProblemError } from '../../errors/problem.ts';
import { foundDocument, queryHighlighter } from './documents.ts';
import type { RecognizeConcepts } from './extraction.ts';
import { facetValues } from './facets.ts';
import { countingBody, type FilterCriteria, type SearchBody, sortOf } from './query.ts';
import type { RemoteClient } from './remote-space.ts';
import { parseSearchResponse, type RemoteFacet } from './responses.ts';
import type { CorrectSpelling } from './spelling.ts';

export async function search(
  searchQuery: SearchQuery,
  remote: RemoteClient,
  { understand, correct }: { understand: RecognizeConcepts; correct: CorrectSpelling },
  signal?: AbortSignal,
): Promise<SearchResult> {
  checkWindow(searchQuery, remote);
  const [facets, dialect] = await Promise.all([
    remote.facets(signal),
    remote.requestContext(searchQuery.language, signal),
  ]);
  const criteria = mergeSelections(searchQuery, facets);
  const counted = searchQuery.facets.map((each) => ({
    ...each,
    field: requireFacet(each.field, facets).field,
  }));
  for (const field of searchQuery.documentFacets) requireFacet(field, facets);
  const kindOf = (field: string): Facet['kind'] => requireFacet(field, facets).kind;
  const hasOwn = ({ field }: FacetRequest) => criteria.selected.some((each) => each.field === field);

  const count = async (given: FilterCriteria, requested: FacetRequest[], more: Partial<SearchBody> = {}) => {
    const body = { ...countingBody(given, requested, kindOf, dialect), ...more };
    return parseSearchResponse(await remote.connection.query('search', { json: body }, signal));
  };
  const page = {
    start: searchQuery.start,
    count: searchQuery.count,
    documentFacets: ['all'],
    ...(sortOf(searchQuery.sort) && { sort: sortOf(searchQuery.sort)! }),
  };
  const [main, understood, ...others] = await Promise.all([
    count(
      criteria,
      counted.filter((each) => !hasOwn(each)),
      page,
    ),
    understand(searchQuery.input, dialect.locale, signal),
    ...counted.filter(hasOwn).map((each) => count(without(criteria, each.field), [each])),
  ]);
  const answered = new Map(
    [main, ...others].flatMap((found) => found.facets.map((each) => [each.field, each] as const)),
  );
  const suggestion =
    main.total < MIN_HITS ? await correct(searchQuery.input, dialect.locale, signal) : undefined;
  const labels = understood.flatMap(({ label, matchingLabel }) => [label, matchingLabel]);
  const presenting = {
    documentFacets: searchQuery.documentFacets,
    summaryLength: searchQuery.summaryLength,
    mark: queryHighlighter(searchQuery.input, dialect.locale, labels),
  };
  return {
    total: main.total,
    documents: main.documents
      .slice(0, searchQuery.count)
      .map((each, i) => foundDocument(each, searchQuery.start + i, presenting)),
    facets: counted.map((each, i) => ({
      field: searchQuery.facets[i]!.field,
      values: facetValues(each, kindOf(each.field), refinersOf(answered.get(each.field))),
    })),
    understood,
    ...(suggestion !== undefined && { suggestion }),
  };
}

const refinersOf = (facet: RemoteFacet | undefined) => facet?.refiners ?? [];

/** Facet by field or URI. Throws `unknown-facet`. */
export function requireFacet(reference: string, facets: Facet[]): Facet {
  const found = facets.find(({ field, uri }) => field === reference || uri === reference);
  if (found) return found;
  throw new QueryError('unknown-facet', `The search space has no facet ${reference}.`);
}

/** Merges the selections of each facet, whether it is referenced by field or by URI. */
function mergeSelections(
  { input, selected, excluded, dateRange }: SearchQuery,
  facets: Facet[],
): FilterCriteria {
  const byField = new Map<string, FilterCriteria['selected'][number]>();
  for (const { field: reference, values } of selected) {
    if (values.length === 0) continue;
    const { field } = requireFacet(reference, facets);
    byField.set(field, { field, values: [...(byField.get(field)?.values ?? []), ...values] });
  }
  return {
    input,
    dateRange,
    selected: [...byField.values()],
    excluded: excluded.map(({ field, values }) => ({ field: requireFacet(field, facets).field, values })),
  };
}

function without(criteria: FilterCriteria, field: string): FilterCriteria {
  return { ...criteria, selected: criteria.selected.filter((each) => each.field !== field) };
}

function checkWindow({ start, count }: SearchQuery, { options: { name, window } }: RemoteClient): void {
  if (window === undefined || start + count <= window) return;
  throw new ProblemError(
    'bad-request',
    `The search space "${name}" returns only the first ${window} results; start and count exceed this limit.`,
  );
}
