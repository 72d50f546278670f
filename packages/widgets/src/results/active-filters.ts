/** Active filters: removable chips and a button to clear them all. */
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { isExact, rangeName } from '../facets/range-syntax.ts';
import {
  activeFilterCount,
  allConcepts,
  distinctSelections,
  facetKey,
  identify,
  initialQuery,
  noFilters,
  type SelectedValue,
} from '../store/query-state.ts';
import { closeIcon } from '../theme/icons.ts';
import type { ResultsView } from './view-model.ts';

/** More values of a facet share one chip, for example the siblings left after unchecking one narrower value. */
const MAX_CHIPS_PER_FACET = 4;

export function activeFilters(view: ResultsView): TemplateResult | typeof nothing {
  const { store, locale, change, narrow } = view;
  const { query } = store;
  if (!activeFilterCount(query)) return nothing;
  const facetLabels = new Map(store.response?.facets.map(({ field, label }) => [field, label]));
  // A concept selected by its tag belongs to no particular facet.
  const labelOf = (field: string) =>
    facetLabels.get(field) ?? (field === allConcepts ? locale.text('concepts') : undefined);
  const nameOf = (facet: SelectedValue) => rangeName(facet.field, identify(facet.field, facet).name, locale);
  const selections = distinctSelections(store);
  const fields = [...new Set(selections.map(({ field }) => field))];
  const isFolded = (field: string) =>
    selections.filter((facet) => facet.field === field).length > MAX_CHIPS_PER_FACET;
  const foldedFields = fields.filter(isFolded);
  const { from, to } = query.dateRange;
  return html`<div class="active" part="active-filters" role="group" aria-label=${locale.text('activeFilters')}>
    <ul class="chips">
      ${repeat(
        selections.filter(({ field }) => !isFolded(field)),
        (facet) => facetKey(facet.field, facet),
        (facet) => chip(view, labelOf(facet.field), nameOf(facet), () => narrow(facet)),
      )}
      ${foldedFields.map((field) => {
        const [first, second, ...further] = selections.filter((facet) => facet.field === field);
        const name = `${nameOf(first!)} · ${nameOf(second!)} +${locale.number(further.length)}`;
        return chip(view, labelOf(field), name, () =>
          change({ selectedFacets: selections.filter((facet) => facet.field !== field) }),
        );
      })}
      ${
        from || to
          ? chip(view, locale.text('date'), `${dateText(view, from)} – ${dateText(view, to)}`, () =>
              change({ dateRange: initialQuery.dateRange }),
            )
          : nothing
      }
    </ul>
    <button class="plain" type="button" ?hidden=${store.response?.total === 0} @click=${() => change(noFilters)}>
      ${locale.text('clearAll')}
    </button>
  </div>`;
}

function chip(
  { locale }: ResultsView,
  facet: string | undefined,
  name: string,
  remove: () => void,
): TemplateResult {
  return html`<li class="chip chosen" part="active-filter">
    <span>${facet ? html`<span class="muted">${locale.text('pair', { name: facet, value: '' })}</span>` : nothing}<bdi>${name}</bdi></span>
    <button type="button" class="remove" aria-label=${locale.text('removeFilter', { name })} @click=${remove}>${closeIcon}</button>
  </li>`;
}

const dateText = ({ locale, settings, store }: ResultsView, iso: string): string => {
  if (!iso) return '…';
  // At noon, because `locale.date` formats midnight of January 1 as a year.
  return isExact(store.query.dateRange)
    ? locale.date(Date.parse(`${iso}T12:00Z`), settings.result.dateFormat)
    : iso.slice(0, 4);
};
