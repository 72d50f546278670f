/** Histogram of the ranges of a numeric or date facet. */
import type { FacetGroup, Refiner } from '@semantic-search/contract';
import { html, nothing, svg, type TemplateResult } from 'lit';

/** Fewer bars show neither a shape nor a trend. */
export const MIN_BARS = 3;

/** The values of a range facet by their lower bound, with which the labels begin. */
export const sortByLowerBound = ({ facets }: FacetGroup): Refiner[] =>
  [...facets].sort((a, b) => Number.parseFloat(a.label) - Number.parseFloat(b.label));

/** One bar per value; the most frequent value has the full height. */
export function histogram(
  ordered: readonly Refiner[],
  isSelected: (refiner: Refiner) => boolean = () => false,
): TemplateResult | typeof nothing {
  if (ordered.length < MIN_BARS) return nothing;
  const highestCount = Math.max(1, ...ordered.map(({ count }) => count));
  const width = 100 / ordered.length;
  return html`<svg class="histogram" viewBox="0 0 100 32" preserveAspectRatio="none" aria-hidden="true">
    ${ordered.map((refiner, index) => {
      const height = Math.max(1, (32 * refiner.count) / highestCount);
      return svg`<rect class=${isSelected(refiner) ? 'on' : ''} x=${index * width + 0.5} y=${32 - height}
        width=${width - 1} height=${height}></rect>`;
    })}
  </svg>`;
}
