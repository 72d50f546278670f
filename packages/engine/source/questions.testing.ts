/** Questions that tests begin with. */
import type { SearchQuestion } from './questions.ts';

/** Asks for all documents, and for no facet. */
export const everything: SearchQuestion = {
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
