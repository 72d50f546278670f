/** Facets of a response with their settings and selected values. */
import type { FacetGroup, FacetSetting, Refiner } from '@semantic-search/contract';
import type { CheckboxStates } from '../store/checkbox-state.ts';
import { distinctSelections, facetKey, isRange, type SelectedValue } from '../store/facet-values.ts';
import type { SearchStore } from '../store/search-store.ts';

export interface ShownFacet {
  /** The field, and how many facets before it have the same field: a configuration may show one in two modes. */
  key: string;
  group: FacetGroup;
  setting: FacetSetting | undefined;
  selected: readonly SelectedValue[];
}

/** The facets of the response. Their settings are found by position if no facet is missing, or else by title. */
export function shownFacets(store: SearchStore): ShownFacet[] {
  const { facets } = store.response!;
  const offered = store.settings!.filter.facetsToShow.filter((setting) => setting.show);
  const isComplete = offered.length === facets.length;
  const hasTitle = ({ title, titles }: FacetSetting, label: string) =>
    [title, ...Object.values(titles ?? {})].includes(label);
  const selections = distinctSelections(store);
  return facets.map((group, index) => ({
    key: `${group.field} ${facets.slice(0, index).filter(({ field }) => field === group.field).length}`,
    group,
    setting: isComplete ? offered[index] : offered.find((setting) => hasTitle(setting, group.label)),
    selected: selectionsOf(selections, group),
  }));
}

const selectionsOf = (selections: readonly SelectedValue[], { field }: FacetGroup): SelectedValue[] =>
  selections.filter((selection) => selection.field === field);

/** The `count` of a value whose number of documents is unknown. */
export const UNKNOWN_COUNT = -1;

/** The selected values that have no checkbox state in the response, as values with a count. */
export function missingSelections(
  { responseQuery, response }: SearchStore,
  { group, setting, selected }: ShownFacet,
  checkboxStates: CheckboxStates,
): Refiner[] {
  const { field, facets } = group;
  const missing = selected.filter((selection) => !checkboxStates.has(facetKey(field, selection)));
  // A custom range would look like a bar of the histogram; visitors deselect it by its chip.
  if (!missing.length || isRange(field)) return [];
  const { total } = response!;
  const responseSelections = responseQuery ? distinctSelections({ query: responseQuery, response }) : [];
  // The only selected value of a facet has the count of the results.
  const isOnlySelection = selectionsOf(responseSelections, group).length === 1;
  // A response with all values would have contained the value, unless it has no documents.
  const hasHierarchy = facets.some(({ children }) => children?.length);
  const isTruncated = hasHierarchy || facets.length >= (setting?.maximumTerms ?? 0);
  const otherCount = isTruncated && total > 0 ? UNKNOWN_COUNT : 0;
  const count = isOnlySelection ? total : otherCount;
  return missing.map(({ label = '', value = null }) => ({ count, label, value, children: null }));
}
