/** Status views: loading, empty, failed, offline. */
import type { ApiError } from '@semantic-search/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';
import { errorText, isRefused } from '../markup/error-messages.ts';
import { activeCount } from '../store/query-state.ts';
import type { SearchStore } from '../store/search-store.ts';
import type { ResultsView } from './view-model.ts';

/** What an answer gives, in a sentence: the heading of the results, and what a screen reader is told. */
export function outcome({ answer, answered }: SearchStore, locale: Locale): string {
  const { total } = answer!;
  // Quotation marks say how words are searched; in the sentence they would stand twice.
  const input = answered!.input.replaceAll('"', '');
  if (total) return locale.text(input ? 'resultsFor' : 'results', { count: total, input });
  if (activeCount(answered!)) return locale.text('nothingFiltered');
  return locale.text(input ? 'nothing' : 'nothingAtAll', { input });
}

/** Nothing was found, or nothing so far back; what leads on from there comes when it is needed. */
export function nothingFound(view: ResultsView, goTo: (start: number) => void): TemplateResult {
  view.parts.need('hints');
  return html`<div class="state" part="empty">
    <slot name="empty">${view.parts.hints?.hints(view, goTo)}</slot>
  </div>`;
}

export function failed(session: SearchStore, locale: Locale): TemplateResult {
  const error = session.error!;
  return html`<div class="state failure" part="error">
    <p class="state-title">${errorText(error, locale)}</p>
    ${session.answer && session.settings ? html`<p class="muted">${whatStays(session, error, locale)}</p>` : nothing}
    ${isRefused(error) ? nothing : html`<button class="button" type="button" @click=${() => void session.retry()}>${locale.text('retry')}</button>`}
    <slot name="error"></slot>
  </div>`;
}

function whatStays({ answered, question }: SearchStore, { code }: ApiError, locale: Locale): string {
  const { input } = answered!;
  if (input && input !== question.input) return locale.text('shownBefore', { input });
  return locale.text(code === 'unreachable' ? 'offlineDetail' : 'failedDetail');
}
