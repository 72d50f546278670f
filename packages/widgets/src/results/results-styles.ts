/** Styles of the results: list and pager, wide and narrow; states without results. */
import { css } from 'lit';

export const resultsStyles = css`
  mark {
    background: var(--mark);
    color: var(--mark-text);
    font-weight: 600;
    border-radius: 2px;
  }
  .result .title {
    max-inline-size: 46rem;
    font-size: 1.125em;
    line-height: 1.3;
  }
  :is(.pager a, .result .title a) {
    text-decoration: none;
    cursor: pointer;
  }
  .result .title a {
    padding-block: var(--tap);
    border-radius: 2px;
  }
  .result .title mark {
    color: var(--mark-ink);
  }
  /* The size is reserved before the image loads. */
  [part='thumbnail'] {
    float: inline-start;
    inline-size: min(8em, 18cqi);
    aspect-ratio: 4 / 3;
    margin-inline-end: var(--s16);
    border-radius: var(--radius);
    object-fit: cover;
  }
  @container (min-width: 40em) {
    .result:has([part='thumbnail']) {
      padding-inline-start: calc(8em + var(--s16));
    }
    [part='thumbnail'] {
      margin-inline-start: calc(-8em - var(--s16));
    }
  }
  .facts {
    /* Next to the image, not around it. */
    display: flow-root;
    margin-block-start: var(--s4);
  }
  .summary {
    margin-block-start: var(--s8);
    max-inline-size: 44rem;
    /* Aligned with the title, whatever the direction of the text. */
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  .foot {
    display: flex;
    flex-wrap: wrap;
    align-items: start;
    gap: 6px;
    padding-block-start: var(--s12);
  }
  .foot .chips {
    display: contents;
  }
  /* Pills with targets of 44 px. */
  @media (pointer: coarse) {
    :is(.chips, .foot) {
      row-gap: 18px;
    }
  }
  :is(.chips:not(.all) > .rest, .all > .unfold) {
    display: none;
  }
  .fold {
    margin-inline-start: auto;
    color: var(--muted);
  }
  .pager {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: center;
    gap: var(--s8);
    padding-block: var(--s24) var(--s8);
  }
  .pager ol {
    display: flex;
    align-items: center;
    gap: var(--s4);
    color: var(--muted);
  }
  .number {
    display: grid;
    place-items: center;
    min-inline-size: var(--target);
    min-block-size: var(--target);
    padding: 0 var(--s4);
    border-radius: var(--control-radius);
    color: var(--text);
    font-size: var(--f14);
    font-variant-numeric: tabular-nums;
  }
  .number[aria-current] {
    background: var(--basic);
    color: var(--basic-text);
    font-weight: 600;
  }
  /* One column: page numbers are above their links, chosen filters scroll in one line, and the order is below the heading. */
  @container (width < 48em) {
    .pager ol {
      flex-basis: 100%;
      order: -1;
      justify-content: center;
      gap: 0;
    }
    .number {
      min-inline-size: 36px;
    }
    :is(.active, .active .chips) {
      flex-wrap: nowrap;
    }
    .active {
      margin: 0 calc(-1 * var(--s4));
      padding: var(--s12) var(--s4);
      overflow: auto;
      scrollbar-width: none;
    }
    :is(.active > .plain, .chosen) {
      flex: none;
      max-inline-size: none;
    }
    .toolbar h2 {
      flex-basis: calc(100% - var(--target) - var(--s16));
    }
    .toolbar {
      justify-content: space-between;
      column-gap: var(--s8);
    }
    /* Aligns the icon, not its target, with the edge. */
    .toolbar > .actions {
      margin-inline-end: calc(-1 * var(--s12));
    }
    .sort {
      flex: 1 1 6em;
      justify-content: end;
      min-inline-size: 0;
    }
    .sort .button {
      padding-inline-start: var(--s8);
    }
    .sort .muted {
      position: absolute;
      clip-path: inset(50%);
    }
  }
  @container (width < 16em) {
    .toolbar h2 {
      flex-basis: 100%;
    }
    .toolbar bdi {
      -webkit-line-clamp: none;
    }
    .toolbar .actions {
      order: 1;
    }
    .sort {
      order: 2;
      margin-inline-start: 0;
    }
  }
`;

export const stateStyles = css`
  .state {
    display: grid;
    justify-items: start;
    gap: var(--s8);
    max-inline-size: 44rem;
    padding-block: var(--s8) var(--s32);
  }
  .state-title {
    font-size: var(--f20);
    font-weight: 600;
    line-height: 1.25;
  }
  .failure {
    margin-block: var(--s16);
    padding: var(--s16);
    border-inline-start: 3px solid var(--critical-ink);
    border-radius: var(--control-radius);
    background: var(--hover);
  }
  .failure .state-title {
    font-size: var(--unit);
  }
  section.detail {
    padding: var(--s16);
  }
`;
