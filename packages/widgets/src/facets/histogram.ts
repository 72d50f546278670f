/** Histogram of the ranges of a numeric or date facet. */
import type { FacetGroup, Refiner } from '@semantic-search/contract';
import { html, nothing, svg, type TemplateResult } from 'lit';

/** Two bars have no shape, and no trend. */
export const MIN_BARS = 3;

/** Labels of ranges begin with their lower bound. */
export const inOrder = ({ facets }: FacetGroup): Refiner[] =>
  [...facets].sort((a, b) => Number.parseFloat(a.label) - Number.parseFloat(b.label));

/** One bar for each of `ordered`, the most frequent one as high as there is room. */
export function histogram(
  ordered: readonly Refiner[],
  isSelected: (refiner: Refiner) => boolean = () => false,
): TemplateResult | typeof nothing {
  if (ordered.length < MIN_BARS) return nothing;
  const most = Math.max(1, ...ordered.map(({ count }) => count));
  const width = 100 / ordered.length;
  return html`<svg class="histogram" viewBox="0 0 100 32" preserveAspectRatio="none" aria-hidden="true">
    ${ordered.map((refiner, index) => {
      const height = Math.max(1, (32 * refiner.count) / most);
      return svg`<rect class=${isSelected(refiner) ? 'on' : ''} x=${index * width + 0.5} y=${32 - height}
        width=${width - 1} height=${height}></rect>`;
    })}
  </svg>`;
}
