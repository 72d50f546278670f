/** Styles of the filter drawer. */
import { css } from 'lit';

export const filterDrawerStyles = css`
  .sheet {
    inline-size: min(26rem, 100vw);
    max-inline-size: none;
    block-size: 100dvh;
    max-block-size: none;
    margin: 0;
    margin-inline-start: auto;
    padding: 0;
    border: 0;
    border-radius: 0;
    background: var(--surface);
    color: var(--text);
    overflow: hidden;
    overscroll-behavior: contain;
  }
  .sheet[open] {
    display: grid;
    grid-template-rows: auto minmax(0, 1fr) auto;
    animation: slide 160ms ease-out;
  }
  .sheet::backdrop {
    overflow: hidden;
    overscroll-behavior: contain;
    background: rgb(0 0 0 / 0.4);
  }
  @keyframes slide {
    from {
      opacity: 0;
      transform: translateY(12px);
    }
  }
  .sheet-head,
  .sheet-foot {
    display: flex;
    align-items: center;
    justify-content: space-between;
    padding: var(--s12) var(--s16);
    border-block-end: 1px solid var(--line);
  }
  /* Aligns the icon, not its padding, with the edge. */
  .sheet-head .square {
    margin-inline-end: calc(-1 * var(--s12));
  }
  .sheet-foot {
    border-block: 1px solid var(--line);
    border-block-end: 0;
  }
  .sheet-foot .button {
    inline-size: 100%;
    min-block-size: 44px;
  }
  /* The scroll container, also for visually hidden content; the page behind it does not scroll. */
  .sheet-body {
    position: relative;
    overflow: auto;
    overscroll-behavior: contain;
    padding: var(--s8) var(--s16);
  }
  /* Where head and foot would take most of the height, they scroll with the list. */
  @media (height < 22em) {
    .sheet[open] {
      display: block;
      overflow: auto;
    }
    .sheet-body {
      overflow: visible;
    }
  }
  @container (width < 16em) {
    .sheet-head,
    .sheet-body,
    .sheet-foot {
      padding: var(--s8);
    }
  }
`;
