/** Hierarchical facet: nested lists of disclosure buttons and native checkboxes, without key handlers. */
import type { Refiner } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { identify } from '../store/facet-values.ts';
import { chevronIcon } from '../theme/icons.ts';
import { checkboxStateOf, matches, normalize, valueRow } from './facet-value.ts';
import type { FacetView } from './facet-view.ts';

interface TreeOptions {
  /** Normalized text; only values that contain it, and their ancestors, are shown. */
  filter: string;
  /** Keys of the broader values; a concept may be below several broader concepts. */
  path?: string;
  /** Shows all values: without a filter, and below a value that contains it. */
  showAll?: boolean;
}

/** Nested lists of the values; calls itself for each expanded branch. */
export function facetTree(
  refiners: readonly Refiner[],
  view: FacetView,
  { filter, path = '', showAll = !filter }: TreeOptions,
): TemplateResult {
  const rows = showAll ? refiners : refiners.filter((refiner) => matches(refiner, filter, view));
  return html`<ul class="tree">${repeat(rows, keyOf, (refiner) =>
    branch(refiner, view, { filter, showAll, path: `${path} ${keyOf(refiner)}` }),
  )}</ul>`;
}

const keyOf = ({ value, label }: Refiner): string => value ?? label;

function branch(refiner: Refiner, view: FacetView, { filter, showAll, path }: Required<TreeOptions>) {
  const { state, locale, group } = view;
  const children = refiner.children ?? [];
  const { name } = identify(group.field, refiner);
  const hasMatch = filter !== '' && children.some((child) => matches(child, filter, view));
  // Opened once only: the branch stays open after deselection, and closed after the visitor has closed it.
  const isPartial = checkboxStateOf(refiner, view) === 'partial';
  if (isPartial && !state.branches.has(path)) state.branches.set(path, true);
  const isOpen = hasMatch || state.branches.get(path) === true;
  const toggle = () => {
    state.branches.set(path, !isOpen);
    view.requestUpdate();
  };
  return html`<li>
    <div class="branch">
      ${
        children.length
          ? html`<button class="square disclosure" type="button" aria-expanded=${isOpen}
              aria-label=${locale.text('openTree', { name })} @click=${toggle}>${chevronIcon}</button>`
          : html`<span class="disclosure"></span>`
      }
      ${valueRow(refiner, view)}
    </div>
    ${isOpen && children.length ? facetTree(children, view, { filter, path, showAll: showAll || normalize(name).includes(filter) }) : nothing}
  </li>`;
}
