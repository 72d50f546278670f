/** Styles of the detail view next to the result list on wide pages. */
import { css } from 'lit';

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
    /* The list leads through the documents; the text is next to it. */
    .beside .summary {
      display: -webkit-box;
      -webkit-box-orient: vertical;
      -webkit-line-clamp: 4;
      overflow: hidden;
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
    .beside .facts {
      display: flow-root;
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
