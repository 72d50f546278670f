/** Results list: heading, sort order, concepts, filters, list or status, pager. */
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { safely, slowNotice } from '../markup/failures.ts';
import { skeleton } from '../markup/skeleton.ts';
import { activeFilterCount, type QueryState, safeLink } from '../store/query-state.ts';
import { filterIcon, shareIcon } from '../theme/icons.ts';
import { activeFilters } from './active-filters.ts';
import { pager } from './pager.ts';
import { recognizedConcepts } from './recognized-concepts.ts';
import { result } from './result.ts';
import { errorState, nothingFound, resultSummary } from './status.ts';
import { tabs } from './tabs.ts';
import type { ActionsPlace, ResultsView } from './view-model.ts';

/** Number of results in the first paint: more than fit in most windows. */
const MAX_FIRST_RESULTS = 4;

/** `openFilters` opens the filter drawer; undefined if the filters are a column. */
export function resultsList(
  view: ResultsView,
  { goTo, openFilters }: { goTo: (start: number) => void; openFilters: ((event: Event) => void) | undefined },
): TemplateResult {
  const { store, locale } = view;
  const { response, error } = store;
  return html`${safely(() => tabs(view))}
    <div class="toolbar">
      <h2 id="results" tabindex="-1" aria-level=${view.headingLevel}><bdi>${heading(view)}</bdi></h2>
      ${response?.total ? actionsButton(view, 'list') : nothing}
      ${openFilters ? filterButton(view, openFilters) : nothing} ${response?.total ? sort(view) : nothing}
    </div>
    ${store.notice && response ? html`<p class="fine notice">${locale.text(store.notice)}</p>` : nothing}
    ${banner(view)} ${safely(() => recognizedConcepts(view))} ${activeFilters(view)}
    ${error ? errorState(store, locale) : nothing}
    ${store.isSlow ? slowNotice(locale, () => void store.retry()) : nothing}
    ${response ? list(view, goTo) : error ? nothing : skeleton({ asImages: isReady(view) && view.settings.result.showResultAsImage })}`;
}

/** The banner of a curation rule, as a link if the rule has a valid address. */
function banner({ store }: ResultsView) {
  const { text, link = '' } = store.response?.banner ?? {};
  if (!text) return nothing;
  const href = safeLink(link);
  return html`<p class="notice" part="banner" dir="auto">${href ? html`<a href=${href}>${text}</a>` : text}</p>`;
}

function heading({ store, settings, locale }: ResultsView): string {
  const { response } = store;
  if (!response || (response.total && !settings.result.showResultCount)) return locale.text('resultsHeading');
  return resultSummary(store, locale);
}

/** Whether the code for pictures, sentiment and sections has loaded, if results need it; starts loading it. */
function isReady({ settings, parts, store }: ResultsView): boolean {
  const { showResultAsImage, showDynamicSentiment } = settings.result;
  const isNeeded =
    showResultAsImage || showDynamicSentiment || store.response?.result.some(({ sections }) => sections?.[0]);
  if (!isNeeded || parts.richResults) return true;
  void parts.need('richResults');
  return parts.isSettled('richResults');
}

function list(view: ResultsView, goTo: (start: number) => void) {
  const { store, settings } = view;
  const { response, pending, responseQuery, error } = store;
  if (!response!.result.length && !pending) return nothingFound(view, goTo);
  if (!isReady(view)) return skeleton();
  const cards = view.parts.richResults && settings.result.showResultAsImage ? 'cards' : '';
  const isComplete = view.parts.isSettled('furtherResults');
  return html`<ol class="list ${cards} ${pending ? 'stale' : error ? 'old' : ''}" part="results" start=${(store.accumulates ? 0 : (responseQuery?.start ?? 0)) + 1}>
      ${repeat(
        response!.result.slice(0, isComplete ? undefined : MAX_FIRST_RESULTS),
        ({ id }) => id,
        (document, index) => safely(() => result(document, index, view)),
      )}
    </ol>
    ${isComplete ? pager(view, goTo) : nothing}`;
}

