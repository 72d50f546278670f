/** Trend chart (lazy): document counts over time from the ranges of the date facet. */
import type { Refiner } from '@semantic-search/contract';
import { css, html, nothing, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';
import { dateFacet } from '../store/query-state.ts';
import type { SearchStore } from '../store/search-store.ts';
import { histogram, histogramStyles, MIN_BARS, sortByLowerBound } from './histogram.ts';
import { rangeName } from './range-syntax.ts';

/** Nothing without a date facet in the response. */
export function trends({ response }: SearchStore, locale: Locale): TemplateResult | typeof nothing {
  const facet = response?.facets.find(({ field }) => field === dateFacet);
  const times = facet ? sortByLowerBound(facet) : [];
  if (times.length < MIN_BARS || !times.some(({ count }) => count)) return nothing;
  const nameOf = ({ label }: Refiner) => rangeName(dateFacet, label, locale);
  const words = times.map((time) =>
    locale.text('pair', { name: nameOf(time), value: locale.text('valueCount', { count: time.count }) }),
  );
  return html`<figure class="trends">
    <figcaption>${locale.text('trends')}</figcaption>
    ${histogram(times)}
    <p class="axis" aria-hidden="true"><bdi>${nameOf(times[0]!)}</bdi><bdi>${nameOf(times.at(-1)!)}</bdi></p>
    <ul class="hidden">${words.map((word) => html`<li>${word}</li>`)}</ul>
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
