/** Trend chart: document counts over time from the ranges of a date facet. */
import type { FacetGroup, Refiner } from '@semantic-search/contract';
import { css, html, LitElement, nothing } from 'lit';
import { define } from '../define.ts';
import { english, type Locale } from '../locale/locale.ts';
import { controls, scale } from '../theme/base-styles.ts';
import { histogram, histogramStyles, MIN_BARS, sortByLowerBound } from './histogram.ts';
import { rangeName } from './range.ts';

/** `group` is the date facet of the response; without one, the element is empty. */
export class Trends extends LitElement {
  static override styles = [
    scale,
    controls,
    histogramStyles,
    css`
      :host {
        container-type: normal;
      }
      figcaption {
        margin-block: var(--s12) var(--s8);
        font-size: var(--f14);
        font-weight: 600;
      }
      .histogram {
        block-size: 56px;
      }
      .axis {
        border-block-start: 1px solid var(--edge);
        padding-block-start: var(--s4);
      }
    `,
  ];
  static override properties = { group: { attribute: false }, locale: { attribute: false } };
  declare group: FacetGroup | undefined;
  locale: Locale = english;

  override render() {
    const { group, locale } = this;
    const times = group ? sortByLowerBound(group) : [];
    if (times.length < MIN_BARS || !times.some(({ count }) => count)) return nothing;
    const nameOf = ({ label }: Refiner) => rangeName(group!.field, label, locale);
    const words = times.map((time) =>
      locale.text('pair', { name: nameOf(time), value: locale.text('valueCount', { count: time.count }) }),
    );
    return html`<figure>
      <figcaption>${locale.text('trends')}</figcaption>
      ${histogram(times)}
      <p class="axis" aria-hidden="true"><bdi>${nameOf(times[0]!)}</bdi><bdi>${nameOf(times.at(-1)!)}</bdi></p>
      <ul class="hidden">${words.map((word) => html`<li>${word}</li>`)}</ul>
    </figure>`;
  }
}

define('semantic-search-trends', Trends);

declare global {
  interface HTMLElementTagNameMap {
    'semantic-search-trends': Trends;
  }
}
