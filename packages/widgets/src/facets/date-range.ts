/** Date range filter (lazy): two years, or two days if the visitor asks for exact days. */
import { css, html, nothing, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';
import { dateFacet } from '../store/facet-values.ts';
import type { QueryState } from '../store/query-state.ts';
import type { SearchStore } from '../store/search-store.ts';
import { isExact, limitsOf } from './range-syntax.ts';

type BoundName = 'from' | 'to';
const boundNames: readonly BoundName[] = ['from', 'to'];
/** First and last day of a year, as endings to append to the year. */
const dayOfYear: Record<BoundName, string> = { from: '-01-01', to: '-12-31' };

export function dateRange(
  { query, response }: SearchStore,
  locale: Locale,
  change: (part: Partial<QueryState>) => void,
): TemplateResult {
  const range = query.dateRange;
  const hasDays = isExact(range);
  const apply = (event: Event) => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const chosenRange = rangeOf(form);
    const checkbox = form.querySelector<HTMLInputElement>('[type=checkbox]')!;
    // First and last days of years are rendered as years, even if the visitor has switched to days.
    if (checkbox.checked !== isExact(chosenRange)) checkbox.click();
    change({ dateRange: chosenRange });
  };
  const facet = response?.facets.find(({ field }) => field === dateFacet);
  const limits = facet && limitsOf(facet);
  const input = (name: BoundName) => {
    const { type, max, ariaLabel } = attributesOf(name, hasDays ? 'date' : 'number', locale);
    return html`<label>
      <span>${locale.text(name)}</span>
      <input class="field" name=${name} type=${type} inputmode="numeric" min="0" max=${max} step="1"
        placeholder=${limits?.[name] ?? nothing} aria-label=${ariaLabel}
        .value=${hasDays ? range[name] : range[name].slice(0, 4)} />
    </label>`;
  };
  const applyName = locale.text('pair', { name: locale.text('apply'), value: locale.text('date') });
  return html`<form class="dates" part="date-range" @submit=${apply}>
    <fieldset>
      <legend>${locale.text('date')}</legend>
      <div class="bounds years">
        ${boundNames.map(input)}<button class="button" type="submit" aria-label=${applyName}>${locale.text('apply')}</button>
      </div>
      <label class="exact"><input type="checkbox" .checked=${hasDays} @change=${(event: Event) => switchInputs(event, locale)} /> ${locale.text('exactDays')}</label>
    </fieldset>
  </form>`;
}

/** The entered range in days; the visitor may enter its bounds in the wrong order. */
function rangeOf(form: HTMLFormElement): QueryState['dateRange'] {
  const data = new FormData(form);
  const bounds = boundNames.map((name) => padded(String(data.get(name))));
  if (bounds.every(Boolean)) bounds.sort();
  return { from: dayOf(bounds[0]!, 'from'), to: dayOf(bounds[1]!, 'to') };
}

/** The attributes of an input for a day, or for a year. */
function attributesOf(name: BoundName, type: 'date' | 'number', locale: Locale) {
  if (type === 'number')
    return { type, max: '9999', ariaLabel: locale.text(name === 'from' ? 'fromYear' : 'toYear') };
  const ariaLabel = locale.text('pair', { name: locale.text('date'), value: locale.text(name) });
  return { type, max: '9999-12-31', ariaLabel };
}

/** Switches between years and days, and converts a year to its first or last day, a day to its year. */
function switchInputs({ target }: Event, locale: Locale): void {
  const { checked: hasDays, form } = target as HTMLInputElement;
  for (const name of boundNames) {
    const input = form!.elements.namedItem(name) as HTMLInputElement;
    const { value } = input;
    Object.assign(input, attributesOf(name, hasDays ? 'date' : 'number', locale));
    input.value = hasDays ? dayOf(padded(value), name) : value.slice(0, 4);
  }
}

/** Pads a year to four digits, so that dates can be compared as texts. */
const padded = (text: string): string => text.trim().replace(/^\d{1,4}$/, (year) => year.padStart(4, '0'));

/** The day, or the first or last day of the year; empty for other texts. */
function dayOf(text: string, name: BoundName): string {
  if (/^\d{4}$/.test(text)) return text + dayOfYear[name];
  return /^\d{4}-/.test(text) ? text : '';
}

export const styles = css`
  .dates {
    padding-block: var(--s12);
    border-block-start: 1px solid var(--line);
  }
  /* The first filter has no separator above it. */
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
  .years:has([type='date']) {
    grid-template-columns: minmax(0, 1fr);
  }
`;
