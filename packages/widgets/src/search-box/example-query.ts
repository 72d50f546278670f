/** Example query: the most frequent narrow concept of the first response. */
import type { Refiner, SearchResponse } from '@semantic-search/contract';
import { identify } from '../store/query-state.ts';

/** Its name; empty where the answer has no concepts. */
export function exampleOf({ facets }: SearchResponse): string {
  const group = facets.find(({ field, facets }) => field.startsWith('dyn_uri_') && facets.length);
  const deepest = group && leaf(group.facets[0]!);
  return deepest ? identify(group.field, deepest).name : '';
}

/** The broadest say little about a space; the most frequent below them do. */
function leaf(refiner: Refiner): Refiner {
  const below = refiner.children?.[0];
  return below ? leaf(below) : refiner;
}
