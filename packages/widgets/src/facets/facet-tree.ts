/** Hierarchical facet: nested lists of disclosure buttons and native checkboxes, without key handlers. */
import type { Refiner } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { identify } from '../store/query-state.ts';
import { chevronIcon } from '../theme/icons.ts';
import { checkboxStateOf, type FacetView, matches, normalize, valueRow } from './facet-value.ts';

/**
 * Renders the values that match `filter` with their ancestors, and everything below a match (`showAll`). A concept can occur
 * below several broader ones; `path` distinguishes the occurrences.
 */
export function facetTree(
  refiners: readonly Refiner[],
  view: FacetView,
  filter: string,
  path = '',
  showAll = !filter,
): TemplateResult {
  const shown = showAll ? refiners : refiners.filter((refiner) => matches(refiner, filter, view.group.field));
  return html`<ul class="tree">${repeat(
    shown,
    (refiner) => refiner.value ?? refiner.label,
    (refiner) =>
      branch(refiner, view, filter, {
        showAll,
        key: `${path} ${refiner.value ?? refiner.label}`,
      }),
  )}</ul>`;
}

function branch(
  refiner: Refiner,
  view: FacetView,
  filter: string,
  { showAll, key }: { showAll: boolean; key: string },
) {
  const { state, locale, group } = view;
  const children = refiner.children ?? [];
  const { name } = identify(group.field, refiner);
  const hasMatch = filter !== '' && children.some((child) => matches(child, filter, group.field));
  // Set once, so that the branch neither closes when the value is deselected nor reopens after the visitor closed it.
  if (!state.nodes.has(key) && checkboxStateOf(refiner, view) === 'partial') state.nodes.set(key, true);
  const open = hasMatch || state.nodes.get(key) === true;
  const toggle = () => {
    state.nodes.set(key, !open);
    view.requestUpdate();
  };
  return html`<li>
    <div class="branch">
      ${
        children.length
          ? html`<button
              class="square disclosure"
              type="button"
              aria-expanded=${open}
              aria-label=${locale.text('openTree', { name })}
              @click=${toggle}
            >${chevronIcon}</button>`
          : html`<span class="disclosure"></span>`
      }
      ${valueRow(refiner, view)}
    </div>
    ${open && children.length ? facetTree(children, view, filter, key, showAll || normalize(name).includes(filter)) : nothing}
  </li>`;
}
