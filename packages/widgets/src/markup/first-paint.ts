/** First paint: content below the header until the page and configuration have loaded. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';
import { columnSkeleton, skeleton } from './skeleton.ts';

/** `notice` stands above the results to come. */
export const initialBody = (
  narrow: boolean,
  notice: unknown,
): TemplateResult => html`<div class="body ${narrow ? '' : 'side-before begun'}">
  ${narrow ? nothing : html`<div class="side">${columnSkeleton()}</div>`}
  <div class="main">${notice}${skeleton(4)}</div>
</div>`;

/**
 * Stands in the place of what could not be loaded. Browsers remember a module that failed, so the page is loaded again;
 * its address holds where the visitor was.
 */
export const loadFailure = (
  locale: Locale,
): TemplateResult => html`<div class="state failure" part="error" role="alert">
  <p class="state-title">${locale.text('partFailed')}</p>
  <button class="button" type="button" @click=${() => location.reload()}>${locale.text('retry')}</button>
</div>`;
