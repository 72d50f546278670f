/** Example query: the most frequent narrow concept of the first response. */
import type { Refiner, SearchResponse } from '@semantic-search/contract';
import { identify, isConceptFacet } from '../store/query-state.ts';

/** Label of the concept; empty if the response has no concepts. */
export function exampleOf({ facets }: SearchResponse): string {
  const group = facets.find(({ field, facets }) => isConceptFacet(field) && facets.length);
  const concept = group && narrowest(group.facets[0]!);
  return concept ? identify(group.field, concept).name : '';
}

/** The most frequent narrowest concept; top concepts describe a search space badly. */
export function narrowest(refiner: Refiner): Refiner {
  const child = refiner.children?.[0];
  return child ? narrowest(child) : refiner;
}
