/** Example queries: the most frequent narrow concepts of a response. */
import type { Refiner, SearchResponse } from '@semantic-search/contract';
import { identify, isConceptFacet } from '../store/query-state.ts';

/** Label of a concept from each branch of the first facet with concepts. */
export function examplesOf({ facets }: Pick<SearchResponse, 'facets'>): string[] {
  const group = facets.find(({ field, facets }) => isConceptFacet(field) && facets.length);
  return group ? group.facets.map((branch) => identify(group.field, narrowest(branch)).name) : [];
}

/** The most frequent narrowest concept; top concepts describe a search space badly. */
function narrowest(refiner: Refiner): Refiner {
  const child = refiner.children?.[0];
  return child ? narrowest(child) : refiner;
}
