/** How the results look: heading, chips, list or cards, pager, and the states without results. */
import { css } from 'lit';

export const resultsStyles = css`
  mark {
    background: var(--mark);
    color: var(--mark-text);
    font-weight: 600;
    border-radius: 2px;
  }
  .toolbar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s8) var(--s16);
    min-block-size: var(--target);
  }
  .count {
    flex: 1 1 auto;
    border-radius: var(--control-radius);
    font-size: var(--unit);
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
    scroll-margin-block-start: var(--s16);
  }
  .sort {
    display: inline-flex;
    align-items: center;
    gap: var(--s8);
    font-size: var(--f14);
  }
  .badge {
    min-inline-size: 1.5em;
    padding-inline: 0.4em;
    border-radius: 99px;
    background: var(--basic);
    color: var(--basic-text);
    font-size: var(--f12);
    text-align: center;
  }
  .understood,
  .did-you-mean {
    margin-block-start: var(--s8);
    color: var(--muted);
    font-size: var(--f14);
  }
  .added {
    display: inline-flex;
    flex-wrap: wrap;
    align-items: center;
    column-gap: 0.3em;
    margin-inline-end: var(--s8);
  }
  .did-you-mean .plain {
    font-size: inherit;
    font-weight: 600;
  }
  .remove {
    display: inline-grid;
    place-items: center;
    inline-size: 24px;
    block-size: 24px;
    padding: 0;
    border: 0;
    border-radius: 99px;
    background: none;
    color: inherit;
    cursor: pointer;
  }
  .remove:hover {
    background: var(--pressed);
  }
  .remove .icon {
    inline-size: 0.875em;
    block-size: 0.875em;
  }
  .active {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s8) var(--s12);
    margin-block-start: var(--s12);
  }
  .chips {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s8);
  }
  .chip {
    display: inline-flex;
    align-items: center;
    min-block-size: max(26px, calc(var(--target) - 6px));
    max-inline-size: 100%;
    padding: 0 0.75em;
    border: 1px solid var(--line);
    border-radius: 99px;
    background: none;
    color: var(--muted);
    font-size: var(--f12);
    line-height: 1.3;
    overflow-wrap: anywhere;
    text-align: start;
  }
  button.chip {
    cursor: pointer;
  }
  button.chip:hover {
    border-color: var(--edge);
    background: var(--hover);
    color: var(--text);
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
  .list {
    margin-block-start: var(--s8);
    transition: opacity 150ms;
  }
  .stale {
    opacity: 0.55;
  }
  .result {
    padding-block: var(--s16);
    border-block-end: 1px solid var(--line);
  }
  li:last-child > .result {
    border-block-end: 0;
  }
  .result .title {
    max-inline-size: 46rem;
    font-size: 1.125em;
    font-weight: 600;
    line-height: 1.3;
    text-wrap: pretty;
    overflow-wrap: anywhere;
  }
  .result .title a {
    text-decoration: none;
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
    text-wrap: pretty;
  }
  .foot {
    display: flex;
    flex-wrap: wrap;
    align-items: start;
    gap: 6px;
    margin-block-start: var(--s12);
  }
  .foot .chips {
    display: contents;
  }
  .fold {
    padding-inline: var(--s4);
    min-block-size: max(26px, calc(var(--target) - 6px));
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
  similar-docs:dir(rtl) {
    --inset: 0 var(--s16) 0 0;
  }
  similar-docs:dir(ltr) {
    --inset: 0 0 0 var(--s16);
  }
  similar-docs {
    margin-block-start: var(--s4);
    border-radius: 0;
    background: none;
    border-inline-start: 2px solid var(--line);
  }
  .current .title a {
    text-decoration: underline;
  }
  .cards {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(13em, 100%), 1fr));
    gap: var(--s24) var(--s16);
    margin-block-start: var(--s16);
  }
  .cards .result {
    padding: 0;
    border: 0;
  }
  .picture {
    display: block;
    inline-size: 100%;
    aspect-ratio: 3 / 2;
    margin-block-end: var(--s12);
    border-radius: var(--radius);
    background: var(--skeleton);
    object-fit: cover;
  }
  .plate {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: var(--s12);
    padding-inline: var(--s16);
    background: var(--tint);
    color: var(--tint-text);
    font-size: var(--f14);
  }
  /* Where no result has an image there is no grid of images to keep. */
  .cards:not(:has(img)) .plate {
    justify-content: start;
    aspect-ratio: auto;
    block-size: 3.5em;
  }
  .initial {
    font-size: 1.75em;
    font-weight: 300;
    line-height: 1;
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
    display: block;
    min-inline-size: var(--target);
    min-block-size: var(--target);
    padding: 0 var(--s4);
    border: 0;
    border-radius: var(--control-radius);
    background: none;
    color: var(--text);
    font-size: var(--f14);
    font-variant-numeric: tabular-nums;
    cursor: pointer;
  }
  .number:hover {
    background: var(--hover);
  }
  .number[aria-current] {
    background: var(--basic);
    color: var(--basic-text);
    font-weight: 600;
  }
  .button:disabled {
    border-color: var(--line);
    color: var(--muted);
    cursor: default;
    opacity: 0.6;
  }
  @media print {
    .sort,
    .actions,
    .pager,
    .fold,
    .remove,
    .toolbar > .button,
    .active > .plain {
      display: none;
    }
    .result {
      break-inside: avoid;
    }
  }
  @media (forced-colors: active) {
    mark {
      background: Mark;
      color: MarkText;
    }
    .number[aria-current],
    button.chip[aria-pressed='true'] {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
    }
  }
`;
