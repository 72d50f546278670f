/** Default queries for tests. */
import type { FacetRequest, SearchQuery } from '../../src/api.ts';

/** Matches all documents, without facets. */
export const everything: SearchQuery = {
  input: '',
  selected: [],
  excluded: [],
  facets: [],
  documentFacets: [],
  sort: { field: 'relevance', direction: 'desc' },
  start: 0,
  count: 10,
  summaryLength: 200,
};

/** Requests the ten most frequent values. */
export function facetRequest(field: string, more: Partial<FacetRequest> = {}): FacetRequest {
  return {
    field,
    mode: 'flat',
    depth: 0,
    limit: 10,
    sorting: 'count',
    order: 'desc',
    includeEmpty: false,
    ...more,
  };
}
