/** Selected facet values that the response omits, so that they can be deselected. */
import type { FacetGroup, FacetSetting, Refiner } from '@semantic-search/contract';
import { checkboxStates } from '../store/checkbox-state.ts';
import {
  type ChosenFacet,
  distinctSelections,
  facetKey,
  isRange,
  type QueryWithResponse,
} from '../store/query-state.ts';
import type { SearchStore } from '../store/search-store.ts';

export const chosenIn = (state: QueryWithResponse, field: string): ChosenFacet[] =>
  distinctSelections(state).filter((facet) => facet.field === field);

/** The selected values of `group` that the response omits; a `count` below 0 is unknown. */
export function missingSelections(
  group: FacetGroup,
  { query, responseQuery, response }: SearchStore,
  setting: FacetSetting | undefined,
): Refiner[] {
  const { field, facets } = group;
  const total = response!.total;
  const isCut =
    facets.length >= (setting?.maximumTerms ?? 0) || facets.some(({ children }) => children?.length);
  // The only selected value of a facet has the count of the results.
  const alone = responseQuery && chosenIn({ query: responseQuery, response }, field).length === 1;
  // A range would be another bar of the histogram; visitors remove its chip.
  const chosen = isRange(field) ? [] : chosenIn({ query, response }, field);
  const present = checkboxStates(group, chosen);
  return chosen
    .filter((facet) => !present.has(facetKey(field, facet)))
    .map(({ label = '', value = null }) => ({
      count: alone ? total : total && isCut ? -1 : 0,
      label,
      value,
      children: null,
    }));
}
