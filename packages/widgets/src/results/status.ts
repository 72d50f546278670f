/** Outcome of a search: its summary in a sentence, the empty state and the error state. */
import type { ApiError } from '@semantic-search/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';
import { errorText, isPermanentError } from '../markup/failures.ts';
import { activeFilterCount } from '../store/query-state.ts';
import type { SearchStore } from '../store/search-store.ts';
import type { ResultsView } from './view-model.ts';

/** The outcome of a search in a sentence, as heading of the results and for screen readers. */
export function resultSummary({ response, responseQuery }: SearchStore, locale: Locale): string {
  const { total } = response!;
  const { input } = responseQuery!;
  if (!total && activeFilterCount(responseQuery!)) return locale.text('nothingFiltered');
  if (!input) return locale.text(total ? 'results' : 'nothingAtAll', { count: total });
  return withoutOuterQuotes(locale.text(total ? 'resultsFor' : 'nothing', { count: total, input }), input);
}

/** Drops the quotation marks around an input that contains quotation marks; isolates (U+2068, U+2069) may be between. */
function withoutOuterQuotes(sentence: string, input: string): string {
  if (!/["“”„«»]/.test(input)) return sentence;
  const begin = sentence.indexOf(input);
  const mark = '[\\p{Ps}\\p{Pe}\\p{Pi}\\p{Pf}"]';
  const before = sentence.slice(0, begin).replace(new RegExp(`${mark}\\s?(\u2068?)$`, 'u'), '$1');
  const after = sentence.slice(begin + input.length).replace(new RegExp(`^(\u2069?)\\s?${mark}`, 'u'), '$1');
  return `${before}${input}${after}`;
}

/** No results, or none on the requested page; the hints are loaded lazily. */
export function nothingFound(view: ResultsView): TemplateResult {
  view.components.need('hints');
  return html`<div class="state" part="empty">
    <slot name="empty">${view.components.modules.hints?.emptyState(view)}</slot>
  </div>`;
}

/** The error with a way to continue, also above results of an earlier search. */
export function errorState(store: SearchStore, locale: Locale): TemplateResult {
  const error = store.error!;
  // On the owner's machine, the message also has its cause, which does not help visitors.
  const isOwnersPage = /^(localhost|127\..*|\[::1\]|)$/.test(location.hostname);
  return html`<div class="state failure" part="error">
    <p class="state-title">${errorText(error, locale)}</p>
    ${isOwnersPage ? html`<p class="muted" lang="en">${error.detail}</p>` : nothing}
    ${store.response && store.settings ? html`<p class="muted">${staleResultsNote(store, error, locale)}</p>` : nothing}
    ${isPermanentError(error) ? nothing : html`<button class="button" type="button" @click=${() => void store.retry()}>${locale.text('retry')}</button>`}
    <slot name="error"></slot>
  </div>`;
}

function staleResultsNote({ responseQuery, query }: SearchStore, { code }: ApiError, locale: Locale): string {
  const { input } = responseQuery!;
  if (input && input !== query.input) return locale.text('shownBefore', { input });
  return locale.text(code === 'unreachable' ? 'offlineDetail' : 'failedDetail');
}
