/** Styles of the detail view. */
import { css } from 'lit';

export const detailViewStyles = css`
  :host {
    position: relative;
    scroll-margin-block-start: var(--semantic-search-sticky-offset, 0px);
  }
  article {
    display: flex;
    flex-direction: column;
    gap: var(--s16);
    padding: var(--s16);
  }
  :is(article > *, section, similar-docs) {
    max-inline-size: 44rem;
  }
  .navigation {
    display: flex;
    align-items: center;
    justify-content: space-between;
    min-block-size: var(--target);
  }
  :host(:dir(rtl)) .back .icon {
    transform: scaleX(-1);
  }
  .title {
    border-radius: var(--control-radius);
    font-size: calc(1.5625 * var(--unit));
    letter-spacing: -0.01em;
    text-wrap: balance;
  }
  .facts {
    margin-block-start: calc(-1 * var(--s8));
  }
  .out {
    display: inline-flex;
    align-items: center;
    gap: var(--s4);
    min-block-size: 24px;
    font-size: var(--f14);
    font-weight: 500;
  }
  /* The size is reserved before the image loads. */
  .image {
    display: block;
    inline-size: min(100%, 24em);
    aspect-ratio: 4 / 3;
    border-radius: var(--radius);
    background: var(--skeleton);
    object-fit: contain;
  }
  .text {
    line-height: 1.6;
    white-space: pre-line;
    overflow-wrap: anywhere;
    text-wrap: pretty;
  }
  .concept {
    padding-block: var(--tap);
    border-radius: 2px;
    text-decoration: underline dotted var(--focus-ink) 1.5px;
    text-underline-offset: 0.22em;
    cursor: help;
  }
  .concept:is(:hover, [aria-expanded='true']) {
    background: var(--mark);
    color: var(--mark-text);
  }
  .card {
    position: absolute;
    z-index: 10;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    justify-items: start;
    gap: var(--s8);
    inline-size: min(22rem, calc(100% - var(--s32)));
    padding: var(--s16);
    font-size: var(--f14);
    animation: appear 120ms ease-out;
  }
  @keyframes appear {
    from {
      opacity: 0;
      transform: translateY(-4px);
    }
  }
  .card-head {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: var(--s8);
    inline-size: 100%;
    margin-block-start: calc(-1 * var(--s8));
  }
  .card-head .square {
    margin-inline-end: calc(-1 * var(--s8));
  }
  .card-head h3 {
    min-inline-size: 0;
    font-size: var(--unit);
  }
  section h3 {
    margin-block-end: var(--s8);
  }
  dl {
    border-block-start: 1px solid var(--line);
  }
  dl > div {
    display: grid;
    grid-template-columns: minmax(6em, 10em) minmax(0, 1fr);
    gap: var(--s16);
    padding-block: var(--s8);
    border-block-end: 1px solid var(--line);
    font-size: var(--f14);
  }
  dt {
    color: var(--muted);
  }
  similar-docs {
    --inset: var(--s8) 0 0;
    background: none;
  }
  .head {
    inline-size: 70%;
    block-size: 1.6em;
  }
  /* Large text on a small screen. */
  @container (width < 16em) {
    article {
      padding: var(--s8);
    }
    .title {
      font-size: var(--f20);
    }
    dl > div {
      grid-template-columns: minmax(0, 1fr);
      gap: 0;
    }
  }
  @container (min-width: 30em) {
    article {
      padding: var(--s24) var(--s32);
    }
  }
  @media print {
    /* In print, blocks instead of flex boxes: Firefox moves a flex box to the next page as a whole. */
    :host {
      container-type: normal;
    }
    article {
      display: block;
      padding-inline: 0;
    }
    article > * {
      margin-block-end: var(--s16);
    }
    .image {
      break-inside: avoid;
    }
    :is(.navigation, .card) {
      display: none;
    }
    .out {
      flex-wrap: wrap;
    }
    .out::after {
      content: attr(href);
    }
  }
`;

/** Styles of the page with the detail view next to its results. */
export const besideStyles = css`
  @container (min-width: 72em) {
    .beside {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    }
    .side-before.beside {
      grid-template-columns: 16em minmax(0, 1fr) minmax(0, 1.05fr);
    }
    .side-after.beside {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1.05fr) 16em;
    }
    .beside .sort .muted {
      position: absolute;
      clip-path: inset(50%);
    }
    .beside .main {
      border-inline-end: 1px solid var(--line);
    }
    /* The list only leads to the documents; the detail view next to it has the text. */
    .beside .summary {
      -webkit-line-clamp: 4;
    }
    /* A small picture next to the title leaves the summary the full width of the column. */
    .beside .result:has([part='thumbnail']) {
      padding-inline-start: 0;
    }
    .beside [part='thumbnail'] {
      inline-size: 4.5em;
      margin-block-end: var(--s8);
      margin-inline-start: 0;
    }
    .beside [part='thumbnail'] ~ :is(.summary, .foot) {
      clear: both;
    }
    .beside .current {
      background: var(--hover);
      box-shadow:
        calc(-1 * var(--s8)) 0 var(--hover),
        var(--s8) 0 var(--hover);
    }
    /* Visible at every scroll position of the list. */
    .beside .detail {
      position: sticky;
      inset-block-start: var(--semantic-search-sticky-offset, 0px);
      align-self: start;
      max-block-size: calc(100vh - var(--semantic-search-sticky-offset, 0px));
      overflow: auto;
    }
  }
  @media print {
    .beside .detail {
      position: static;
      max-block-size: none;
      overflow: visible;
    }
  }
`;
