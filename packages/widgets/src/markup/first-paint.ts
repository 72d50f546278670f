/** First paint: content below the header until the page and configuration have loaded. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';
import { columnSkeleton, skeleton } from './skeleton.ts';

/** Skeleton of the page, with `notice` above the results. */
export const initialBody = (
  narrow: boolean,
  notice: unknown,
): TemplateResult => html`<div class="body ${narrow ? '' : 'side-before begun'}">
  ${narrow ? nothing : html`<div class="side">${columnSkeleton()}</div>`}
  <div class="main">${notice}${skeleton(4)}</div>
</div>`;

/**
 * Error message for a part that failed to load. Browsers cache a failed module, so the button reloads the page;
 * the URL contains the search state.
 */
export const loadFailure = (
  locale: Locale,
): TemplateResult => html`<div class="state failure" part="error" role="alert">
  <p class="state-title">${locale.text('partFailed')}</p>
  <button class="button" type="button" @click=${() => location.reload()}>${locale.text('retry')}</button>
</div>`;
