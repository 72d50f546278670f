/** Example queries: the most frequent narrow concepts of the first response. */
import type { Refiner, SearchResponse } from '@semantic-search/contract';
import { identify, isConceptFacet } from '../store/query-state.ts';

type Facets = Pick<SearchResponse, 'facets'>;

/** Label of the most frequent one; empty if the response has no concepts. */
export const exampleOf = (response: Facets): string => examplesOf(response)[0] ?? '';

const MAX_EXAMPLES = 3;

/** One label from each branch of the first facet with concepts. */
export function examplesOf({ facets }: Facets): string[] {
  const group = facets.find(({ field, facets }) => isConceptFacet(field) && facets.length);
  return (group?.facets ?? [])
    .slice(0, MAX_EXAMPLES)
    .map((branch) => identify(group!.field, leaf(branch)).name);
}

/** The most frequent narrowest concept; top concepts describe a search space badly. */
function leaf(refiner: Refiner): Refiner {
  const child = refiner.children?.[0];
  return child ? leaf(child) : refiner;
}
