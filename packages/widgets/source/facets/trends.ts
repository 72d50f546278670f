/** Trends: how many documents of the answer there are over time, drawn from the ranges of its date facet. */
import '../locale/languages/en-later.ts';
import type { FacetGroup, Refiner } from '@semantic-search/contract';
import { css, html, LitElement, nothing, svg } from 'lit';
import { define } from '../events.ts';
import { english, type Locale } from '../locale/locale.ts';
import { controls, scale } from '../theme/base-styles.ts';
import { rangeName } from './range.ts';

/** Two points have no trend. */
const fewest = 3;

/** `group` is the date facet of the answer; without one nothing is shown. */
export class Trends extends LitElement {
  static override styles = [
    scale,
    controls,
    css`
      :host {
        container-type: normal;
      }
      figcaption {
        margin-block: var(--s12) var(--s8);
        font-size: var(--f14);
        font-weight: 600;
      }
      svg {
        display: block;
        inline-size: 100%;
        block-size: 56px;
        fill: var(--basic);
      }
      /* Time runs with the writing. */
      svg:dir(rtl) {
        transform: scaleX(-1);
      }
      .ends {
        display: flex;
        justify-content: space-between;
        border-block-start: 1px solid var(--edge);
        padding-block-start: var(--s4);
        color: var(--muted);
        font-size: var(--f12);
        font-variant-numeric: tabular-nums;
      }
      @media (forced-colors: active) {
        svg {
          fill: CanvasText;
        }
      }
    `,
  ];
  static override properties = { group: { attribute: false }, locale: { attribute: false } };
  declare group: FacetGroup | undefined;
  declare locale: Locale;

  constructor() {
    super();
    this.locale = english;
  }

  override render() {
    const { field = '', facets = [] } = this.group ?? {};
    const times = [...facets].sort((a, b) => Number.parseFloat(a.label) - Number.parseFloat(b.label));
    if (times.length < fewest || !times.some(({ count }) => count)) return nothing;
    const { locale } = this;
    const most = Math.max(1, ...times.map(({ count }) => count));
    const width = 100 / times.length;
    const nameOf = ({ label }: Refiner) => rangeName(field, label, locale);
    const words = times.map((time) =>
      locale.text('pair', { name: nameOf(time), value: locale.text('valueCount', { count: time.count }) }),
    );
    return html`<figure>
      <figcaption>${locale.text('trends')}</figcaption>
      <svg viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden="true">${times.map(
        ({ count }, index) =>
          svg`<rect x=${index * width + 0.4} y=${40 - (40 * count) / most} width=${width - 0.8} height=${(40 * count) / most}></rect>`,
      )}</svg>
      <p class="ends" aria-hidden="true"><bdi>${nameOf(times[0]!)}</bdi><bdi>${nameOf(times.at(-1)!)}</bdi></p>
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
