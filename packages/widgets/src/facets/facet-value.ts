/** Facet value: row with checkbox, name and count, and the test whether a text matches the value. */
import type { Refiner } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { documentCount } from '../markup/document-parts.ts';
import type { CheckboxState } from '../store/checkbox-state.ts';
import { facetKey } from '../store/facet-values.ts';
import type { FacetView } from './facet-view.ts';
import { valueName } from './range-syntax.ts';

/** The row, without the count if the count is unknown. Rendered again only if it changes, because lists may be long. */
export function valueRow(refiner: Refiner, view: FacetView): unknown {
  const { label, value, count } = refiner;
  const state = checkboxStateOf(refiner, view);
  return guard([label, value, count, state, view.locale], () => renderRow(refiner, view, state));
}

function renderRow(refiner: Refiner, view: FacetView, state: CheckboxState | undefined): TemplateResult {
  const { group, locale, toggle } = view;
  const indeterminate = state === 'partial';
  const checked = state !== undefined && !indeterminate;
  const handleChange = ({ target }: Event) => {
    // Reverts the click: the next rendering sets the checkbox from the selection, which may be unchanged.
    Object.assign(target as HTMLInputElement, { checked, indeterminate });
    toggle(refiner);
  };
  return html`<label class="value ${state}" part="facet-value">
    <input type="checkbox" .checked=${checked} .indeterminate=${indeterminate} @change=${handleChange} />
    <span class="name"><bdi>${valueName(group.field, refiner, locale)}</bdi></span>
    ${refiner.count < 0 ? nothing : documentCount(refiner.count, locale)}
  </label>`;
}

export const checkboxStateOf = (
  refiner: Refiner,
  { group, checkboxStates }: FacetView,
): CheckboxState | undefined => checkboxStates.get(facetKey(group.field, refiner));

/** The text in lower case without diacritics, for filtering. */
export const normalize = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** Whether the name of the value or of a descendant contains the normalized `filter`. */
export const matches = (refiner: Refiner, filter: string, view: FacetView): boolean =>
  normalize(valueName(view.group.field, refiner, view.locale)).includes(filter) ||
  (refiner.children ?? []).some((child) => matches(child, filter, view));
