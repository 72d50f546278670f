/** Trend chart (lazy): document counts over time from the ranges of the date facet. */
import type { Refiner } from '@semantic-search/contract';
import { css, html, nothing, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';
import { dateFacet } from '../store/facet-values.ts';
import type { SearchStore } from '../store/search-store.ts';
import { histogram, histogramStyles, MIN_BARS, sortByLowerBound } from './histogram.ts';
import { valueName } from './range-syntax.ts';

/** The chart; nothing if the date facet has too few ranges, or no documents. */
export function trends({ response }: SearchStore, locale: Locale): TemplateResult | typeof nothing {
  const facet = response?.facets.find(({ field }) => field === dateFacet);
  const periods = facet ? sortByLowerBound(facet) : [];
  if (periods.length < MIN_BARS || !periods.some(({ count }) => count)) return nothing;
  const nameOf = (period: Refiner) => valueName(dateFacet, period, locale);
  const descriptions = periods.map((period) =>
    locale.text('pair', { name: nameOf(period), value: locale.text('valueCount', { count: period.count }) }),
  );
  return html`<figure class="trends">
    <figcaption>${locale.text('trends')}</figcaption>
    ${histogram(periods)}
    <p class="axis" aria-hidden="true"><bdi>${nameOf(periods[0]!)}</bdi><bdi>${nameOf(periods.at(-1)!)}</bdi></p>
    <ul class="hidden">${descriptions.map((description) => html`<li>${description}</li>`)}</ul>
  </figure>`;
}

export const styles = css`
  ${histogramStyles}
  .trends figcaption {
    margin-block: var(--s12) var(--s8);
    font-size: var(--f14);
    font-weight: 600;
  }
  .trends .histogram {
    block-size: 56px;
  }
  .trends .axis {
    border-block-start: 1px solid var(--edge);
    padding-block-start: var(--s4);
  }
`;
