/** Facet: disclosure heading, search field, and flat, hierarchical or range values. */
import type { Refiner } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import { holds, isRange } from '../store/query-state.ts';
import { chevronIcon } from '../theme/icons.ts';
import { facetTree } from './facet-tree.ts';
import { type FacetView, folded, matches, standingOf, valueRow } from './facet-value.ts';

/** Values shown before "Show more", and from how many on there is a search field. */
const few = 8;
const searchableFrom = 10;
/** A service that delivered as many as it may knows more concepts, which can be searched for; they may find nothing. */
const mayBeMore = ({ group: { facets }, setting }: FacetView): boolean =>
  countValues(facets) >= (setting?.maximumTerms ?? Number.POSITIVE_INFINITY) &&
  facets.some(({ value }) => value);
/** Rows from which on those out of view are not laid out. */
const many = 40;

export function facet(view: FacetView): TemplateResult {
  const { group, state, locale, changed } = view;
  const flip = () => {
    state.open = !state.open;
    changed();
  };
  return html`<section class="facet" part="facet">
    <h3 aria-level=${view.level}>
      <button class="heading" part="facet-heading" type="button" aria-expanded=${state.open} @click=${flip}>
        <span><bdi>${group.label}</bdi></span>${
          view.chosen ? html`<span class="badge">${locale.number(view.chosen)}</span>` : nothing
        }${chevronIcon}
      </button>
    </h3>
    <fieldset ?hidden=${!state.open}>
      <legend class="hidden">${group.label}</legend>
      ${state.open ? values(view) : nothing}
    </fieldset>
  </section>`;
}

function values(view: FacetView) {
  const { group, setting, state, locale, changed } = view;
  const all = group.facets.filter(
    (refiner) => refiner.count > 0 || !view.hideEmpty || standingOf(refiner, view),
  );
  const wanted = folded(state.filter.trim());
  const found = wanted ? all.filter((refiner) => matches(refiner, wanted, group.field)) : all;
  // To hide one or two values costs more room than to show them.
  const hasButton = setting?.showAllButton ?? true;
  // Without the button nothing is cut: what is left out could never be seen.
  const cut = hasButton && !wanted && !state.all && found.length > few + 2;
  const shown = cut ? found.filter((refiner, index) => index < few || standingOf(refiner, view)) : found;
  const asks = mayBeMore(view);
  const further = wanted && asks ? state.found.filter(({ value }) => !holds(all, value)) : [];
  const search = (event: Event) => {
    state.filter = (event.target as HTMLInputElement).value;
    if (asks) view.find(state.filter.trim());
    changed();
  };
  const more = () => {
    state.all = !state.all;
    changed();
  };
  return html`${isRange(group.field) ? html`<div class="ranges ${group.facets.length > 2 ? 'drawn' : ''}">${view.ranges?.(view)}</div>` : nothing}
    ${
      (setting?.searchable ?? true) && (wanted || countValues(all) >= searchableFrom || asks)
        ? html`<input
            class="field find"
            type="search"
            autocomplete="off"
            aria-label=${locale.text('searchFacet', { facet: group.label })}
            placeholder=${locale.text('searchFacet', { facet: group.label })}
            .value=${state.filter}
            @input=${search}
          />`
        : nothing
    }
    ${shown.length ? rows(shown, view, wanted) : nothing}
    ${further.length ? html`<ul class="further">${further.map((refiner) => html`<li>${valueRow(refiner, view)}</li>`)}</ul>` : nothing}
    ${shown.length || further.length ? nothing : html`<p class="none">${locale.text('noValues')}</p>`}
    ${
      (cut || (state.all && !wanted)) && hasButton
        ? html`<button class="plain" type="button" @click=${more}>${
            cut
              ? locale.text('showMore', { count: found.length - shown.length, facet: group.label })
              : locale.text('showFewer', { facet: group.label })
          }</button>`
        : nothing
    }`;
}

function rows(refiners: readonly Refiner[], view: FacetView, wanted: string) {
  if (refiners.some((refiner) => refiner.children?.length)) return facetTree(refiners, view, wanted);
  const most = Math.max(1, ...refiners.map(({ count }) => count));
  // Of hundreds of rows only those that have changed are rendered again, and only those in view are laid out.
  const row = (refiner: Refiner) => {
    const { count, label, value } = refiner;
    return guard([count, label, value, most, standingOf(refiner, view), view.locale], () =>
      valueRow(refiner, view, most),
    );
  };
  return html`<ul class=${refiners.length > many ? 'long' : ''}>${repeat(
    refiners,
    (refiner) => refiner.value ?? refiner.label,
    (refiner) => html`<li>${row(refiner)}</li>`,
  )}</ul>`;
}

const countValues = (refiners: readonly Refiner[]): number =>
  refiners.reduce((sum, { children }) => sum + countValues(children ?? []), refiners.length);
