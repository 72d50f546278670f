/** Selected facet values that the response omits, so that they can be deselected. */
import type { FacetGroup, FacetSetting, Refiner } from '@semantic-search/contract';
import type { CheckboxStates } from '../store/checkbox-state.ts';
import { type ChosenFacet, distinctSelections, facetKey, isRange } from '../store/query-state.ts';
import type { SearchStore } from '../store/search-store.ts';

/** A facet of the response with its selected values. */
export interface ShownFacet {
  group: FacetGroup;
  setting: FacetSetting | undefined;
  chosen: readonly ChosenFacet[];
}

export const chosenIn = (selections: readonly ChosenFacet[], { field }: FacetGroup): ChosenFacet[] =>
  selections.filter((facet) => facet.field === field);

/** The selected values that have no state in the response; a `count` below 0 is unknown. */
export function missingSelections(
  { responseQuery, response }: SearchStore,
  { group, setting, chosen }: ShownFacet,
  present: CheckboxStates,
): Refiner[] {
  const { field, facets } = group;
  const missing = chosen.filter((facet) => !present.has(facetKey(field, facet)));
  // A range would be another bar of the histogram; visitors remove its chip.
  if (!missing.length || isRange(field)) return [];
  const total = response!.total;
  const isCut =
    facets.length >= (setting?.maximumTerms ?? 0) || facets.some(({ children }) => children?.length);
  // The only selected value of a facet has the count of the results.
  const alone =
    responseQuery && chosenIn(distinctSelections({ query: responseQuery, response }), group).length === 1;
  return missing.map(({ label = '', value = null }) => ({
    count: alone ? total : total && isCut ? -1 : 0,
    label,
    value,
    children: null,
  }));
}
