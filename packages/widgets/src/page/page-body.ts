/** Page body: filter column or drawer, results and detail view. */
import type { ConfigurationSettings } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { columnSkeleton } from '../markup/skeleton.ts';
import { actionsButton, resultsList } from '../results/results-list.ts';
import type { ResultsView } from '../results/view-model.ts';
import { activeFilterCount } from '../store/query-state.ts';
import { closeIcon } from '../theme/icons.ts';
import type { PageWidth } from './resize-controller.ts';

export interface PageView extends ResultsView {
  width: PageWidth;
  /** A separate panel of the page shows the filters. */
  filtersElsewhere: boolean;
  /** Whether an opening detail view takes the focus. */
  takesFocus: boolean;
  /** Removes all filters. */
  reset(): void;
  /** The live region, which the filter drawer needs too: screen readers ignore the page behind it. */
  liveRegion: TemplateResult;
}

/** Parts of the filters whose code loads lazily. */
const lazyFilterParts = ['facets', 'date', 'trends'] as const;
type LazyFilterPart = (typeof lazyFilterParts)[number];
type FilterPart = LazyFilterPart | 'reset';
const isLazy = (name: string): name is LazyFilterPart => lazyFilterParts.some((part) => part === name);
const isFilterPart = (name: string): name is FilterPart => isLazy(name) || name === 'reset';

/** The lazy components of the initial page, which are rendered after its first results are painted. */
export const initialComponents = ({ filter }: ConfigurationSettings) => [
  ...filter.componentOrder.filter(isLazy),
  'furtherResults' as const,
];

export function pageBody(view: PageView): TemplateResult {
  const { store, locale, components } = view;
  const parts = filterParts(view);
  const filtersPlace = placeOfFilters(parts, view);
  const detailPlace = placeOfDetail(view);
  const hasDrawer = filtersPlace === 'in-drawer';
  // Without results and active filters, there is nothing to filter; the column offers popular topics.
  const isFilterable = store.response?.total !== 0 || activeFilterCount(store.responseQuery!) > 0;
  const renderFilters = () => filters(parts, view);
  const renderColumn = () => html`<section class="side" part="filters" aria-label=${locale.text('filters')}>
    <div class="filters">${isFilterable ? renderFilters() : components.modules.hints?.popularTopics(view)}</div></section>`;
  const openFilters = (event: Event) => void openFilterDrawer(view, event);
  const listView = detailPlace === 'instead' ? { ...view, actions: undefined } : view;
  return html`<div class="body ${filtersPlace} ${detailPlace}">
      ${filtersPlace && !hasDrawer ? renderColumn() : nothing}
      <section class="main" aria-labelledby="results" ?hidden=${detailPlace === 'instead'}>
        <slot name="before-results"></slot>
        ${resultsList(listView, hasDrawer && isFilterable ? openFilters : undefined)}
        <slot></slot>
      </section>
      ${detailPlace && detailView(view)}
    </div>
    <slot name="footer"></slot>
    ${hasDrawer ? filterDrawer(view, renderFilters) : nothing}`;
}

/** The parts of the filters, in the order of the configuration. */
function filterParts({ settings, filtersElsewhere }: PageView): FilterPart[] {
  if (filtersElsewhere) return [];
  const { componentOrder, facetsToShow } = settings.filter;
  const hasFacets = facetsToShow.some(({ show }) => show);
  return componentOrder.filter(isFilterPart).filter((name) => name !== 'facets' || hasFacets);
}

/** The class of the body for the filters: in a column before or after the results, or in a drawer; empty without filters. */
function placeOfFilters(parts: readonly FilterPart[], { store, settings, width }: PageView) {
  // Without any response, the error stands alone.
  if (!parts.some(isLazy) || (store.error && !store.response)) return '';
  if (width === 'narrow') return 'in-drawer';
  const order = settings.filter.componentOrder;
  // The facets, which take most of the column, decide about its side.
  const isAfter = order.includes('results') && order.indexOf('results') < order.indexOf('facets');
  return isAfter ? 'side-after' : 'side-before';
}

/** The class of the body for the detail view: next to the list or, like error messages, instead of it; empty if closed. */
function placeOfDetail({ store, width, components }: PageView) {
  if (store.document === undefined) return '';
  return width === 'wide' && !components.failure('detail') ? 'beside' : 'instead';
}

/** The column appears as a whole with the first response; parts that arrive later would shift it. */
function filters(parts: readonly FilterPart[], view: PageView): TemplateResult {
  const { store, components } = view;
  const isComplete = store.response && parts.filter(isLazy).every(components.isSettled);
  if (!isComplete) return columnSkeleton();
  return html`<slot name="before-filters"></slot>${parts.map((name) => filterPart(name, view))}<slot name="after-filters"></slot>`;
}

function filterPart(name: FilterPart, view: PageView) {
  const { store, locale } = view;
  // Wide pages have this button next to the active filters.
  if (name === 'reset')
    return html`<button class="plain" type="button" ?hidden=${view.width !== 'narrow' || !activeFilterCount(store.query) || store.response?.total === 0} @click=${view.reset}>
      ${locale.text('clearAll')}
    </button>`;
  const failure = view.components.failure(name);
  if (failure) return failure;
  if (name === 'date') return view.components.modules.date?.dateRange(store, locale, view.change);
  if (name === 'trends') return view.components.modules.trends?.trends(store, locale);
  return html`<facet-panel inside exportparts="facet, facet-heading, facet-value" .headingLevel=${view.headingLevel}></facet-panel>`;
}

function detailView(view: PageView) {
  const { store, locale, width } = view;
  const failure = view.components.failure('detail');
  if (failure)
    return html`<section class="detail">
      <button class="plain" type="button" @click=${() => store.showDocument(undefined)}>${closeIcon}${locale.text('close')}</button>${failure}
    </section>`;
  return html`<semantic-search-detail
    class="detail" part="detail" exportparts="mark, text, concept-card, similar, similar-title"
    .store=${store} .locale=${locale} .headingLevel=${view.headingLevel}
    .takesFocus=${view.takesFocus} ?beside=${width === 'wide'}
    >${actionsButton(view, 'document')}<slot name="after-detail"></slot></semantic-search-detail>`;
}

/** Opens the drawer. Waits for its code if the click comes before it has loaded. */
async function openFilterDrawer(view: PageView, { currentTarget }: Event): Promise<void> {
  const root = (currentTarget as Element).getRootNode() as ShadowRoot;
  await view.components.need('filterDrawer');
  const dialog = root.querySelector<HTMLDialogElement>('dialog.drawer');
  const currentUrl = () => view.pageUrl(view.store.query.start);
  if (dialog) view.components.modules.filterDrawer?.openFilterDrawer(dialog, currentUrl);
}

/** The filter drawer; starts loading it the first time the page is narrow. */
function filterDrawer(view: PageView, renderFilters: () => unknown) {
  const { components } = view;
  void components.need('filterDrawer');
  return (
    components.failure('filterDrawer') ?? components.modules.filterDrawer?.filterDrawer(view, renderFilters)
  );
}
