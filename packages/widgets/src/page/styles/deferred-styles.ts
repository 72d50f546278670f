/** Styles that the first paint does not need (lazy): states, hover, large text, colors, print. */
import { css } from 'lit';

export const deferredStyles = css`
  /* Until the new results arrive: dimmed previous results and counts, and a line that advances. */
  .searching :is(#results, .filters, ol.list) {
    opacity: 0.55;
  }
  .searching :is(#results, .filters) {
    transition: opacity 150ms 300ms;
  }
  .navbar {
    position: relative;
  }
  .searching > .navbar::after {
    position: absolute;
    inset: auto 0 0;
    block-size: 3px;
    background: var(--focus-ink);
    content: '';
    transform-origin: 0 0;
    animation: advance 10s cubic-bezier(0, 0.7, 0.3, 1) 300ms both;
  }
  @keyframes advance {
    from {
      transform: scaleX(0);
    }
    to {
      transform: scaleX(0.95);
    }
  }
  /* Results of an earlier search, below the error of a later one: they stay readable. */
  .outdated {
    --text: var(--muted);
    --basic-ink: var(--muted);
    color: var(--muted);
  }
  :is(.result .title a:hover, .current .title a) {
    text-decoration: underline;
  }
  /* Hidden when unfolded, as "and 7 more" would be wrong; visible on focus, to fold the labels again. */
  .added [open] > summary:not(:focus-visible) {
    position: absolute;
    clip-path: inset(50%);
  }
  /* A custom arrow, because the browser's arrow is too close to the border. */
  .sort::after {
    position: absolute;
    inset-inline-end: 1em;
    inline-size: 0.4em;
    block-size: 0.4em;
    border: solid var(--muted);
    border-width: 0 1.5px 1.5px 0;
    content: '';
    pointer-events: none;
    transform: translateY(-25%) rotate(45deg);
  }
  .fold .icon {
    transition: transform 120ms;
  }
  .fold[aria-expanded='true'] .icon {
    transform: rotate(180deg);
  }
  .chosen .remove:hover {
    background: var(--pressed);
  }
  button.chip:not([aria-pressed='true']):hover {
    border-color: var(--edge);
    background: var(--hover);
    color: var(--text);
  }
  /* Large text on a small screen: less padding, hyphenation. */
  @container (width < 16em) {
    .page {
      /* Inner elements read this property. */
      --hyphens: auto;
      hyphenate-limit-chars: 8 3 3;
    }
    :is(.navbar, .main) {
      padding: var(--s8);
    }
    .brand {
      flex-wrap: wrap;
    }
    .navbar .title {
      font-size: var(--unit);
      -webkit-line-clamp: none;
    }
  }
  /* Targets more than 44px high, which extend beyond their chips. */
  @media (pointer: coarse) {
    :is(button.chip, .chosen .remove)::after {
      position: absolute;
      inset: -10px -3px;
      content: '';
    }
  }
  @media (forced-colors: active) {
    .navbar {
      border-block-end: 1px solid;
    }
    .side {
      border-inline-end: 1px solid;
    }
    :is(mark, .result .title mark) {
      background: Mark;
      color: MarkText;
      -webkit-text-fill-color: MarkText;
    }
    :is(.number[aria-current], button.chip[aria-pressed='true']) {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
      -webkit-text-fill-color: HighlightText;
    }
  }
  @media print {
    /* Dark ink, because most printers omit backgrounds. Important, to replace the colors of the theme, which are important. */
    :host,
    .navbar {
      --text: #000 !important;
      --muted: #444 !important;
      --basic-ink: #000 !important;
      --mark-ink: #000 !important;
      --mark-text: #000 !important;
      --tint-text: #000 !important;
      --surface: #fff !important;
      --hover: #fff !important;
      --mark: #ddd !important;
      --line: #bbb !important;
    }
    /* Blocks, because Firefox moves a flex box to the next page as a whole. */
    :host {
      container-type: normal;
    }
    :is(.page, .body) {
      display: block !important;
    }
    .page {
      min-block-size: 0;
      border: 0;
    }
    :is(.navbar, .main) {
      padding-inline: 0;
    }
    :is(.side, .skip, semantic-search-box, .main:has(+ .detail), .sort, .actions, .added details),
    :is(.unfold, .pager, .fold, .remove, .toolbar > .button, .active > .plain) {
      display: none;
    }
    /* Paper cannot unfold. */
    .chips > .rest {
      display: list-item !important;
    }
    button.chip {
      color: var(--text) !important;
    }
    .result {
      break-inside: avoid;
    }
  }
`;
