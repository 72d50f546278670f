/** Styles of the search page for its first paint: default colors, header, columns, breakpoints. */
import { css } from 'lit';

export const pageStyles = css`
  /* The colors of the browser, until the configuration has loaded. */
  :host {
    --surface: Canvas;
    --raised: Canvas;
    --text: CanvasText;
    --muted: color-mix(in oklch, CanvasText 70%, Canvas);
    --line: color-mix(in oklch, CanvasText 14%, Canvas);
    --edge: color-mix(in oklch, CanvasText 50%, Canvas);
    --hover: color-mix(in oklch, CanvasText 5%, Canvas);
    --pressed: color-mix(in oklch, CanvasText 9%, Canvas);
    --skeleton: color-mix(in oklch, CanvasText 9%, Canvas);
    --basic-ink: LinkText;
    --focus-ink: Highlight;
    --critical-ink: CanvasText;
    /* Height of a header with one row: the search box and the padding around it. */
    --navbar-size: 80px;
    flex-grow: 1;
    contain-intrinsic-inline-size: min(40em, 90vw);
  }
  :is(.page, .navbar, .side) {
    background: var(--surface);
    color: var(--text);
  }
  .page {
    /* Reset here, because inner elements inherit the property and would otherwise apply it again. */
    --semantic-search-font-size: 1em;
    display: flex;
    flex-direction: column;
    /* As high as the window, so that content below does not shift when the results arrive. */
    min-block-size: var(--semantic-search-min-block-size, min(100vh, 80rem));
    border: 1px solid var(--line);
    border-radius: var(--radius);
  }
  /* An error alone needs no minimum height. */
  .page:has(.alone) {
    min-block-size: 0;
  }
  .skip:not(:focus-visible) {
    position: absolute;
    clip-path: inset(50%);
  }
  .navbar {
    --ring: var(--focus-ink);
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s12) var(--s24);
    min-block-size: var(--navbar-size);
    padding: var(--s16);
    border-radius: calc(var(--radius) - 1px) calc(var(--radius) - 1px) 0 0;
  }
  /* As wide as most titles, so that the search box does not shift. */
  .loading .brand {
    inline-size: 10em;
  }
  /* Default colors would flash before the configured colors have loaded. */
  :is(.page:has(> .loading), .loading) {
    background: none;
  }
  .brand {
    display: flex;
    align-items: center;
    gap: var(--s12);
    min-inline-size: 0;
    /* Height of a logo, or of most titles in a row of their own. */
    min-block-size: var(--s32);
  }
  .logo {
    display: block;
    max-inline-size: 10rem;
    block-size: var(--s32);
    object-fit: contain;
  }
  :is(.navbar .title, .toolbar bdi, :is(.beside, .cards) .summary) {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    overflow: hidden;
  }
  .navbar .title {
    -webkit-line-clamp: 2;
    font-size: var(--f20);
    letter-spacing: -0.01em;
    text-wrap: balance;
  }
  /* Narrower boxes move below the title, where they have the full width. */
  semantic-search-box {
    flex: 1 1 20rem;
    min-inline-size: 0;
  }
  .body {
    display: grid;
    flex: 1;
    grid-template-columns: minmax(0, 1fr);
    align-items: stretch;
  }
  .side {
    border-end-start-radius: calc(var(--radius) - 1px);
  }
  .filters {
    padding: var(--s16) var(--s16) var(--s24);
  }
  .main {
    min-inline-size: 0;
    padding: var(--s16);
  }
  @container (min-width: 40em) {
    .navbar {
      padding: var(--s16) var(--s24);
    }
    .main {
      padding: var(--s24);
    }
  }
  /* A column of 16em has space for most values of facets. ResizeController has the same limit. */
  @container (min-width: 48em) {
    .side-before {
      grid-template-columns: 16em minmax(0, 1fr);
    }
    .side-after {
      grid-template-columns: minmax(0, 1fr) 16em;
    }
    .side-after .side {
      order: 1;
    }
    /* Visible at every scroll position of the results. */
    .filters {
      position: sticky;
      inset-block-start: var(--semantic-search-sticky-offset, 0px);
      max-block-size: calc(100vh - var(--semantic-search-sticky-offset, 0px));
      padding-inline: var(--s24) var(--s16);
      overflow: auto;
      /* The facet panel keeps its scroll position itself, because not all browsers have scroll anchoring. */
      overflow-anchor: none;
      scrollbar-width: thin;
    }
    .navbar:has(+ .side-before) .brand {
      inline-size: calc(16em - var(--s24));
    }
  }
  @container (min-width: 64em) {
    .main {
      padding: var(--s24) var(--s32);
    }
    .navbar {
      padding-inline-end: var(--s32);
    }
    .navbar:has(+ .side-before) .brand {
      inline-size: calc(16em - var(--s16));
    }
  }
`;
