/** Styles of the facet panel, its headings, values and trees. */
import { css } from 'lit';

export const facetStyles = css`
  :host {
    border-radius: var(--radius);
    background: var(--surface);
    color: var(--text);
  }
  :host([inside]) {
    border-radius: 0;
    background: none;
  }
  /* Content below does not shift when the facets arrive; no hole stays if they do not. */
  .reserved {
    animation: reserve 6s;
  }
  @keyframes reserve {
    from,
    to {
      min-block-size: min(100vh, 80rem);
    }
  }
  /* Not on the host: the CSS reset of many pages removes its padding. */
  :host(:not([inside])) .panel {
    padding: var(--s8) var(--s16);
  }
  .facet:not(:last-child) {
    border-block-end: 1px solid var(--line);
  }
  :is(.heading, .value, .branch) {
    display: flex;
    align-items: center;
  }
  .heading {
    gap: var(--s8);
    inline-size: 100%;
    min-block-size: 44px;
    padding: var(--s4) 0;
    font-size: var(--f14);
    font-weight: 600;
  }
  :is(.heading > span:first-child, .name) {
    flex: 1;
    min-inline-size: 0;
    hyphens: auto;
    overflow-wrap: anywhere;
  }
  :is(.heading .icon, .disclosure .icon) {
    color: var(--muted);
    transition: transform 120ms;
  }
  .heading[aria-expanded='true'] .icon {
    transform: rotate(180deg);
  }
  fieldset {
    padding-block-end: var(--s12);
  }
  .find {
    margin-block-end: var(--s8);
  }
  .none {
    padding-block: var(--s4);
  }
  /* Reserves space for the lazy inputs, histogram and slider. */
  .ranges {
    display: flow-root;
    min-block-size: calc(2 * var(--target) + 114px + 1.5 * var(--f12) + var(--s4));
  }
  .value {
    position: relative;
    flex: 1;
    gap: var(--s8);
    min-inline-size: 0;
    min-block-size: var(--target);
    margin-inline: calc(-1 * var(--s8));
    padding: var(--s4) var(--s8);
    border-radius: var(--control-radius);
    font-size: var(--f14);
    line-height: 1.3;
    cursor: pointer;
  }
  /* The browser skips the layout of rows outside the window. */
  .long .value {
    content-visibility: auto;
    contain-intrinsic-block-size: auto var(--target);
  }
  .value input {
    flex: none;
    inline-size: 1.125em;
    block-size: 1.125em;
    margin: 0;
    accent-color: var(--basic);
    cursor: inherit;
  }
  .selected .name {
    font-weight: 600;
  }
  .count {
    font-size: var(--f12);
    font-variant-numeric: tabular-nums;
  }
  .branch .value {
    gap: 6px;
    margin-inline: 0 calc(-1 * var(--s8));
    padding-inline-start: 6px;
  }
  .disclosure {
    flex: none;
    inline-size: var(--small);
    block-size: var(--small);
    margin-inline: -6px -2px;
  }
  .disclosure[aria-expanded='false'] .icon {
    transform: rotate(-90deg);
  }
  .disclosure[aria-expanded='false']:dir(rtl) .icon {
    transform: rotate(90deg);
  }
  /* 20px of indentation, with a line along the branch. */
  .tree .tree {
    margin-inline-start: calc(var(--small) / 2 - 7px);
    padding-inline-start: 13px;
    border-inline-start: 1px solid var(--line);
  }
  @media print {
    :host {
      display: none;
    }
  }
`;
