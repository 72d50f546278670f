/** Styles of the results: heading, chips, list, pager and states. */
import { css } from 'lit';

export const resultsStyles = css`
  mark {
    background: var(--mark);
    color: var(--mark-text);
    font-weight: 600;
    border-radius: 2px;
  }
  .stale {
    opacity: 0.55;
  }
  /* Outdated results after an error: still readable. */
  .old {
    --text: var(--muted);
    --basic-ink: var(--muted);
    color: var(--muted);
  }
  .result .title {
    max-inline-size: 46rem;
    font-size: 1.125em;
    font-weight: 600;
    line-height: 1.3;
    text-wrap: pretty;
    overflow-wrap: anywhere;
  }
  .pager a,
  .result .title a {
    text-decoration: none;
    cursor: pointer;
  }
  .result .title a {
    padding-block: var(--s4);
    border-radius: 2px;
  }
  .result .title mark {
    color: var(--mark-ink);
  }
  .result .title a:hover {
    text-decoration: underline;
  }
  .facts {
    margin-block-start: var(--s4);
    color: var(--muted);
    font-size: var(--f14);
    overflow-wrap: anywhere;
  }
  .summary {
    margin-block-start: var(--s8);
    max-inline-size: 44rem;
    overflow-wrap: anywhere;
    /* Aligned with the title, whatever the direction of the text. */
    text-align: -webkit-match-parent;
    text-align: match-parent;
    text-wrap: pretty;
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
    .chips,
    .foot {
      row-gap: 18px;
    }
    :is(button.chip, .chosen .remove)::after {
      position: absolute;
      inset: -10px -3px;
      content: '';
    }
  }
  .chips:not(.all) > .rest,
  .all > .unfold {
    display: none;
  }
  .fold {
    margin-inline-start: auto;
    color: var(--muted);
  }
  .fold:hover {
    color: var(--text);
  }
  .fold .icon {
    inline-size: 1em;
    block-size: 1em;
    transition: transform 120ms;
  }
  .fold[aria-expanded='true'] .icon {
    transform: rotate(180deg);
  }
  .current .title a {
    text-decoration: underline;
  }
  .actions {
    position: relative;
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
  .number:hover {
    background: var(--hover);
  }
  .number[aria-current] {
    background: var(--basic);
    color: var(--basic-text);
    font-weight: 600;
  }
  @media (forced-colors: active) {
    mark,
    .result .title mark {
      background: Mark;
      color: MarkText;
      -webkit-text-fill-color: MarkText;
    }
    .number[aria-current],
    button.chip[aria-pressed='true'] {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
      -webkit-text-fill-color: HighlightText;
    }
  }
`;
