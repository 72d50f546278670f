/** Range controls of a numeric or date facet (lazy): histogram, slider and inputs. */
import type { Refiner } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';
import { facetKey } from '../store/query-state.ts';
import type { FacetView } from './facet-value.ts';
import { histogram, sortByLowerBound } from './histogram.ts';
import { limitsOf, parseRange, type Range, rangeLabel } from './range.ts';
import { rangeSlider } from './range-slider.ts';

export { rangeStyles } from './range-styles.ts';

/** `list` renders the values as checkboxes. */
export function ranges(view: FacetView, list: (view: FacetView) => TemplateResult): TemplateResult {
  const { group, locale, checkboxStates, customRange, chooseRange: choose } = view;
  const bars = sortByLowerBound(group);
  const range = parseRange(customRange);
  const isSelected = (refiner: Refiner) =>
    checkboxStates.has(facetKey(group.field, refiner)) || (!!range && overlaps(refiner.label, range));
  const slider = rangeSlider({ facet: group.label, bars, customRange, locale, choose });
  // The slider selects the ranges; without one, a list does.
  return html`${histogram(bars, { isSelected, scale: Math.sqrt })} ${slider}
    ${rangeInputs({ facet: group.label, customRange, limits: limitsOf(group), locale, choose })}
    ${slider === nothing ? list(view) : nothing}`;
}

/** Whether a predefined range such as `10 – 20` has more than a bound in common with a custom range. */
function overlaps(label: string, { from, to }: Range): boolean {
  const bounds = label.split(' – ').map(Number);
  const [low, high] = [bounds[0]!, bounds.at(-1)!];
  const [first, last] = [from ? Number(from) : -Infinity, to ? Number(to) : Infinity];
  return low === high ? first <= low && low <= last : low < last && first < high;
}

interface RangeView {
  /** Name of the facet, for the accessible names of the inputs. */
  facet: string;
  /** Label of the selected custom range, such as `[10 TO 100]`; empty if there is none. */
  customRange: string;
  /** The lowest and the highest value; undefined if the ranges have no numbers. */
  limits: { from: number; to: number } | undefined;
  locale: Locale;
  choose(label: string): void;
}

function rangeInputs({ facet, customRange, limits, locale, choose }: RangeView): TemplateResult {
  const { from, to } = parseRange(customRange) ?? { from: '', to: '' };
  const apply = (event: Event) => {
    event.preventDefault();
    const data = new FormData(event.target as HTMLFormElement);
    choose(rangeLabel(String(data.get('from') ?? ''), String(data.get('to') ?? '')));
  };
  const input = (name: 'from' | 'to', value: string) => html`<label>
    <span>${locale.text(name)}</span>
    <input class="field" name=${name} type="number" inputmode="decimal" step="any" .value=${value}
      placeholder=${limits ? locale.figure(limits[name]) : nothing}
      aria-label=${locale.text('pair', { name: facet, value: locale.text(name) })} />
  </label>`;
  return html`<form class="ends" @submit=${apply}>
    ${input('from', from)}${input('to', to)}
    <button class="button" type="submit" aria-label=${locale.text('pair', { name: locale.text('apply'), value: facet })}>${locale.text('apply')}</button>
  </form>`;
}
