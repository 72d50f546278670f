/** Parts of queries without filters, facets or texts, for calls that need only counts or few documents. */
import type { SearchQuery } from '@semantic-search/engine';

/** Counts all documents, and returns none of them. */
export const allDocuments: SearchQuery = {
  input: '',
  selected: [],
  excluded: [],
  facets: [],
  documentFacets: [],
  sort: { field: 'relevance', direction: 'desc' },
  start: 0,
  count: 0,
  summaryLength: 0,
};

/** A facet as one list, the most frequent value first. */
export const byFrequency = {
  mode: 'flat',
  depth: 0,
  sorting: 'count',
  order: 'desc',
  includeEmpty: false,
} as const;
