/** Histogram of the ranges of a numeric or date facet. */
import type { FacetGroup, Refiner } from '@semantic-search/contract';
import { css, html, nothing, svg, type TemplateResult } from 'lit';

/** Fewer bars show neither a shape nor a trend. */
export const MIN_BARS = 3;
/** Height of the chart in units of its view box. */
const HEIGHT = 32;

/** The values of a range facet, sorted by their lower bound, the number at the start of each label. */
export const sortByLowerBound = ({ facets }: FacetGroup): Refiner[] =>
  [...facets].sort((a, b) => Number.parseFloat(a.label) - Number.parseFloat(b.label));

/** One bar per value; the most frequent value has the full height. Other values with documents have a height of 1 or more. */
export function histogram(
  ordered: readonly Refiner[],
  { isSelected = (_: Refiner): boolean => false, scale = (count: number) => count } = {},
): TemplateResult | typeof nothing {
  if (ordered.length < MIN_BARS) return nothing;
  const highest = scale(Math.max(1, ...ordered.map(({ count }) => count)));
  const width = 100 / ordered.length;
  const gap = width / 10;
  return html`<svg class="histogram" viewBox="0 0 100 ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
    ${ordered.map((refiner, index) => {
      const height = refiner.count && Math.max(1, (HEIGHT * scale(refiner.count)) / highest);
      return svg`<rect class=${isSelected(refiner) ? 'on' : ''} x=${index * width + gap / 2} y=${HEIGHT - height}
        width=${width - gap} height=${height}></rect>`;
    })}
  </svg>`;
}

/** The bars, and an axis with `<bdi>` labels below them. */
export const histogramStyles = css`
  .histogram {
    display: block;
    inline-size: 100%;
    block-size: 40px;
    fill: var(--bar, var(--basic));
  }
  /* Follows the writing direction, like the slider and the time axis. */
  .histogram:dir(rtl) {
    transform: scaleX(-1);
  }
  .axis {
    display: flex;
    justify-content: space-between;
    gap: var(--s8);
    color: var(--muted);
    font-size: var(--f12);
    font-variant-numeric: tabular-nums;
  }
  @media (forced-colors: active) {
    .histogram {
      fill: CanvasText;
    }
  }
`;
