/** Styles of the search dialog and of its button. */
import { css } from 'lit';

export const searchDialogStyles = css`
  :host([mode='dialog']:not([hidden])) {
    display: inline-block;
    flex-grow: 0;
    min-block-size: 0;
    container-type: normal;
    vertical-align: middle;
  }
  button.opener {
    min-block-size: max(40px, var(--target));
    min-inline-size: min(14em, 100%);
    border-radius: var(--radius);
    color: var(--muted);
    font-size: inherit;
    font-weight: inherit;
  }
  .opener > span {
    flex: 1;
    text-align: start;
  }
  kbd {
    padding: 0 0.4em;
    border: 1px solid var(--line);
    border-radius: var(--control-radius);
    font: inherit;
    font-size: var(--f12);
  }
  @media (pointer: coarse), (hover: none) {
    kbd {
      display: none;
    }
  }
  .modal {
    --dialog-size: min(54em, 100dvh - 2 * var(--s32));
    inline-size: min(72em, 100vw - 2 * var(--s32));
    max-inline-size: none;
    block-size: var(--dialog-size);
    max-block-size: none;
    padding: 0;
    border: 0;
    border-radius: var(--radius);
    background: var(--raised);
    color: var(--text);
    container-type: inline-size;
    overflow: auto;
    overscroll-behavior: contain;
  }
  .modal::backdrop {
    overflow: hidden;
    overscroll-behavior: contain;
    background: rgb(0 0 0 / 0.45);
  }
  .modal .page {
    min-block-size: 100%;
  }
  /* The dialog while it shows only the search box and suggestions, as in a command palette. */
  .palette {
    inline-size: min(48em, 100vw - 2 * var(--s32));
    block-size: max-content;
    margin-block-start: 12vh;
  }
  .palette semantic-search-box::part(suggestions) {
    position: static;
    margin-block: var(--s16) calc(-1 * var(--s16));
    margin-inline: calc(-1 * var(--bleed)) calc(-1 * var(--bleed-end));
    padding-inline: calc(var(--bleed) - var(--s8));
    border: 0;
    border-radius: 0;
    box-shadow: none;
  }
  .palette .page {
    min-block-size: 0;
    border: 0;
  }
  .palette :is(.body, .brand, .skip) {
    display: none;
  }
  /* The button of the palette that shows the whole page. */
  .everything {
    margin: var(--s8) var(--s24);
  }
  /* In the header, visible at every scroll position of the dialog. */
  .modal > .close {
    --ring: var(--focus-ink);
    position: sticky;
    inset-block-start: calc((var(--navbar-size) - var(--target)) / 2);
    z-index: 2;
    display: grid;
    margin-block-end: calc(-1 * var(--target));
    margin-inline: auto var(--s24);
    background: var(--surface);
    color: var(--text);
  }
  /* Padding of the header; in the palette, the list of suggestions extends over it. */
  .modal .navbar {
    --bleed: var(--s24);
    --bleed-end: calc(var(--target) + var(--s32));
    padding-inline-end: var(--bleed-end);
  }
  /* With enough space, the search box stays visible while scrolling. */
  @media (min-width: 40em) and (min-height: 40em) {
    .modal {
      scroll-padding-block-start: var(--navbar-size);
    }
    .modal .navbar {
      position: sticky;
      inset-block-start: 0;
      z-index: 1;
    }
    /* Part of the sticky header: focusing it must not scroll. */
    .modal semantic-search-box::part(input) {
      scroll-margin-block: calc(-1 * var(--navbar-size)) var(--navbar-size);
    }
    .modal :is(.beside .detail, .filters) {
      inset-block-start: var(--navbar-size);
      max-block-size: calc(var(--dialog-size) - var(--navbar-size));
    }
  }
  @media (max-width: 40em) {
    .everything {
      margin-inline: var(--s16);
    }
    .modal {
      inline-size: 100vw;
      block-size: 100dvh;
      border-radius: 0;
    }
    .palette {
      margin-block-start: 0;
    }
    .modal .navbar {
      --bleed: var(--s16);
      --bleed-end: calc(var(--target) + var(--s16));
    }
    .modal > .close {
      margin-inline-end: var(--s4);
    }
    .modal:not(.palette) > .close {
      inset-block-start: var(--s16);
    }
    .modal:not(.palette) .navbar {
      padding-inline-end: var(--s16);
    }
    .modal .brand {
      min-block-size: var(--target);
      padding-inline-end: calc(var(--target) + var(--s16));
    }
  }
  /* Prints all results instead of the visible part. */
  @media print {
    .modal {
      position: absolute;
      inset: 0 0 auto;
      margin: 0;
      max-block-size: none;
      container-type: normal;
      inline-size: auto;
      block-size: auto;
      overflow: visible;
    }
    .modal > .close,
    .modal::backdrop {
      display: none;
    }
  }
`;
