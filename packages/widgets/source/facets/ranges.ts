/** What a numeric or date facet has above its values, loaded where there is one: histogram, slider and inputs. */
import { html, type TemplateResult } from 'lit';
import { type FacetView, standingOf } from './facet.ts';
import { histogram } from './histogram.ts';
import { rangeInputs } from './range-inputs.ts';
import { rangeSlider } from './range-slider.ts';

export { rangeStyles } from './range-styles.ts';

export function ranges(view: FacetView): TemplateResult {
  const { group, locale, ownRange: chosen, chooseRange: choose } = view;
  return html`${histogram(group, (refiner) => standingOf(refiner, view) !== undefined)}
    ${rangeSlider({ group, chosen, locale, choose })}
    ${rangeInputs({ facet: group.label, chosen, locale, choose })}`;
}
