/** A small histogram over the ranges of a numeric or date facet: shape at a glance, the values are below it. */
import type { FacetGroup, Refiner } from '@semantic-search/contract';
import { html, nothing, svg, type TemplateResult } from 'lit';

/** Labels of ranges begin with their lower bound. */
const byLowerBound = (a: Refiner, b: Refiner) => Number.parseFloat(a.label) - Number.parseFloat(b.label);

export function histogram(
  { facets }: FacetGroup,
  isSelected: (refiner: Refiner) => boolean,
): TemplateResult | typeof nothing {
  // Two bars have no shape.
  if (facets.length < 3) return nothing;
  const ordered = [...facets].sort(byLowerBound);
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
