/** Result count: a number for display, words for screen readers. */
import { html, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';

export const documentCount = (count: number, locale: Locale): TemplateResult =>
  html`<span class="count muted"><span aria-hidden="true">${locale.number(count)}</span><span class="hidden">${locale.text('valueCount', { count })}</span></span>`;
