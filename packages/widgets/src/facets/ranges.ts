/** Range controls of a numeric or date facet (lazy): histogram, slider and inputs. */
import type { Refiner } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { facetKey } from '../store/query-state.ts';
import type { FacetView } from './facet-value.ts';
import { histogram, sortByLowerBound } from './histogram.ts';
import { limitsOf, parseRange, type Range } from './range.ts';
import { rangeInputs } from './range-inputs.ts';
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
