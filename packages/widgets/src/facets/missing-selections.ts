/** Selected facet values that the response omits, so that they can be deselected. */
import type { FacetGroup, FacetSetting, Refiner } from '@semantic-search/contract';
import type { CheckboxStates } from '../store/checkbox-state.ts';
import { distinctSelections, facetKey, isRange, type SelectedValue } from '../store/query-state.ts';
import type { SearchStore } from '../store/search-store.ts';

/** A facet of the response with its selected values. */
export interface ShownFacet {
  group: FacetGroup;
  setting: FacetSetting | undefined;
  selected: readonly SelectedValue[];
}

export const selectionsOf = (selections: readonly SelectedValue[], { field }: FacetGroup): SelectedValue[] =>
  selections.filter((facet) => facet.field === field);

/** The selected values that have no checkbox state in the response; a `count` below 0 is unknown. */
export function missingSelections(
  { responseQuery, response }: SearchStore,
  { group, setting, selected }: ShownFacet,
  present: CheckboxStates,
): Refiner[] {
  const { field, facets } = group;
  const missing = selected.filter((facet) => !present.has(facetKey(field, facet)));
  // A range would be another bar of the histogram; visitors remove its chip.
  if (!missing.length || isRange(field)) return [];
  const total = response!.total;
  const isTruncated =
    facets.length >= (setting?.maximumTerms ?? 0) || facets.some(({ children }) => children?.length);
  // The only selected value of a facet has the count of the results.
  const isOnlySelection =
    responseQuery && selectionsOf(distinctSelections({ query: responseQuery, response }), group).length === 1;
  return missing.map(({ label = '', value = null }) => ({
    count: isOnlySelection ? total : total && isTruncated ? -1 : 0,
    label,
    value,
    children: null,
  }));
}
