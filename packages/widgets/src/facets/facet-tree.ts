/** Hierarchical facet: nested lists of disclosure buttons and checkboxes. */
import type { Refiner } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { identify } from '../store/query-state.ts';
import { chevronIcon } from '../theme/icons.ts';
import { type FacetView, folded, matches, standingOf, valueRow } from './facet-value.ts';

/**
 * `path` tells two places of one concept apart: a thesaurus may put it under several broader ones. Where something
 * is wanted, only the ways to it are shown, and `whole` what lies below a match.
 */
export function facetTree(
  refiners: readonly Refiner[],
  view: FacetView,
  wanted: string,
  path = '',
  whole = !wanted,
): TemplateResult {
  const most = Math.max(1, ...refiners.map(({ count }) => count));
  const shown = whole ? refiners : refiners.filter((refiner) => matches(refiner, wanted, view.group.field));
  return html`<ul class="tree">${repeat(
    shown,
    (refiner) => refiner.value ?? refiner.label,
    (refiner) =>
      branch(refiner, view, wanted, { most, whole, key: `${path} ${refiner.value ?? refiner.label}` }),
  )}</ul>`;
}

function branch(
  refiner: Refiner,
  view: FacetView,
  wanted: string,
  { most, whole, key }: { most: number; whole: boolean; key: string },
) {
  const { state, locale, group } = view;
  const children = refiner.children ?? [];
  const { name } = identify(group.field, refiner);
  const found = wanted !== '' && children.some((child) => matches(child, wanted, group.field));
  // Once, so that it neither closes when the value is taken back nor opens again when the visitor closed it.
  if (!state.nodes.has(key) && standingOf(refiner, view) && holdsChosen(children, view))
    state.nodes.set(key, true);
  const open = found || state.nodes.get(key) === true;
  const flip = () => {
    state.nodes.set(key, !open);
    view.changed();
  };
  return html`<li>
    <div class="branch">
      ${
        children.length
          ? html`<button
              class="square twig"
              type="button"
              aria-expanded=${open}
              aria-label=${locale.text('openTree', { name })}
              @click=${flip}
            >${chevronIcon}</button>`
          : html`<span class="twig"></span>`
      }
      ${valueRow(refiner, view, most)}
    </div>
    ${open && children.length ? facetTree(children, view, wanted, key, whole || folded(name).includes(wanted)) : nothing}
  </li>`;
}

const holdsChosen = (refiners: readonly Refiner[], view: FacetView): boolean =>
  refiners.some(
    (refiner) => standingOf(refiner, view) === 'selected' || holdsChosen(refiner.children ?? [], view),
  );
