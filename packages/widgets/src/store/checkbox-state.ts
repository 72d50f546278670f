/** Checkbox states of facet values: checked, mixed or covered by a broader concept. */
import type { FacetGroup, Refiner } from '@semantic-search/contract';
import {
  type ChosenFacet,
  distinctSelections,
  facetKey,
  inOwnFacet,
  type QueryWithResponse,
  toggled,
} from './query-state.ts';

/** Selected itself, included by a selected broader concept, or partially selected by a narrower one. */
export type CheckboxState = 'selected' | 'included' | 'partial';
/** By `facetKey`; values without an entry are not selected. */
export type CheckboxStates = ReadonlyMap<string, CheckboxState>;

/** A concept below several broader ones has the same state at each occurrence. */
export function checkboxStates(
  { field, facets }: FacetGroup,
  chosen: readonly ChosenFacet[],
): CheckboxStates {
  const found = new Map<string, CheckboxState>();
  if (!chosen.length) return found;
  const keys = new Set(chosen.map((facet) => facetKey(field, facet)));
  const include = (refiners: readonly Refiner[] | null, within: boolean) => {
    for (const refiner of refiners ?? []) {
      const key = facetKey(field, refiner);
      const isChosen = keys.has(key);
      if (isChosen || within) found.set(key, isChosen ? 'selected' : 'included');
      include(refiner.children, within || isChosen);
    }
  };
  const reaches = (refiner: Refiner): boolean => {
    const below = (refiner.children ?? []).filter(reaches).length > 0;
    const key = facetKey(field, refiner);
    if (below && !found.has(key)) found.set(key, 'partial');
    return found.has(key);
  };
  include(facets, false);
  facets.forEach(reaches);
  return found;
}

/**
 * The selection after a click on `clicked`. The value replaces selected broader concepts, which it narrows, and narrower
 * ones, which it includes: in combination with either, it would have no effect. The hierarchy is known as far as the
 * response shows it.
 */
export function selectionAfterToggle(state: QueryWithResponse, clicked: ChosenFacet): ChosenFacet[] {
  const facet = inOwnFacet(clicked, state);
  const { field } = facet;
  const group = state.response?.facets.find((one) => one.field === field);
  const includes = (broader: ChosenFacet, narrower: ChosenFacet) =>
    group && checkboxStates(group, [broader]).get(facetKey(field, narrower)) === 'included';
  return toggled(distinctSelections(state), facet).filter(
    (one) => one === facet || one.field !== field || !(includes(one, facet) || includes(facet, one)),
  );
}
