/** Facet: disclosure heading, search field, and flat, hierarchical or range values. */
import type { Refiner } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { containsConcept, isRange } from '../store/query-state.ts';
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

/** The values that match the search text, or the first ones, and the concepts that the service found. */
function visibleValues(view: FacetView) {
  const { group, setting, state, hideEmpty } = view;
  const isOffered = (refiner: Refiner) => refiner.count > 0 || !hideEmpty || checkboxStateOf(refiner, view);
  const values = group.facets.filter(isOffered);
  const filter = normalize(state.filter.trim());
  const matching = filter ? values.filter((refiner) => matches(refiner, filter, group.field)) : values;
  const mayTruncate = setting?.showAllButton ?? true;
  // A facet without "Show more" shows all values; hidden ones would be unreachable.
  const isLong = matching.length >= DEFAULT_VISIBLE_VALUES + MIN_HIDDEN_VALUES;
  const isTruncated = mayTruncate && isLong && !filter && !state.showsAll;
  const shown = isTruncated
    ? matching.filter((refiner, index) => index < DEFAULT_VISIBLE_VALUES || checkboxStateOf(refiner, view))
    : matching;
  const hiddenCount = matching.length - shown.length;
  const mayHaveMore = hasMaximumSize(view);
  const suggested =
    filter && mayHaveMore ? state.suggested.filter(({ value }) => !containsConcept(values, value)) : [];
  const isWorthSearching = filter || mayHaveMore || countValues(values) >= MIN_SEARCHABLE_VALUES;
  return {
    filter,
    shown,
    suggested,
    mayHaveMore,
    hiddenCount,
    hasButton: hiddenCount > 0 || (mayTruncate && state.showsAll && !filter),
    isSearchable: (setting?.searchable ?? true) && isWorthSearching,
  };
}

/** Whether the response has the maximum number of concepts, so that the service may have more. */
const hasMaximumSize = ({ group: { facets }, setting }: FacetView): boolean =>
  countValues(facets) >= (setting?.maximumTerms ?? Number.POSITIVE_INFINITY) &&
  facets.some(({ value }) => value);

function valueList(view: FacetView): TemplateResult {
  const { group, state, locale, requestUpdate } = view;
  const { filter, shown, suggested, mayHaveMore, hiddenCount, hasButton, isSearchable } = visibleValues(view);
  const handleInput = (event: Event) => {
    state.filter = (event.target as HTMLInputElement).value;
    if (mayHaveMore) view.suggest(state.filter.trim());
    requestUpdate();
  };
  const toggleAll = () => {
    state.showsAll = !state.showsAll;
    requestUpdate();
  };
  const toggleText = hiddenCount ? locale.text('showMore', { count: hiddenCount }) : locale.text('showFewer');
  const searchText = locale.text('searchFacet', { facet: group.label });
  return html`
    ${
      isSearchable
        ? html`<input class="field find" type="search" autocomplete="off" aria-label=${searchText}
            placeholder=${searchText} .value=${state.filter} @input=${handleInput} />`
        : nothing
    }
    ${shown.length ? rows(shown, view, filter) : nothing}
    ${suggested.length ? html`<ul class="further">${suggested.map((refiner) => html`<li>${valueRow(refiner, view)}</li>`)}</ul>` : nothing}
    ${shown.length || suggested.length ? nothing : html`<p class="fine none">${locale.text('noValues')}</p>`}
    ${
      hasButton
        ? html`<button class="plain" type="button" aria-label=${locale.text('pair', { name: toggleText, value: group.label })} @click=${toggleAll}>${toggleText}</button>`
        : nothing
    }`;
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
