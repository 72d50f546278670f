/** Failures of imports, rendering and requests, and the messages about them for visitors. */
import type { ApiError } from '@semantic-search/client';
import { html, type TemplateResult } from 'lit';
import type { Locale, MessageKey } from '../locale/locale.ts';

/** Message for visitors, by default `fallback`; the `semantic-search-error` event has the message of the service. */
export function errorText(error: ApiError, locale: Locale, fallback: MessageKey = 'failed'): string {
  const { status, code, retryAfter } = error;
  if (code === 'unreachable') return locale.text('unreachable');
  if (isPermanentError(error)) return locale.text('refused');
  if (status === 429) return locale.text('tooMany', { count: retryAfter ?? 1 });
  return locale.text(fallback);
}

/** Whether a retry would fail too: the token has expired, or the configuration was deleted. */
export const isPermanentError = ({ status }: ApiError): boolean => [401, 403, 404].includes(status);

/** Notice of a slow response, with a button to try again. */
export const slowNotice = (locale: Locale, retry: () => void): TemplateResult =>
  html`<p class="fine notice">${locale.text('slow')} <button class="plain" type="button" @click=${retry}>${locale.text('retry')}</button></p>`;

/** Error message for a part that failed to load. Browsers cache a failed module, so the button reloads the page. */
export const loadFailure = (locale: Locale) => html`<div class="state failure" part="error" role="alert">
  <p class="state-title">${locale.text('partFailed')}</p>
  <button class="button" type="button" @click=${() => location.reload()}>${locale.text('retry')}</button>
</div>`;

/** Page body with an error only. */
export const errorBody = (failure: TemplateResult): TemplateResult =>
  html`<div class="body"><section class="main alone">${failure}</section></div>`;

/** Error for visitors of a page whose element has no valid configuration. */
export const unconfigured = (locale: Locale): TemplateResult =>
  errorBody(
    html`<div class="state failure" part="error"><p class="state-title">${locale.text('unconfigured')}</p></div>`,
  );

/** Resolves to undefined if a module or language fails to load: offline, or a new version has replaced it. */
export const tryImport = <Part>(loading: Promise<Part>): Promise<Part | undefined> =>
  loading.catch((cause: unknown) => void console.error(cause));

/** The result of `render`; undefined if malformed data makes it throw. */
export function safely<Rendered>(render: () => Rendered): Rendered | undefined {
  try {
    return render();
  } catch (cause) {
    console.error(cause);
    return undefined;
  }
}
