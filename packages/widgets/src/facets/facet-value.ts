/** Facet value: checkbox, label and count, with the shared view model of a facet. */
import type { FacetGroup, FacetSetting, Refiner } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { Locale } from '../locale/locale.ts';
import { documentCount } from '../markup/document-parts.ts';
import type { CheckboxState, CheckboxStates } from '../store/checkbox-state.ts';
import { distinctSelections, facetKey, identify, isRange, type SelectedValue } from '../store/query-state.ts';
import type { SearchStore } from '../store/search-store.ts';
import { rangeName } from './range-syntax.ts';

/** What the visitor expanded and typed in a facet; it persists across responses. */
export interface FacetState {
  open: boolean;
  /** Whether the visitor expanded the list with "Show more". */
  showsAll: boolean;
  filter: string;
  /** The query for which the filter text was typed; another query clears the filter text. */
  input: string;
  /** Concepts that the service found for the filter text, without counts. */
  suggested: readonly Refiner[];
  /** Whether a branch is expanded, by key. */
  nodes: Map<string, boolean>;
}

export interface FacetView {
  /** Facet of the response, with the selected values that the response omits; a `count` below 0 is unknown. */
  group: FacetGroup;
  setting: FacetSetting | undefined;
  locale: Locale;
  /** Heading level. */
  level: number;
  state: FacetState;
  /** Hides values without documents. */
  hideEmpty: boolean;
  /** Label of the selected custom range; empty if there is none. */
  customRange: string;
  chooseRange(label: string): void;
  /** Renders histogram, slider and inputs, or a list of values; undefined until they are loaded. */
  ranges: ((view: FacetView, list: (view: FacetView) => TemplateResult) => TemplateResult) | undefined;
  /** Number of selected values. */
  selectedCount: number;
  checkboxStates: CheckboxStates;
  toggle(refiner: Refiner): void;
  /** Requests concepts of this facet that the response does not include. */
  find(text: string): void;
  requestUpdate(): void;
}

/** Checkbox, name and count; a `count` below 0 is unknown. Rendered again only if it changes, because lists may be long. */
export function valueRow(refiner: Refiner, view: FacetView): unknown {
  const { group, locale, toggle } = view;
  const { label, value, count } = refiner;
  const checkboxState = checkboxStateOf(refiner, view);
  return guard([label, value, count, checkboxState, locale], () => {
    const indeterminate = checkboxState === 'partial';
    const checked = !!checkboxState && !indeterminate;
    const change = ({ target }: Event) => {
      // Reverts the click: the next rendering sets the checkbox from the selection, which may be unchanged.
      Object.assign(target as HTMLInputElement, { checked, indeterminate });
      toggle(refiner);
    };
    return html`<label class="value ${checkboxState}" part="facet-value">
    <input type="checkbox" .checked=${checked} .indeterminate=${indeterminate} @change=${change} />
    <span class="name"><bdi>${rangeName(group.field, identify(group.field, refiner).name, locale)}</bdi></span>
    ${count < 0 ? nothing : documentCount(count, locale)}
  </label>`;
  });
}

export const checkboxStateOf = (
  refiner: Refiner,
  { group, checkboxStates }: FacetView,
): CheckboxState | undefined => checkboxStates.get(facetKey(group.field, refiner));

/** Case folding and removal of diacritics, for filtering. */
export const normalize = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** Whether the name of the value or of a descendant contains the normalized `filter`. */
export const matches = (refiner: Refiner, filter: string, field: string): boolean =>
  normalize(identify(field, refiner).name).includes(filter) ||
  (refiner.children ?? []).some((child) => matches(child, filter, field));

/** A facet of the response with its selected values. */
export interface ShownFacet {
  /** The field, and how many facets before it have the same field: a configuration may show one in two modes. */
  key: string;
  group: FacetGroup;
  setting: FacetSetting | undefined;
  selected: readonly SelectedValue[];
}

/** The facets of the response with their settings: by position if none is missing, or else by title. */
export function shownFacets(store: SearchStore): ShownFacet[] {
  const { facets } = store.response!;
  const offered = store.settings!.filter.facetsToShow.filter((setting) => setting.show);
  const selections = distinctSelections(store);
  return facets.map((group, index) => ({
    key: `${group.field} ${facets.slice(0, index).filter(({ field }) => field === group.field).length}`,
    group,
    setting:
      offered.length === facets.length
        ? offered[index]
        : offered.find(({ title, titles }) => [title, ...Object.values(titles ?? {})].includes(group.label)),
    selected: selectionsOf(selections, group),
  }));
}

export const selectionsOf = (selections: readonly SelectedValue[], { field }: FacetGroup): SelectedValue[] =>
  selections.filter((facet) => facet.field === field);

/** The selected values that have no checkbox state in the response; a `count` below 0 is unknown. */
export function missingSelections(
  { responseQuery, response }: SearchStore,
  { group, setting, selected }: ShownFacet,
  checkboxStates: CheckboxStates,
): Refiner[] {
  const { field, facets } = group;
  const missingFacets = selected.filter((facet) => !checkboxStates.has(facetKey(field, facet)));
  // A custom range would look like a bar of the histogram; visitors deselect it by its chip.
  if (!missingFacets.length || isRange(field)) return [];
  const isTruncated =
    facets.length >= (setting?.maximumTerms ?? 0) || facets.some(({ children }) => children?.length);
  // The only selected value of a facet has the count of the results.
  const isOnlySelection =
    responseQuery && selectionsOf(distinctSelections({ query: responseQuery, response }), group).length === 1;
  const unknownOrNone = response!.total > 0 && isTruncated ? -1 : 0;
  const count = isOnlySelection ? response!.total : unknownOrNone;
  return missingFacets.map(({ label = '', value = null }) => ({ count, label, value, children: null }));
}
