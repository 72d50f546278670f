/** Example query: the most frequent narrow concept of the first response. */
import type { Refiner, SearchResponse } from '@semantic-search/contract';
import { identify, isConceptFacet } from '../store/query-state.ts';

/** Label of the concept; empty if the response has no concepts. */
export function exampleOf({ facets }: SearchResponse): string {
  const group = facets.find(({ field, facets }) => isConceptFacet(field) && facets.length);
  const concept = group && leaf(group.facets[0]!);
  return concept ? identify(group.field, concept).name : '';
}

/** The most frequent narrowest concept; top concepts describe a search space badly. */
function leaf(refiner: Refiner): Refiner {
  const child = refiner.children?.[0];
  return child ? leaf(child) : refiner;
}
