/** Facet: disclosure heading, search field, and flat, hierarchical or range values. */
import type { Refiner } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { containsConcept, isRange } from '../store/facet-values.ts';
import { chevronIcon } from '../theme/icons.ts';
import { facetTree } from './facet-tree.ts';
import { checkboxStateOf, matches, normalize, valueRow } from './facet-value.ts';
import type { FacetView } from './facet-view.ts';

/** Values shown before "Show more". */
const DEFAULT_VISIBLE_VALUES = 8;
/** Minimum number of values behind "Show more": the button itself takes the space of two values. */
const MIN_HIDDEN_VALUES = 3;
/** Facets with at least this many values have a search field. */
const MIN_SEARCHABLE_VALUES = 10;
/** Longer lists skip the layout of rows outside the window, which would delay a selection. */
const MAX_FULL_LAYOUT_ROWS = 40;

export function facet(view: FacetView): TemplateResult {
  const { group, state, locale, requestUpdate } = view;
  const toggle = ({ currentTarget }: Event) => {
    state.isOpen = !state.isOpen;
    requestUpdate();
    const section = (currentTarget as Element).closest('section')!;
    // The window may show only the heading of the last facet; scrolling reveals its values.
    if (state.isOpen) requestAnimationFrame(() => section.scrollIntoView({ block: 'nearest' }));
  };
  return html`<section class="facet" part="facet">
    <h3 aria-level=${view.headingLevel}>
      <button class="heading" part="facet-heading" type="button" aria-expanded=${state.isOpen} @click=${toggle}>
        <span><bdi>${group.label}</bdi></span>${
          view.selectedCount ? html`<span class="badge">${locale.number(view.selectedCount)}</span>` : nothing
        }${chevronIcon}
      </button>
    </h3>
    <fieldset ?hidden=${!state.isOpen}>
      <legend class="hidden">${group.label}</legend>
      ${state.isOpen ? content(view) : nothing}
    </fieldset>
  </section>`;
}

const content = (view: FacetView): TemplateResult =>
  isRange(view.group.field)
    ? html`<div class="ranges">${view.ranges?.(view, valueList)}</div>`
    : valueList(view);

function valueList(view: FacetView): TemplateResult {
  const { group, state, hideEmpty, locale } = view;
  const isOffered = (refiner: Refiner) => refiner.count > 0 || !hideEmpty || checkboxStateOf(refiner, view);
  const values = group.facets.filter(isOffered);
  const filter = normalize(state.filter.trim());
  const shown = filter
    ? values.filter((refiner) => matches(refiner, filter, view))
    : firstValues(values, view);
  const further = filter ? furtherConcepts(values, view) : [];
  return html`
    ${isSearchable(values, filter, view) ? searchField(view) : nothing}
    ${shown.length ? rows(shown, view, filter) : nothing}
    ${further.length ? html`<ul class="further">${further.map((refiner) => html`<li>${valueRow(refiner, view)}</li>`)}</ul>` : nothing}
    ${shown.length || further.length ? nothing : html`<p class="fine none">${locale.text('noValues')}</p>`}
    ${filter ? nothing : showAllButton(values.length - shown.length, view)}`;
}

/** The values before "Show more" with the checked ones. Without this button, all values: hidden ones would be unreachable. */
function firstValues(values: readonly Refiner[], view: FacetView): readonly Refiner[] {
  const isLong = values.length >= DEFAULT_VISIBLE_VALUES + MIN_HIDDEN_VALUES;
  if (!isLong || view.state.showsAll || view.setting?.showAllButton === false) return values;
  return values.filter((refiner, index) => index < DEFAULT_VISIBLE_VALUES || checkboxStateOf(refiner, view));
}

/** The concepts that the service found for the search text, without the concepts of the response. */
const furtherConcepts = (values: readonly Refiner[], view: FacetView): readonly Refiner[] =>
  mayHaveMore(view) ? view.state.suggested.filter(({ value }) => !containsConcept(values, value)) : [];

/** Whether the response has the maximum number of concepts, so that the service may have further ones. */
const mayHaveMore = ({ group: { facets }, setting }: FacetView): boolean =>
  countValues(facets) >= (setting?.maximumTerms ?? Number.POSITIVE_INFINITY) &&
  facets.some(({ value }) => value);

function isSearchable(values: readonly Refiner[], filter: string, view: FacetView): boolean {
  if (view.setting?.searchable === false) return false;
  return filter !== '' || mayHaveMore(view) || countValues(values) >= MIN_SEARCHABLE_VALUES;
}

function searchField(view: FacetView): TemplateResult {
  const { group, state, locale } = view;
  const handleInput = ({ target }: Event) => {
    state.filter = (target as HTMLInputElement).value;
    if (mayHaveMore(view)) view.suggest(state.filter.trim());
    view.requestUpdate();
  };
  const name = locale.text('searchFacet', { facet: group.label });
  return html`<input class="field find" type="search" autocomplete="off" aria-label=${name}
    placeholder=${name} .value=${state.filter} @input=${handleInput} />`;
}

/** "Show more" or "Show fewer"; nothing if the facet shows all values anyway. */
function showAllButton(hiddenCount: number, view: FacetView) {
  const { group, setting, state, locale } = view;
  if (!hiddenCount && !(state.showsAll && setting?.showAllButton !== false)) return nothing;
  const toggleAll = () => {
    state.showsAll = !state.showsAll;
    view.requestUpdate();
  };
  const text = hiddenCount ? locale.text('showMore', { count: hiddenCount }) : locale.text('showFewer');
  const name = locale.text('pair', { name: text, value: group.label });
  return html`<button class="plain" type="button" aria-label=${name} @click=${toggleAll}>${text}</button>`;
}

function rows(refiners: readonly Refiner[], view: FacetView, filter: string) {
  if (refiners.some((refiner) => refiner.children?.length)) return facetTree(refiners, view, { filter });
  return html`<ul class=${refiners.length > MAX_FULL_LAYOUT_ROWS ? 'long' : ''}>${repeat(
    refiners,
    (refiner) => refiner.value ?? refiner.label,
    (refiner) => html`<li>${valueRow(refiner, view)}</li>`,
  )}</ul>`;
}

/** Number of values in all levels of a hierarchy. */
const countValues = (refiners: readonly Refiner[]): number =>
  refiners.reduce((sum, { children }) => sum + countValues(children ?? []), refiners.length);
