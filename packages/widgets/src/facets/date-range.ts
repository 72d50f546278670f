/** Date range filter: years first, exact days on demand. */
import '../locale/languages/en-dates.ts';
import { html, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';
import type { QueryState } from '../store/query-state.ts';
import { isExact } from './range.ts';

export { dateRangeStyles as styles } from './date-range-styles.ts';

type End = 'from' | 'to';
/** The first and last day of a year, after the year itself. */
const edges: Record<End, string> = { from: '-01-01', to: '-12-31' };

export function dateRange(
  { dateRange: range }: QueryState,
  locale: Locale,
  change: (part: Partial<QueryState>) => void,
): TemplateResult {
  const apply = (event: Event) => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const data = new FormData(form);
    const [from, to] = [dayOf(data, 'from'), dayOf(data, 'to')];
    // Ends given the wrong way round are turned.
    change({ dateRange: from && to && from > to ? inYears({ from: to, to: from }, form) : { from, to } });
  };
  return html`<form class="dates" part="date-range" @submit=${apply}>
    <fieldset>
      <legend>${locale.text('date')}</legend>
      <div class="years">
        ${end('from', range, locale)}${end('to', range, locale)}<button class="button" type="submit">${locale.text('apply')}</button>
      </div>
      <label class="exact"><input type="checkbox" name="exact" .checked=${isExact(range)} @change=${switchInputs} /> ${locale.text('exactDays')}</label>
    </fieldset>
  </form>`;
}

function end(name: End, range: QueryState['dateRange'], locale: Locale): TemplateResult {
  const exact = isExact(range);
  const label = locale.text(name === 'from' ? 'fromYear' : 'toYear');
  return html`<label>
    <span>${locale.text(name)}</span>
    <input class="field year" name="${name}-year" type="number" inputmode="numeric" min="0" max="9999" step="1"
      aria-label=${label} ?hidden=${exact} .value=${range[name].slice(0, 4)} />
    <input class="field day" name="${name}-day" type="date" max="9999-12-31"
      aria-label=${locale.text('pair', { name: locale.text('date'), value: locale.text(name) })} ?hidden=${!exact} .value=${range[name]} />
  </label>`;
}

/** What was given stays: a year becomes its first or last day, a day its year. */
function switchInputs(event: Event): void {
  const box = event.target as HTMLInputElement;
  const form = box.form!;
  for (const name of ['from', 'to'] as const) {
    const year = form.elements.namedItem(`${name}-year`) as HTMLInputElement;
    const day = form.elements.namedItem(`${name}-day`) as HTMLInputElement;
    if (box.checked) day.value = wholeYear(year.value, name);
    else year.value = day.value.slice(0, 4);
    [year.hidden, day.hidden] = [box.checked, !box.checked];
  }
}

function dayOf(data: FormData, name: End): string {
  const day = String(data.get(`${name}-day`) ?? '');
  const year = String(data.get(`${name}-year`) ?? '').trim();
  return data.has('exact') ? day : wholeYear(year, name);
}

const wholeYear = (year: string, name: End): string =>
  /^\d{1,4}$/.test(year) ? `${year.padStart(4, '0')}${edges[name]}` : '';

/** Years turned round keep their first and last days. */
function inYears(range: QueryState['dateRange'], form: HTMLFormElement): QueryState['dateRange'] {
  if (new FormData(form).has('exact')) return range;
  return { from: `${range.from.slice(0, 4)}${edges.from}`, to: `${range.to.slice(0, 4)}${edges.to}` };
}
