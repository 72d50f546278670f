/** Active filters: removable chips and a button to clear them all. */
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { isExact, valueName } from '../facets/range-syntax.ts';
import { allConcepts, distinctSelections, facetKey, type SelectedValue } from '../store/facet-values.ts';
import { activeFilterCount, initialQuery, noFilters } from '../store/query-state.ts';
import { closeIcon } from '../theme/icons.ts';
import type { ResultsView } from './view-model.ts';

/** More values of a facet share one chip, for example the siblings left after unchecking one narrower value. */
const MAX_CHIPS_PER_FACET = 4;

export function activeFilters(view: ResultsView): TemplateResult | typeof nothing {
  const { store, locale, change, toggleFilter } = view;
  const { query } = store;
  if (!activeFilterCount(query)) return nothing;
  // A concept selected by its tag belongs to no particular facet.
  const labels = new Map([[allConcepts, locale.text('concepts')]]);
  for (const { field, label } of store.response?.facets ?? []) labels.set(field, label);
  const nameOf = (value: SelectedValue) => valueName(value.field, value, locale);
  const selections = distinctSelections(store);
  const selectionsByField = Map.groupBy(selections, ({ field }) => field);
  const isFolded = (field: string) => selectionsByField.get(field)!.length > MAX_CHIPS_PER_FACET;
  const foldedFields = [...selectionsByField.keys()].filter(isFolded);
  const { from, to } = query.dateRange;
  const dates = `${dateText(view, from)} – ${dateText(view, to)}`;
  const clearDates = () => change({ dateRange: initialQuery.dateRange });
  return html`<div class="active" part="active-filters" role="group" aria-label=${locale.text('activeFilters')}>
    <ul class="chips">
      ${repeat(
        selections.filter(({ field }) => !isFolded(field)),
        (value) => facetKey(value.field, value),
        (value) => chip(view, labels.get(value.field), nameOf(value), () => toggleFilter(value)),
      )}
      ${foldedFields.map((field) => {
        const [first, second, ...further] = selectionsByField.get(field)!;
        const name = `${nameOf(first!)} · ${nameOf(second!)} +${locale.number(further.length)}`;
        const others = selections.filter((value) => value.field !== field);
        return chip(view, labels.get(field), name, () => change({ selectedFacets: others }));
      })}
      ${from || to ? chip(view, locale.text('date'), dates, clearDates) : nothing}
    </ul>
    <button class="plain" type="button" ?hidden=${store.response?.total === 0} @click=${() => change(noFilters)}>
      ${locale.text('clearAll')}
    </button>
  </div>`;
}

/** A filter with the label of its facet, if it has one, and a button that removes it. */
function chip({ locale }: ResultsView, label: string | undefined, name: string, remove: () => void) {
  return html`<li class="chip chosen" part="active-filter">
    <span>${label ? html`<span class="muted">${locale.text('pair', { name: label, value: '' })}</span>` : nothing}<bdi>${name}</bdi></span>
    <button type="button" class="remove" aria-label=${locale.text('removeFilter', { name })} @click=${remove}>${closeIcon}</button>
  </li>`;
}

/** A bound of the date range as a day or a year, as in the date filter; an ellipsis if the bound is open. */
const dateText = ({ locale, settings, store }: ResultsView, day: string): string => {
  if (!day) return '…';
  if (!isExact(store.query.dateRange)) return day.slice(0, 4);
  // At noon, because `locale.date` formats midnight of January 1 as a year.
  return locale.date(Date.parse(`${day}T12:00Z`), settings.result.dateFormat);
};
