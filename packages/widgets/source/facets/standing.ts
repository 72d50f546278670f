/** How the values of a facet stand to those chosen in it: values are alternatives, and a concept includes everything narrower. */
import type { FacetGroup, Refiner } from '@semantic-search/contract';
import { type ChosenFacet, keyOf, type Question, toggled } from '../session/question.ts';

/** Chosen itself, with something broader, or in part, by something narrower. */
export type Standing = 'selected' | 'included' | 'partial';
/** By `keyOf`; a value without an entry has nothing to do with what is chosen. */
export type Standings = ReadonlyMap<string, Standing>;

/** A concept under several broader ones stands everywhere as it does anywhere. */
export function standings({ field, facets }: FacetGroup, chosen: readonly ChosenFacet[]): Standings {
  const found = new Map<string, Standing>();
  if (!chosen.length) return found;
  const keys = new Set(chosen.map((facet) => keyOf(field, facet)));
  const include = (refiners: readonly Refiner[] | null, within: boolean) => {
    for (const refiner of refiners ?? []) {
      const key = keyOf(field, refiner);
      const isChosen = keys.has(key);
      if (isChosen || within) found.set(key, isChosen ? 'selected' : 'included');
      include(refiner.children, within || isChosen);
    }
  };
  const reaches = (refiner: Refiner): boolean => {
    const below = (refiner.children ?? []).filter(reaches).length > 0;
    const key = keyOf(field, refiner);
    if (below && !found.has(key)) found.set(key, 'partial');
    return found.has(key);
  };
  include(facets, false);
  facets.forEach(reaches);
  return found;
}

/**
 * What is chosen once `facet` is clicked. It takes the place of what is broader, which it narrows, and of what is
 * narrower, which it includes: beside either it would change nothing.
 */
export function chosenAfter(
  question: Question,
  { facets }: FacetGroup,
  facet: ChosenFacet,
): Question['selectedFacets'] {
  const wanted = keyOf(facet.field, facet);
  const related = new Set<string>();
  const relate = (refiners: readonly Refiner[] | null, broader: readonly string[], within: boolean) => {
    for (const refiner of refiners ?? []) {
      const key = keyOf(facet.field, refiner);
      const isWanted = key === wanted;
      if (within) related.add(key);
      if (isWanted) for (const one of broader) related.add(one);
      relate(refiner.children, [...broader, key], within || isWanted);
    }
  };
  relate(facets, [], false);
  related.delete(wanted);
  return toggled(question, facet).filter((one) => !related.has(keyOf(one.field, one)));
}
