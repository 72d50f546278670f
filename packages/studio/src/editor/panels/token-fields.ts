/** Fields of the form for a new token, and their values: origins of websites, and lifetime. */
import { html, type TemplateResult } from 'lit';
import { text } from '../../text/text.ts';

export const originsField = (id: string, label: string): TemplateResult =>
  html`<div class="field"><label for=${id}>${label}</label>
    <input id=${id} name="origins" type="text" required placeholder="https://www.example.org" autocomplete="off" spellcheck="false" aria-describedby="${id}-hint" />
    <p class="hint" id="${id}-hint">${text('addressesHint')}</p></div>`;

/** The first of `origins` that is not a web address; undefined if all are. */
export const invalidOrigin = (origins: readonly string[]): string | undefined =>
  origins.find((origin) => !/^https?:\/\/[^/?#@]+$/.test(origin) || !URL.canParse(origin));

/** Origins in a text, separated by spaces or commas; a path is ignored, and `https:` assumed. */
export function originsIn(text: string): string[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  return [...new Set(words.map(originOf))];
}

function originOf(text: string): string {
  const url = text.includes('://') ? text : `https://${text}`;
  return URL.canParse(url) ? new URL(url).origin : text;
}

const SECONDS_PER_DAY = 24 * 3600;

export const lifetimeField = (id: string): TemplateResult =>
  html`<div class="field"><label for=${id}>${text('validFor')}</label>
    <select id=${id} name="days"><option value="30">${text('days', { count: 30 })}</option><option value="365" selected>${text('years', { count: 1 })}</option><option value="1825">${text('years', { count: 5 })}</option></select></div>`;

/** Lifetime in seconds. */
export const lifetimeIn = (form: FormData): number => Number(form.get('days')) * SECONDS_PER_DAY;