function filterButton({ store, locale }: ResultsView, openFilters: (event: Event) => void): TemplateResult {
  const count = activeFilterCount(store.query);
  const label = count
    ? html`<span aria-hidden="true">${locale.text('filters')}</span>
      <span class="badge" aria-hidden="true">${locale.number(count)}</span>
      <span class="hidden">${locale.text('openFilters', { count })}</span>`
    : locale.text('filters');
  return html`<button class="button" type="button" aria-haspopup="dialog" @click=${openFilters}>${filterIcon}${label}</button>`;
}

type Order = { order: QueryState['sort']; title: string };

const usualOrders: ['relevance' | 'newest' | 'oldest' | 'title', QueryState['sort']][] = [
  ['relevance', { field: 'relevance' }],
  ['newest', { field: 'date', direction: 'desc' }],
  ['oldest', { field: 'date', direction: 'asc' }],
  ['title', { field: 'title' }],
];

/** The orders to choose from: usual ones, and those of the configuration. */
function offeredOrders({ store, settings, locale }: ResultsView): Order[] {
  // Documents probably have no dates if the page has neither date filter nor date facet nor trends.
  const hasDates = /"(trends|date|dyn_flt_date)"/.test(JSON.stringify(settings.filter));
  // Without input, all documents are equally relevant and sorted by date, newest first.
  const hasRelevance = store.query.input !== '' || !hasDates;
  const isOffered = { relevance: hasRelevance, newest: hasDates, oldest: hasDates, title: true };
  const usual = usualOrders.filter(([key]) => isOffered[key]);
  const { sorts = [] } = settings.ranking ?? {};
  const [language = ''] = locale.tag.split('-');
  return [
    ...usual.map(([key, order]) => ({ order, title: locale.text(key) })),
    ...sorts.map(({ uri, direction, title, titles = {} }) => ({
      order: { field: uri, direction },
      title: titles[locale.tag] ?? titles[language] ?? title,
    })),
  ];
}

function sort(view: ResultsView): TemplateResult {
  const { store, settings, locale, change } = view;
  const { field, direction } = store.query.sort;
  const { defaultSort = 'relevance' } = settings.ranking ?? {};
  const orders = offeredOrders(view);
  const isUnset = field === 'relevance' && !direction;
  const isChosen = ({ order }: Order) =>
    isUnset
      ? order.field === defaultSort
      : order.field === field && (!order.direction || order.direction === direction);
  // The order by relevance needs a direction if it is not the default, for which it stands without one.
  const choose = (index: number) => {
    const { order } = orders[index]!;
    const isNamed = order.field === 'relevance' && defaultSort !== 'relevance';
    return isNamed ? { ...order, direction: 'desc' as const } : order;
  };
  const current = Math.max(0, orders.findIndex(isChosen));
  return html`<label class="sort"><span class="muted">${locale.text('sort')}</span>
    <select class="button" @change=${(event: Event) => change({ sort: choose((event.target as HTMLSelectElement).selectedIndex) })}>
      ${orders.map(({ title }, index) => html`<option ?selected=${index === current} .selected=${index === current}>${title}</option>`)}
    </select>
  </label>`;
}

/** The disclosure button of the result actions; nothing with `no-actions`. */
export function actionsButton({ locale, store, parts, pageUrl, actions }: ResultsView, place: ActionsPlace) {
  if (!actions) return nothing;
  const isOpen = actions.open === place;
  const toggle = () => actions.toggle(place);
  return html`<div class="actions of-${place}" slot="actions">
    <button class="square" type="button" aria-expanded=${isOpen} aria-label=${locale.text('actions')} title=${locale.text('actions')} @click=${toggle}>${shareIcon}</button>
    ${isOpen ? (parts.failure('actions', locale) ?? html`<semantic-search-actions class="floating" part="actions" .store=${store} .locale=${locale} .hasLink=${pageUrl(0)} @close=${toggle}></semantic-search-actions>`) : nothing}
  </div>`;
}
