/** Field for the lifetime of a new token, and the lifetime that a form has. */
import { html, type TemplateResult } from 'lit';
import { text } from '../../text/text.ts';

const SECONDS_PER_DAY = 24 * 3600;

export const lifetimeField = (id: string): TemplateResult =>
  html`<div class="field"><label for=${id}>${text('validFor')}</label>
    <select id=${id} name="days"><option value="30">${text('days', { count: 30 })}</option><option value="365" selected>${text('years', { count: 1 })}</option><option value="1825">${text('years', { count: 5 })}</option></select></div>`;

/** Lifetime in seconds. */
export const lifetimeIn = (form: FormData): number => Number(form.get('days')) * SECONDS_PER_DAY;
