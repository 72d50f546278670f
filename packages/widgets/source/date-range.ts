/** The date range: two years first, since documents are looked for by year; it becomes whole days. */
import { html, type TemplateResult } from 'lit';
import type { Locale } from './locale.ts';
import type { Question } from './question.ts';

export function dateRange(
  question: Question,
  locale: Locale,
  change: (part: Partial<Question>) => void,
): TemplateResult {
  const { from, to } = question.dateRange;
  const apply = (event: Event) => {
    event.preventDefault();
    const data = new FormData(event.target as HTMLFormElement);
    change({ dateRange: { from: edge(data.get('from'), '01-01'), to: edge(data.get('to'), '12-31') } });
  };
  const year = (name: 'from' | 'to', value: string) => html`<label>
    <span>${locale.text(name)}</span>
    <input class="field" name=${name} type="number" inputmode="numeric" min="0" max="9999" step="1"
      aria-label=${locale.text(name === 'from' ? 'fromYear' : 'toYear')} .value=${value.slice(0, 4)} />
  </label>`;
  return html`<form class="dates" part="date-range" @submit=${apply}>
    <fieldset>
      <legend>${locale.text('date')}</legend>
      <div class="years">${year('from', from)}${year('to', to)}<button class="button" type="submit">${locale.text('apply')}</button></div>
    </fieldset>
  </form>`;
}

function edge(year: FormDataEntryValue | null, day: string): string {
  const digits = String(year ?? '').trim();
  return /^\d{1,4}$/.test(digits) ? `${digits.padStart(4, '0')}-${day}` : '';
}
