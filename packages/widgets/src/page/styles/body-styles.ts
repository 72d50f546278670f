/** Responsive layout of the page body. */
import { css } from 'lit';

export const bodyStyles = css`
  .sheet-body > .plain {
    margin-block-start: var(--s12);
  }
  section.detail {
    padding: var(--s16);
  }
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
    .active,
    .active .chips {
      flex-wrap: nowrap;
    }
    .active {
      margin: 0 calc(-1 * var(--s4));
      padding: var(--s12) var(--s4);
      overflow: auto;
      scrollbar-width: none;
    }
    .active > .plain,
    .chosen {
      flex: none;
      max-inline-size: none;
    }
    .toolbar .count {
      flex-basis: calc(100% - var(--target) - var(--s16));
    }
    .toolbar {
      justify-content: space-between;
      column-gap: var(--s8);
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
    .toolbar .count {
      flex-basis: 100%;
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
