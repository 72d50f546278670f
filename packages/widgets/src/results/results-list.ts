/** Results list: heading, sort order, concepts, filters, list or status, pager. */
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { slow } from '../markup/error-messages.ts';
import { skeleton } from '../markup/skeleton.ts';
import { activeCount, type QueryState } from '../store/query-state.ts';
import { filterIcon, shareIcon } from '../theme/icons.ts';
import { safely } from '../util/lazy-import.ts';
import { activeFilters } from './active-filters.ts';
import { pager } from './pager.ts';
import { didYouMean, understood } from './recognized-concepts.ts';
import { result } from './result.ts';
import { failed, nothingFound, outcome } from './status.ts';
import type { ResultsView } from './view-model.ts';

/** `openFilters` is given where the filters are behind a button. */
export function resultsList(
  view: ResultsView,
  { goTo, openFilters }: { goTo: (start: number) => void; openFilters: (() => void) | undefined },
): TemplateResult {
  const { session, locale } = view;
  const { answer, error } = session;
  return html`<div class="toolbar">
      <h2 class="count" id="results" tabindex="-1" aria-level=${view.headingLevel}><bdi>${heading(view)}</bdi></h2>
      ${answer?.total ? actions(view) : nothing}
      ${openFilters ? filterButton(view, openFilters) : nothing} ${answer?.total ? sort(view) : nothing}
    </div>
    ${session.notice && answer ? html`<p class="notice muted">${locale.text(session.notice)}</p>` : nothing}
    ${didYouMean(view)} ${safely(() => understood(view))} ${activeFilters(view)}
    ${error ? failed(session, locale) : nothing}
    ${session.isSlow ? slow(locale, () => void session.retry()) : nothing}
    ${answer ? answered(view, goTo) : error ? nothing : skeleton(4, isReady(view) && view.settings.result.showResultAsImage)}`;
}

function heading({ session, settings, locale }: ResultsView): string {
  const { answer } = session;
  if (!answer || (answer.total && !settings.result.showResultCount)) return locale.text('resultsHeading');
  return outcome(session, locale);
}

/** Pictures are loaded where the owner shows them; without them there is the list. */
function isReady({ settings, parts }: ResultsView): boolean {
  if (!settings.result.showResultAsImage || parts.cards) return true;
  void parts.need('cards');
  return parts.isSettled('cards');
}

function answered(view: ResultsView, goTo: (start: number) => void) {
  const { session, settings } = view;
  const { answer, pending, answered, error } = session;
  if (!answer!.result.length && !pending) return nothingFound(view, goTo);
  if (!isReady(view)) return skeleton(4);
  const cards = view.parts.cards && settings.result.showResultAsImage ? 'cards' : '';
  return html`<ol class="list ${cards} ${pending ? 'stale' : error ? 'old' : ''}" part="results" start=${(session.accumulates ? 0 : (answered?.start ?? 0)) + 1}>
      ${repeat(
        answer!.result,
        ({ id }) => id,
        (document, index) => safely(() => result(document, index, view)),
      )}
    </ol>
    ${pager(view, goTo)}`;
}

function filterButton({ session, locale }: ResultsView, open: () => void): TemplateResult {
  const count = activeCount(session.question);
  const named = count
    ? html`<span aria-hidden="true">${locale.text('filters')}</span>
      <span class="badge" aria-hidden="true">${locale.number(count)}</span>
      <span class="hidden">${locale.text('openFilters', { count })}</span>`
    : locale.text('filters');
  return html`<button class="button" type="button" aria-haspopup="dialog" @click=${open}>${filterIcon}${named}</button>`;
}

const orders = [
  ['relevance', { field: 'relevance' }],
  ['newest', { field: 'date', direction: 'desc' }],
  ['oldest', { field: 'date', direction: 'asc' }],
  ['title', { field: 'title' }],
] as const satisfies readonly (readonly [string, QueryState['sort']])[];

function sort({ session, locale, change }: ResultsView): TemplateResult {
  const { field, direction } = session.question.sort;
  // Where nothing is asked all are equally relevant, and equally relevant documents stand newest first.
  const offered = session.question.input ? orders : orders.slice(1);
  const found = offered.findIndex(
    ([, order]) =>
      order.field === field &&
      (field !== 'date' || direction === ('direction' in order ? order.direction : undefined)),
  );
  const current = Math.max(0, found);
  return html`<label class="sort"><span class="muted">${locale.text('sort')}</span>
    <select class="button" @change=${(event: Event) => change({ sort: offered[(event.target as HTMLSelectElement).selectedIndex]![1] })}>
      ${offered.map(([key], index) => html`<option ?selected=${index === current} .selected=${index === current}>${locale.text(key)}</option>`)}
    </select>
  </label>`;
}

/** Behind a button; nothing where the owner does without. */
export function actions({ locale, session, parts, addressOfPage, actions }: ResultsView) {
  if (!actions) return nothing;
  const { open, toggle } = actions;
  return html`<div class="actions" slot="actions">
    <button class="square" type="button" aria-expanded=${open} aria-label=${locale.text('actions')} title=${locale.text('actions')} @click=${toggle}>${shareIcon}</button>
    ${open ? (parts.failure('actions', locale) ?? html`<semantic-search-actions part="actions" .session=${session} .locale=${locale} .hasLink=${addressOfPage(0)} @close=${toggle}></semantic-search-actions>`) : nothing}
  </div>`;
}
