/** Checkbox states of facet values: checked, mixed or covered by a broader concept. */
import type { FacetGroup, Refiner } from '@semantic-search/contract';
import {
  distinctSelections,
  facetKey,
  inOwnFacet,
  type QueryWithResponse,
  type SelectedValue,
  toggled,
} from './query-state.ts';

/** Selected itself, included by a selected broader concept, or partially selected by a narrower one. */
export type CheckboxState = 'selected' | 'included' | 'partial';
/** By `facetKey`; values without an entry are not selected. */
export type CheckboxStates = ReadonlyMap<string, CheckboxState>;

/** A concept below several broader ones has the same state at each occurrence. */
export function checkboxStates(
  { field, facets }: FacetGroup,
  selected: readonly SelectedValue[],
): CheckboxStates {
  const states = new Map<string, CheckboxState>();
  if (!selected.length) return states;
  const keys = new Set(selected.map((facet) => facetKey(field, facet)));
  const include = (refiners: readonly Refiner[] | null, within: boolean) => {
    for (const refiner of refiners ?? []) {
      const key = facetKey(field, refiner);
      const isSelected = keys.has(key);
      if (isSelected || within) states.set(key, isSelected ? 'selected' : 'included');
      include(refiner.children, within || isSelected);
    }
  };
  /** Marks the values above a selected one; returns whether the value has a state. */
  const markPartial = (refiner: Refiner): boolean => {
    const hasSelectedBelow = (refiner.children ?? []).filter(markPartial).length > 0;
    const key = facetKey(field, refiner);
    if (hasSelectedBelow && !states.has(key)) states.set(key, 'partial');
    return states.has(key);
  };
  include(facets, false);
  facets.forEach(markPartial);
  return states;
}

/**
 * The selection after a click on `clicked`. The value replaces selected broader concepts, which it narrows, and narrower
 * ones, which it includes: in combination with either, it would have no effect. The hierarchy is known as far as the
 * response shows it.
 */
export function selectionAfterToggle(state: QueryWithResponse, clicked: SelectedValue): SelectedValue[] {
  const facet = inOwnFacet(clicked, state);
  const { field } = facet;
  const group = state.response?.facets.find((other) => other.field === field);
  const includes = (broader: SelectedValue, narrower: SelectedValue) =>
    group && checkboxStates(group, [broader]).get(facetKey(field, narrower)) === 'included';
  return toggled(distinctSelections(state), facet).filter(
    (one) => one === facet || one.field !== field || !(includes(one, facet) || includes(facet, one)),
  );
}
