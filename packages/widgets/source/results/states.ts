/** The states without results: waiting, nothing found, failed, offline. */
import type { ApiError } from '@semantic-search/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';
import { activeCount, emptyQuestion } from '../session/question.ts';
import type { ResultsView } from './results-view.ts';
import { didYouMean } from './understood.ts';

export function nothingFound(view: ResultsView): TemplateResult {
  const { session, locale, change } = view;
  const { input } = session.answered ?? emptyQuestion;
  const filtered = activeCount(session.question) > 0;
  const broader = session.answer?.query.concepts.map(({ label }) => label) ?? [];
  return html`<div class="state" part="empty">
    ${didYouMean(view)}
    <slot name="empty"><p class="muted">${locale.text(filtered ? 'fewerFilters' : 'otherWords')}</p>
    <div class="chips">
      ${broader
        .filter((label) => label.toLowerCase() !== input.toLowerCase())
        .map(
          (label) =>
            html`<button class="button" type="button" @click=${() => change({ input: label })}>${label}</button>`,
        )}
      ${filtered ? html`<button class="button" type="button" @click=${() => change({ selectedFacets: [], dateRange: emptyQuestion.dateRange })}>${locale.text('clearAll')}</button>` : nothing}
      <button class="button" type="button" @click=${() => change(emptyQuestion)}>${locale.text('showEverything')}</button>
    </div></slot>
  </div>`;
}

/** What failed, in the visitor's words; the service's own words stay in the `semantic-search-error` event. */
export function errorText(error: ApiError, locale: Locale): string {
  const { status, code, retryAfter } = error;
  if (code === 'unreachable') return locale.text('unreachable');
  if (isRefused(error)) return locale.text('refused');
  if (status === 404) return locale.text('missing');
  if (status === 429) return locale.text('tooMany', { count: retryAfter ?? 1 });
  return locale.text('failed');
}

/** Another try would be refused as well. */
export const isRefused = ({ status }: ApiError): boolean => status === 401 || status === 403;

export function failed(
  error: ApiError,
  locale: Locale,
  { stale, retry }: { stale: boolean; retry: () => void },
): TemplateResult {
  const more = error.code === 'unreachable' ? 'offlineDetail' : 'failedDetail';
  return html`<div class="state failure" part="error">
    <p class="state-title">${errorText(error, locale)}</p>
    ${stale ? html`<p class="muted">${locale.text(more)}</p>` : nothing}
    ${isRefused(error) ? nothing : html`<button class="button" type="button" @click=${retry}>${locale.text('retry')}</button>`}
    <slot name="error"></slot>
  </div>`;
}

/** The owner's page names no configuration, so nothing can be asked. */
export const unconfigured = (locale: Locale): TemplateResult =>
  html`<div class="state failure" part="error"><p class="state-title">${locale.text('unconfigured')}</p></div>`;
