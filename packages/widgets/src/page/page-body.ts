/** Page body: filter column or drawer, results and detail view. */
import type { ConfigurationSettings } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { columnSkeleton } from '../markup/skeleton.ts';
import { actionsButton, resultsList } from '../results/results-list.ts';
import type { ResultsView } from '../results/view-model.ts';
import { activeFilterCount } from '../store/query-state.ts';
import { closeIcon } from '../theme/icons.ts';

export interface PageView extends ResultsView {
  /** Whether the page is too narrow for a column of filters, or wide enough for the detail view next to the list. */
  width: { isNarrow: boolean; isWide: boolean };
  /** A separate panel of the page shows the filters. */
  filtersElsewhere: boolean;
  /** Whether an opening detail view takes the focus. */
  takesFocus: boolean;
  /** Shows the results from offset `start`. */
  goTo(start: number): void;
  /** Removes all filters. */
  reset(): void;
}

/** Parts of the filter column, next to the results, whose code loads lazily. */
const lazyColumnParts = ['facets', 'date', 'trends'] as const;
type LazyColumnPart = (typeof lazyColumnParts)[number];
const isLazy = (name: string): name is LazyColumnPart => lazyColumnParts.some((part) => part === name);
const isColumnPart = (name: string): name is LazyColumnPart | 'reset' => isLazy(name) || name === 'reset';

/** The lazy components of the initial page, which are rendered after its first results are painted. */
export const initialComponents = ({ filter }: ConfigurationSettings) => [
  ...filter.componentOrder.filter(isLazy),
  'furtherResults' as const,
];

export function pageBody(view: PageView): TemplateResult {
  const { store, settings, locale, width, components } = view;
  const order = settings.filter.componentOrder;
  const hasFacets = settings.filter.facetsToShow.some(({ show }) => show);
  const columnParts = view.filtersElsewhere
    ? []
    : order.filter(isColumnPart).filter((name) => name !== 'facets' || hasFacets);
  // Without any response, the error stands alone.
  const hasColumn = columnParts.some((name) => name !== 'reset') && !(store.error && !store.response);
  const isColumnAfter = order.includes('results') && order.indexOf('results') < order.indexOf('facets');
  // The column appears as a whole with the first response; parts that arrive later would shift it.
  const isComplete = store.response && columnParts.filter(isLazy).every((name) => components.isSettled(name));
  const renderFilters = () =>
    isComplete
      ? html`<slot name="before-filters"></slot>${columnParts.map((name) => columnPart(name, view))}<slot name="after-filters"></slot>`
      : columnSkeleton();
  const hasDetail = store.document !== undefined;
  // A detail view that failed to load replaces the result list.
  const isBeside = hasDetail && width.isWide && !components.failure('detail', locale);
  const replacesList = hasDetail && !isBeside;
  // Without results and active filters, there is nothing to filter; the column offers popular topics.
  const hasNothing = store.response?.total === 0 && !activeFilterCount(store.responseQuery!);
  const showsColumn = hasColumn && !width.isNarrow;
  const hasDrawer = hasColumn && width.isNarrow;
  const columnClass = isColumnAfter ? 'side-after' : 'side-before';
  return html`<div class="body ${showsColumn ? columnClass : ''} ${isBeside ? 'beside' : ''}">
      ${showsColumn ? html`<section class="side" part="filters" aria-label=${locale.text('filters')}><div class="filters">${hasNothing ? components.modules.hints?.popularTopics(view) : renderFilters()}</div></section>` : nothing}
      <section class="main" aria-labelledby="results" ?hidden=${replacesList}>
        <slot name="before-results"></slot>
        ${resultsList(replacesList ? { ...view, actions: undefined } : view, {
          goTo: view.goTo,
          openFilters: hasDrawer && !hasNothing ? (event) => void openFilterDrawer(view, event) : undefined,
        })}
        <slot></slot>
      </section>
      ${hasDetail ? detailView(view) : nothing}
    </div>
    <slot name="footer"></slot>
    ${hasDrawer ? filterDrawer(view, renderFilters) : nothing}`;
}

function detailView(view: PageView) {
  const { store, locale, width } = view;
  const failure = view.components.failure('detail', locale);
  if (failure)
    return html`<section class="detail">
      <button class="plain" type="button" @click=${() => store.showDocument(undefined)}>${closeIcon}${locale.text('close')}</button>${failure}
    </section>`;
  return html`<semantic-search-detail
    class="detail" part="detail" exportparts="mark, text, concept-card, similar, similar-title"
    .store=${store} .locale=${locale} .headingLevel=${view.headingLevel}
    .takesFocus=${view.takesFocus} ?beside=${width.isWide}
    >${actionsButton(view, 'document')}<slot name="after-detail"></slot></semantic-search-detail>`;
}

function columnPart(name: LazyColumnPart | 'reset', view: PageView) {
  const { store, locale } = view;
  // Wide pages have this button next to the active filters.
  if (name === 'reset')
    return html`<button class="plain" type="button" ?hidden=${!view.width.isNarrow || !activeFilterCount(store.query) || store.response?.total === 0} @click=${view.reset}>
      ${locale.text('clearAll')}
    </button>`;
  const failure = view.components.failure(name, locale);
  if (failure) return failure;
  if (name === 'date') return view.components.modules.date?.dateRange(store, locale, view.change);
  if (name === 'trends') return view.components.modules.trends?.trends(store, locale);
  return html`<facet-panel inside exportparts="facet, facet-heading, facet-value" .headingLevel=${view.headingLevel}></facet-panel>`;
}

/** Opens the drawer. Waits for its code if the click comes before it has loaded. */
async function openFilterDrawer(view: PageView, { currentTarget }: Event): Promise<void> {
  const root = (currentTarget as Element).getRootNode() as ShadowRoot;
  await view.components.need('filterDrawer');
  const dialog = root.querySelector<HTMLDialogElement>('dialog.drawer');
  if (dialog)
    view.components.modules.filterDrawer!.openFilterDrawer(dialog, () =>
      view.pageUrl(view.store.query.start),
    );
}

/** The filter drawer; starts loading it the first time the page is narrow. */
function filterDrawer(view: PageView, renderFilters: () => unknown) {
  const { components, locale } = view;
  void components.need('filterDrawer');
  const drawer = components.modules.filterDrawer?.filterDrawer(view, renderFilters);
  return components.failure('filterDrawer', locale) ?? drawer ?? nothing;
}
