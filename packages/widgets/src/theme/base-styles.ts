/** Base styles: scale and shared controls. */
import { css } from 'lit';

/**
 * The host's own font size as a length, so that the scale follows the text around the element
 * and not the page's root, which many sites shrink to 62.5 %.
 */
try {
  CSS.registerProperty({ name: '--unit', syntax: '<length>', inherits: true, initialValue: '16px' });
} catch {
  // Registered already by another copy of this module, or there is no browser here.
}

export const scale = css`
  /* The dialog of a search has text of its own size. */
  :host,
  .modal {
    --unit: 1em;
    --s4: calc(0.25 * var(--unit));
    --s8: calc(0.5 * var(--unit));
    --s12: calc(0.75 * var(--unit));
    --s16: var(--unit);
    --s24: calc(1.5 * var(--unit));
    --s32: calc(2 * var(--unit));
    --f12: calc(0.8 * var(--unit));
    --f14: calc(0.875 * var(--unit));
    --f20: calc(1.25 * var(--unit));
    --target: max(32px, 2 * var(--unit));
    /* Of what stands in a line of its like: chips, and what opens a branch. */
    --small: 26px;
  }
  :host {
    --radius: var(--semantic-search-radius, 8px);
    --control-radius: var(--semantic-search-control-radius, 4px);
    display: block;
    /* Elements inside another follow it, not the visitor. */
    color-scheme: var(--semantic-search-scheme, light dark);
    font-family: var(--semantic-search-font-family, inherit);
    /* Not by --unit, which is measured in it. */
    font-size: var(--semantic-search-font-size, 1em);
    color: var(--text);
    container-type: inline-size;
    /* Where a parent asks its content how wide it is: nothing of it tells. */
    contain-intrinsic-inline-size: min(16em, 90vw);
    min-inline-size: 0;
    max-inline-size: 100%;
  }
  /* Not on the host, where the rules of a page for everything in it would win. */
  :host > * {
    font-style: normal;
    font-variant: normal;
    line-height: 1.5;
    letter-spacing: normal;
    word-spacing: normal;
    word-break: normal;
    line-break: auto;
    hyphens: var(--hyphens, manual);
    text-align: start;
    text-indent: 0;
    text-shadow: none;
    text-transform: none;
    white-space: normal;
    text-wrap: wrap;
    cursor: auto;
  }
  :host([theme='light']) {
    --semantic-search-scheme: light;
  }
  :host([theme='dark']) {
    --semantic-search-scheme: dark;
  }
  :host([hidden]) {
    display: none;
  }
  @media (pointer: coarse) {
    :host,
    .modal {
      --target: max(44px, 2 * var(--unit));
      --small: 44px;
    }
  }
  /* Paper is white, and most printers leave backgrounds out. */
  @media print {
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
  }
`;

export const controls = css`
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  [hidden] {
    display: none !important;
  }
  h2,
  h3,
  h4,
  p,
  ul,
  ol,
  dl,
  dd,
  fieldset,
  figure {
    margin: 0;
    padding: 0;
    border: 0;
    min-inline-size: 0;
  }
  ul,
  ol {
    list-style: none;
  }
  h2,
  h3,
  h4 {
    font-size: inherit;
    font-weight: 600;
    line-height: 1.25;
  }
  button,
  input,
  select {
    font: inherit;
    color: inherit;
    letter-spacing: inherit;
  }
  ::placeholder {
    color: var(--muted);
    opacity: 1;
  }
  a {
    color: var(--basic-ink);
    text-underline-offset: 0.18em;
  }
  :focus-visible {
    outline: 2px solid var(--ring, var(--focus-ink));
    outline-offset: 2px;
  }
  .icon {
    flex: none;
    inline-size: 1.25em;
    block-size: 1.25em;
  }
  .hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .muted {
    color: var(--muted);
  }
  .plain {
    display: inline-flex;
    align-items: center;
    gap: var(--s4);
    min-block-size: var(--small);
    padding: 0;
    border: 0;
    border-radius: var(--control-radius);
    background: none;
    color: var(--basic-ink);
    font-size: var(--f14);
    font-weight: 500;
    overflow-wrap: anywhere;
    text-align: start;
    cursor: pointer;
  }
  /* What a finger has left is not pointed at, though browsers say so until the next touch. */
  @media (hover: none) {
    :not(.failure) {
      --hover: transparent;
    }
  }
  .plain:hover {
    text-decoration: underline;
    text-underline-offset: 0.18em;
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    ::before,
    ::after {
      animation: none !important;
      transition: none !important;
    }
  }
`;
