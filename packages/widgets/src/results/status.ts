/** Status views: loading, empty, failed, offline. */
import type { ApiError } from '@semantic-search/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';
import { errorText, isRefused } from '../markup/error-messages.ts';
import { activeCount } from '../store/query-state.ts';
import type { SearchStore } from '../store/search-store.ts';
import type { ResultsView } from './view-model.ts';

/** What an response gives, in a sentence: the heading of the results, and what a screen reader is told. */
export function resultSummary({ response, responseQuery }: SearchStore, locale: Locale): string {
  const { total } = response!;
  // Quotation marks say how words are searched; in the sentence they would stand twice.
  const input = responseQuery!.input.replaceAll('"', '');
  if (total) return locale.text(input ? 'resultsFor' : 'results', { count: total, input });
  if (activeCount(responseQuery!)) return locale.text('nothingFiltered');
  return locale.text(input ? 'nothing' : 'nothingAtAll', { input });
}

/** Nothing was found, or nothing so far back; what leads on from there comes when it is needed. */
export function nothingFound(view: ResultsView, goTo: (start: number) => void): TemplateResult {
  view.parts.need('hints');
  return html`<div class="state" part="empty">
    <slot name="empty">${view.parts.hints?.emptyState(view, goTo)}</slot>
  </div>`;
}

export function failed(store: SearchStore, locale: Locale): TemplateResult {
  const error = store.error!;
  return html`<div class="state failure" part="error">
    <p class="state-title">${errorText(error, locale)}</p>
    ${store.response && store.settings ? html`<p class="muted">${whatStays(store, error, locale)}</p>` : nothing}
    ${isRefused(error) ? nothing : html`<button class="button" type="button" @click=${() => void store.retry()}>${locale.text('retry')}</button>`}
    <slot name="error"></slot>
  </div>`;
}

function whatStays({ responseQuery, query }: SearchStore, { code }: ApiError, locale: Locale): string {
  const { input } = responseQuery!;
  if (input && input !== query.input) return locale.text('shownBefore', { input });
  return locale.text(code === 'unreachable' ? 'offlineDetail' : 'failedDetail');
}
