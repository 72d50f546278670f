/** Styles of the results toolbar: count, sort order, concepts and filter chips. */
import { css } from 'lit';

export const toolbarStyles = css`
  :is(.toolbar, .understood, .understood > span, .active, .chips) {
    display: flex;
    flex-wrap: wrap;
  }
  .toolbar {
    align-items: center;
    gap: var(--s8) var(--s16);
    min-block-size: var(--target);
  }
  .toolbar > * {
    max-inline-size: 100%;
    overflow-wrap: break-word;
  }
  .toolbar h2 {
    display: flex;
    flex: 1 1 auto;
    align-items: center;
    /* As high as the button next to it, which appears with the results. */
    min-block-size: var(--target);
    border-radius: var(--control-radius);
    font-variant-numeric: tabular-nums;
    scroll-margin-block-start: calc(var(--semantic-search-sticky-offset, 0px) + var(--s16));
  }
  .toolbar bdi {
    -webkit-line-clamp: 3;
  }
  :is(.sort, .chip, .actions) {
    position: relative;
    display: inline-flex;
    align-items: center;
  }
  .sort {
    gap: var(--s8);
    margin-inline-start: auto;
    font-size: var(--f14);
  }
  .sort .button {
    min-inline-size: 0;
    padding-inline-end: 2.25em;
    text-overflow: ellipsis;
    appearance: none;
  }
  :is(.notice, .understood) {
    margin-block-start: var(--s8);
  }
  /* Not inline: the hidden part of the labels would end the line. */
  :is(.understood, .understood > span) {
    align-items: baseline;
    column-gap: var(--s12);
  }
  .added em {
    color: var(--text);
    font-style: normal;
  }
  .added :is(details, summary) {
    display: inline;
  }
  summary {
    padding-block: var(--tap);
    text-decoration: underline;
    cursor: pointer;
  }
  .did-you-mean .plain {
    font-weight: 600;
  }
  .chosen .remove {
    display: inline-grid;
    position: relative;
    place-items: center;
    inline-size: 26px;
    block-size: 26px;
    border-radius: 99px;
  }
  .remove .icon {
    inline-size: 0.875em;
    block-size: 0.875em;
  }
  .active {
    align-items: center;
    gap: var(--s8) var(--s12);
    margin-block-start: var(--s12);
  }
  .chips {
    gap: var(--s8);
  }
  .chip {
    min-block-size: 26px;
    max-inline-size: 100%;
    padding: 2px 0.75em;
    border: 1px solid var(--line);
    border-radius: 99px;
    color: var(--muted);
    font-size: var(--f12);
    line-height: 1.3;
    overflow-wrap: anywhere;
  }
  button.chip[aria-pressed='true'] {
    border-color: transparent;
    background: var(--focus);
    color: var(--focus-text);
  }
  .chosen {
    gap: var(--s4);
    padding-inline: 0.75em 0.15em;
    min-block-size: 30px;
    border-color: transparent;
    background: var(--tint);
    color: var(--tint-text);
    font-size: var(--f14);
  }
  .chosen .muted {
    color: inherit;
  }
`;
