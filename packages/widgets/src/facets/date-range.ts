/** Date range filter: years first, exact days on demand. */
import { css, html, nothing, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';
import { dateFacet, type QueryState } from '../store/query-state.ts';
import type { SearchStore } from '../store/search-store.ts';
import { isExact, limitsOf } from './range.ts';

type End = 'from' | 'to';
/** First and last day of a year, appended to the year. */
const dayOfYear: Record<End, string> = { from: '-01-01', to: '-12-31' };

export function dateRange(
  { query: { dateRange: range }, response }: SearchStore,
  locale: Locale,
  change: (part: Partial<QueryState>) => void,
): TemplateResult {
  const apply = (event: Event) => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const data = new FormData(form);
    const [from, to] = [dayOf(data, 'from'), dayOf(data, 'to')];
    // Swaps bounds in the wrong order.
    change({ dateRange: from && to && from > to ? fullYears({ from: to, to: from }, form) : { from, to } });
  };
  const facet = response?.facets.find(({ field }) => field === dateFacet);
  const limits = facet && limitsOf(facet);
  const end = (name: End) => dateInputs(name, { range, limit: limits?.[name], locale });
  return html`<form class="dates" part="date-range" @submit=${apply}>
    <fieldset>
      <legend>${locale.text('date')}</legend>
      <div class="bounds years">
        ${end('from')}${end('to')}<button class="button" type="submit">${locale.text('apply')}</button>
      </div>
      <label class="exact"><input type="checkbox" name="exact" .checked=${isExact(range)} @change=${switchInputs} /> ${locale.text('exactDays')}</label>
    </fieldset>
  </form>`;
}

interface DateInputsView {
  range: QueryState['dateRange'];
  /** The first or the last year of the documents, if it is known. */
  limit: number | undefined;
  locale: Locale;
}

function dateInputs(name: End, { range, limit, locale }: DateInputsView): TemplateResult {
  const exact = isExact(range);
  const label = locale.text(name === 'from' ? 'fromYear' : 'toYear');
  return html`<label>
    <span>${locale.text(name)}</span>
    <input class="field year" name="${name}-year" type="number" inputmode="numeric" min="0" max="9999" step="1"
      placeholder=${limit ?? nothing}
      aria-label=${label} ?hidden=${exact} .value=${range[name].slice(0, 4)} />
    <input class="field day" name="${name}-day" type="date" max="9999-12-31"
      aria-label=${locale.text('pair', { name: locale.text('date'), value: locale.text(name) })} ?hidden=${!exact} .value=${range[name]} />
  </label>`;
}

/** Switches between year and day inputs and converts their values: a year to its first or last day, a day to its year. */
function switchInputs(event: Event): void {
  const checkbox = event.target as HTMLInputElement;
  const form = checkbox.form!;
  for (const name of ['from', 'to'] as const) {
    const year = form.elements.namedItem(`${name}-year`) as HTMLInputElement;
    const day = form.elements.namedItem(`${name}-day`) as HTMLInputElement;
    if (checkbox.checked) day.value = dayFromYear(year.value, name);
    else year.value = day.value.slice(0, 4);
    [year.hidden, day.hidden] = [checkbox.checked, !checkbox.checked];
  }
}

function dayOf(data: FormData, name: End): string {
  const day = String(data.get(`${name}-day`) ?? '');
  const year = String(data.get(`${name}-year`) ?? '').trim();
  return data.has('exact') ? day : dayFromYear(year, name);
}

const dayFromYear = (year: string, name: End): string =>
  /^\d{1,4}$/.test(year) ? `${year.padStart(4, '0')}${dayOfYear[name]}` : '';

/** The range with the first day of its first year and the last day of its last year, if it was entered in years. */
function fullYears(range: QueryState['dateRange'], form: HTMLFormElement): QueryState['dateRange'] {
  if (new FormData(form).has('exact')) return range;
  return { from: `${range.from.slice(0, 4)}${dayOfYear.from}`, to: `${range.to.slice(0, 4)}${dayOfYear.to}` };
}

export const styles = css`
  .dates {
    padding-block: var(--s12);
    border-block-start: 1px solid var(--line);
  }
  /* No separator if it is the first filter. */
  slot + .dates {
    border-block-start: 0;
  }
  .dates legend {
    margin-block-end: var(--s8);
    padding: 0;
    font-size: var(--f14);
    font-weight: 600;
  }
  .years {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) auto;
    align-items: end;
  }
  .exact {
    display: inline-flex;
    align-items: center;
    gap: var(--s8);
    min-block-size: var(--target);
    color: var(--muted);
    font-size: var(--f14);
    accent-color: var(--basic);
  }
  .years:has(.day:not([hidden])) {
    grid-template-columns: minmax(0, 1fr);
  }
`;
