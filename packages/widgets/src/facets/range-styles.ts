/** Styles of range facets: histogram, slider and inputs. */
import { css } from 'lit';

export const rangeStyles = css`
  .ends {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    gap: var(--s8);
    margin-block-end: var(--s8);
    color: var(--muted);
    font-size: var(--f12);
  }
  .ends .field {
    color: var(--text);
    appearance: textfield;
  }
  .ends .button {
    grid-column: 1 / -1;
  }
  .histogram {
    display: block;
    inline-size: 100%;
    block-size: 40px;
    margin-block: var(--s4) var(--s8);
    fill: var(--edge);
    border-block-end: 1px solid var(--edge);
  }
  /* Follows the writing direction, like the slider. */
  .histogram:dir(rtl) {
    transform: scaleX(-1);
  }
  .histogram .on {
    fill: var(--basic);
  }
  .slider {
    position: relative;
    block-size: 24px;
    /* Below the bars, centered at their edges. */
    margin: calc(-1 * var(--s8)) -12px var(--s8);
  }
  .axis {
    display: flex;
    justify-content: space-between;
    gap: var(--s8);
    margin-block: calc(-1 * var(--s4)) var(--s8);
    color: var(--muted);
    font-size: var(--f12);
    font-variant-numeric: tabular-nums;
  }
  .slider input {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 24px;
    margin: 0;
    background: none;
    pointer-events: none;
    appearance: none;
  }
  .slider input::-webkit-slider-thumb {
    inline-size: 24px;
    block-size: 24px;
    border: 2px solid var(--basic);
    border-radius: 99px;
    background: var(--surface);
    pointer-events: auto;
    cursor: grab;
    appearance: none;
  }
  .slider input::-moz-range-thumb {
    box-sizing: border-box;
    inline-size: 24px;
    block-size: 24px;
    border: 2px solid var(--basic);
    border-radius: 99px;
    background: var(--surface);
    pointer-events: auto;
    cursor: grab;
  }
  @media (forced-colors: active) {
    .histogram {
      fill: CanvasText;
    }
  }
`;
