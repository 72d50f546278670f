/** How many documents there are: a figure for the eye, and the same in words for the ear. */
import { html, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';

export const counted = (count: number, locale: Locale): TemplateResult =>
  html`<span class="count muted"><span aria-hidden="true">${locale.number(count)}</span><span class="hidden">${locale.text('valueCount', { count })}</span></span>`;
