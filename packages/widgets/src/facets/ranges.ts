/** Range controls of a numeric or date facet (lazy): histogram, slider and inputs. */
import { html, type TemplateResult } from 'lit';
import { facetKey } from '../store/query-state.ts';
import type { FacetView } from './facet-value.ts';
import { histogram, sortByLowerBound } from './histogram.ts';
import { rangeInputs } from './range-inputs.ts';
import { rangeSlider } from './range-slider.ts';

export { rangeStyles } from './range-styles.ts';

export function ranges({
  group,
  locale,
  checkboxStates,
  ownRange: chosen,
  chooseRange: choose,
}: FacetView): TemplateResult {
  const bars = sortByLowerBound(group);
  return html`${histogram(bars, (refiner) => checkboxStates.has(facetKey(group.field, refiner)))}
    ${rangeSlider({ facet: group.label, bars, chosen, locale, choose })}
    ${rangeInputs({ facet: group.label, chosen, locale, choose })}`;
}
