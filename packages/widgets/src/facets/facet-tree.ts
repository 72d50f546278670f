/** Hierarchical facet: nested lists of disclosure buttons and native checkboxes, without key handlers. */
import type { Refiner } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { identify } from '../store/query-state.ts';
import { chevronIcon } from '../theme/icons.ts';
import { checkboxStateOf, type FacetView, matches, normalize, valueRow } from './facet-value.ts';

interface TreeOptions {
  /** Normalized text that a value or one below it contains; empty for all values. */
  filter: string;
  /** Distinguishes the occurrences of a concept below several broader ones. */
  path?: string;
  /** Shows everything below a match. */
  showAll?: boolean;
}

/** Renders the values that match with their ancestors. */
export function facetTree(
  refiners: readonly Refiner[],
  view: FacetView,
  { filter, path = '', showAll = !filter }: TreeOptions,
): TemplateResult {
  const shown = showAll ? refiners : refiners.filter((refiner) => matches(refiner, filter, view.group.field));
  return html`<ul class="tree">${repeat(shown, keyOf, (refiner) =>
    branch(refiner, view, { filter, showAll, path: `${path} ${keyOf(refiner)}` }),
  )}</ul>`;
}

const keyOf = ({ value, label }: Refiner): string => value ?? label;

function branch(refiner: Refiner, view: FacetView, { filter, showAll, path }: Required<TreeOptions>) {
  const { state, locale, group } = view;
  const children = refiner.children ?? [];
  const { name } = identify(group.field, refiner);
  const hasMatch = filter !== '' && children.some((child) => matches(child, filter, group.field));
  // Set once, so that the branch neither closes when the value is deselected nor reopens after the visitor closed it.
  if (!state.nodes.has(path) && checkboxStateOf(refiner, view) === 'partial') state.nodes.set(path, true);
  const open = hasMatch || state.nodes.get(path) === true;
  const toggle = () => {
    state.nodes.set(path, !open);
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
    ${open && children.length ? facetTree(children, view, { filter, path, showAll: showAll || normalize(name).includes(filter) }) : nothing}
  </li>`;
}
