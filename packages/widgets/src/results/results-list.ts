/** Results column of the page: toolbar, notices, active filters, list or status, pager. */
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { safely, slowNotice } from '../markup/failures.ts';
import { skeleton } from '../markup/skeleton.ts';
import { activeFilterCount } from '../store/query-state.ts';
import { safeLink } from '../store/safe-url.ts';
import { filterIcon, shareIcon } from '../theme/icons.ts';
import { activeFilters } from './active-filters.ts';
import { pager } from './pager.ts';
import { recognizedConcepts } from './recognized-concepts.ts';
import { result } from './result.ts';
import { sortOrder } from './sort-order.ts';
import { errorState, nothingFound, resultSummary } from './status.ts';
import { tabs } from './tabs.ts';
import type { ActionsPlace, ResultsView } from './view-model.ts';

/** Number of results in the first paint: more than fit in most windows. */
const MAX_FIRST_RESULTS = 4;

/** `openFilters` opens the filter drawer; undefined if the filters are a column. */
export function resultsList(view: ResultsView, openFilters: EventListener | undefined): TemplateResult {
  const { store, locale } = view;
  const { response, error } = store;
  return html`${safely(() => tabs(view))}
    <div class="toolbar">
      <h2 id="results" tabindex="-1" aria-level=${view.headingLevel}><bdi>${heading(view)}</bdi></h2>
      ${response?.total ? actionsButton(view, 'list') : nothing}
      ${openFilters ? filterButton(view, openFilters) : nothing} ${response?.total ? sortOrder(view) : nothing}
    </div>
    ${store.notice && response ? html`<p class="fine notice">${locale.text(store.notice)}</p>` : nothing}
    ${banner(view)} ${safely(() => recognizedConcepts(view))} ${activeFilters(view)}
    ${error ? errorState(store, locale) : nothing}
    ${store.request === 'slow' ? slowNotice(locale, () => void store.retry()) : nothing}
    ${list(view)}`;
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
function isReady({ settings, components, store }: ResultsView): boolean {
  const { showResultAsImage, showDynamicSentiment } = settings.result;
  const isNeeded =
    showResultAsImage || showDynamicSentiment || store.response?.result.some(({ sections }) => sections?.[0]);
  if (!isNeeded || components.modules.richResults) return true;
  void components.need('richResults');
  return components.isSettled('richResults');
}

/** The list of the newest response. Before the first response, a skeleton, or nothing below an error. */
function list(view: ResultsView) {
  const { response, error, request, accumulates, responseQuery } = view.store;
  const asImages = view.settings.result.showResultAsImage;
  if (!response) return error ? nothing : skeleton({ asImages: isReady(view) && asImages });
  const results = response.result;
  if (!results.length && !request) return nothingFound(view);
  if (!isReady(view)) return skeleton();
  const isComplete = view.components.isSettled('furtherResults');
  const firstNumber = (accumulates ? 0 : (responseQuery?.start ?? 0)) + 1;
  return html`<ol class="list ${listStyle(view)}" part="results" start=${firstNumber}>
      ${repeat(
        isComplete ? results : results.slice(0, MAX_FIRST_RESULTS),
        ({ id }) => id,
        (document, index) => safely(() => result(document, index, view)),
      )}
    </ol>
    ${isComplete ? pager(view) : nothing}`;
}

/** Classes of the list: whether results are cards with pictures, and whether they are older than an error. */
function listStyle({ store, settings, components }: ResultsView): string {
  const isCards = components.modules.richResults && settings.result.showResultAsImage;
  const isOutdated = store.error && !store.request;
  return `${isCards ? 'cards' : ''} ${isOutdated ? 'outdated' : ''}`;
}

/** The button of the filter drawer, with the number of active filters. */
function filterButton({ store, locale }: ResultsView, openFilters: EventListener): TemplateResult {
  const count = activeFilterCount(store.query);
  const label = count
    ? html`<span aria-hidden="true">${locale.text('filters')}</span>
      <span class="badge" aria-hidden="true">${locale.number(count)}</span>
      <span class="hidden">${locale.text('openFilters', { count })}</span>`
    : locale.text('filters');
  return html`<button class="button" type="button" aria-haspopup="dialog" @click=${openFilters}>${filterIcon}${label}</button>`;
}

/** The disclosure button of the result actions; nothing with `no-actions`. */
export function actionsButton(view: ResultsView, place: ActionsPlace) {
  const { locale, store, components, pageUrl, actions } = view;
  if (!actions) return nothing;
  const isOpen = actions.open === place;
  const toggle = () => actions.toggle(place);
  const menu = html`<semantic-search-actions class="floating" part="actions" .store=${store} .locale=${locale}
    .hasLink=${pageUrl(0) !== undefined} @close=${toggle}></semantic-search-actions>`;
  return html`<div class="actions of-${place}" slot="actions">
    <button class="square" type="button" aria-expanded=${isOpen} aria-label=${locale.text('actions')} title=${locale.text('actions')} @click=${toggle}>${shareIcon}</button>
    ${isOpen ? (components.failure('actions') ?? menu) : nothing}
  </div>`;
}
