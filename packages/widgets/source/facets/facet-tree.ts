/** A facet as a tree: nested lists of disclosure and checkbox, which every screen reader knows how to read. */
import type { Refiner } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { identify } from '../session/question.ts';
import { chevronIcon } from '../theme/chevron.ts';
import { type FacetView, matches, valueRow } from './facet.ts';

/** `path` tells two places of one concept apart: a thesaurus may put it under several broader ones. */
export function facetTree(
  refiners: readonly Refiner[],
  view: FacetView,
  wanted: string,
  path = '',
): TemplateResult {
  const most = Math.max(1, ...refiners.map(({ count }) => count));
  const shown = wanted ? refiners.filter((refiner) => matches(refiner, wanted, view.group.field)) : refiners;
  return html`<ul class="tree">${repeat(
    shown,
    (refiner) => refiner.value ?? refiner.label,
    (refiner) => branch(refiner, view, wanted, { most, key: `${path} ${refiner.value ?? refiner.label}` }),
  )}</ul>`;
}

function branch(
  refiner: Refiner,
  view: FacetView,
  wanted: string,
  { most, key }: { most: number; key: string },
) {
  const { state, locale, group } = view;
  const children = refiner.children ?? [];
  const { name } = identify(group.field, refiner);
  const found = wanted !== '' && children.some((child) => matches(child, wanted, group.field));
  const open = found || state.nodes.has(key);
  const flip = () => {
    if (!state.nodes.delete(key)) state.nodes.add(key);
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
    ${open && children.length ? facetTree(children, view, found && !name.toLowerCase().includes(wanted) ? wanted : '', key) : nothing}
  </li>`;
}
