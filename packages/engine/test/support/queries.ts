/** Questions that tests begin with. */
import type { FacetRequest, SearchQuery } from '../../src/api.ts';

/** Asks for all documents, and for no facet. */
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

/** Asks for the ten values that most documents have. */
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
