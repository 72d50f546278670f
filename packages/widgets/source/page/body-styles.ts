/** How the parts of the body stand: toolbar and detail view, with the room there is. */
import { css } from 'lit';

export const bodyStyles = css`
  .side > .plain {
    margin-block-start: var(--s12);
  }
  section.detail {
    padding: var(--s16);
  }
  @container (width < 40em) {
    .pager ol {
      flex-basis: 100%;
      order: -1;
      justify-content: center;
    }
    .toolbar .count {
      flex-basis: calc(100% - var(--target) - var(--s16));
    }
    .toolbar {
      justify-content: space-between;
      column-gap: var(--s8);
    }
    .sort .button {
      padding-inline-start: var(--s8);
    }
    .sort .muted {
      position: absolute;
      clip-path: inset(50%);
    }
  }
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
    /* In view wherever in the list the visitor is. */
    .beside .detail {
      position: sticky;
      inset-block-start: 0;
      align-self: start;
      max-block-size: 100vh;
      overflow: auto;
    }
  }
  @media print {
    .beside .detail {
      max-block-size: none;
      overflow: visible;
    }
  }
`;
