/** Base styles of all elements: sizes and fonts of the host, shared controls and text classes. */
import { type CSSResult, css, type LitElement } from 'lit';

/** The font size of the host as a length: the scale follows the surrounding text, because many sites set the root to 62.5 %. */
try {
  CSS.registerProperty({ name: '--unit', syntax: '<length>', inherits: true, initialValue: '16px' });
} catch {
  // Another copy of this module has registered it, or this is not a browser.
}

/** Adds style sheets that have loaded after the element. */
export function addStyles(host: LitElement, ...styles: readonly CSSResult[]): void {
  const root = host.renderRoot as ShadowRoot;
  root.adoptedStyleSheets.push(...styles.map(({ styleSheet }) => styleSheet!));
}

/** Sizes: `--s16` is a space and `--f14` a font size of that many pixels if the text around has 16. */
export const scale = css`
  /* The dialog has its own font size. */
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
    /* Padding of a target in a line of text: at least 24px high with any font, whose lines are 0.9em or more. */
    --tap: max(var(--s4), (25px - 0.9em) / 2);
    /* Target size of controls in a row of the same kind: chips and disclosure buttons. */
    --small: 26px;
  }
  :host {
    --radius: var(--semantic-search-radius, 8px);
    --control-radius: var(--semantic-search-control-radius, 4px);
    display: block;
    /* Dark only where the page allows it or the owner demands it. Nested elements follow the outer element. */
    color-scheme: var(--semantic-search-scheme, inherit);
    font-family: var(--semantic-search-font-family, inherit);
    /* Not in --unit, which depends on this size. The minimum is for pages that set their root to 10px. */
    font-size: var(--semantic-search-font-size, max(1em, 12px));
    color: var(--text);
    container-type: inline-size;
    /* Containment hides the size of the content; parents that size to their content need this one. */
    contain-intrinsic-inline-size: min(16em, 90vw);
    min-inline-size: 0;
    max-inline-size: 100%;
  }
  /* Not on the host, where the universal rules of the page would win. */
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
  :is(h2, h3, h4, p, ul, ol, dl, dd, fieldset, figure) {
    margin: 0;
    padding: 0;
    border: 0;
    min-inline-size: 0;
  }
  :is(ul, ol) {
    list-style: none;
  }
  :is(h2, h3, h4) {
    font-size: inherit;
    font-weight: 600;
    line-height: 1.25;
  }
  :is(h2, h3, h4, p, dt, dd) {
    overflow-wrap: anywhere;
  }
  :is(button, input, select) {
    font: inherit;
    color: inherit;
    letter-spacing: inherit;
  }
  button {
    padding: 0;
    border: 0;
    border-radius: var(--control-radius);
    background: none;
    text-align: start;
    cursor: pointer;
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
    /* Not below a fixed header of the page. */
    scroll-margin-block-start: var(--semantic-search-sticky-offset, 0px);
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
  :is(.muted, .facts, .fine) {
    color: var(--muted);
  }
  :is(.facts, .fine) {
    font-size: var(--f14);
  }
  .floating {
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--raised);
    color: var(--text);
    box-shadow: 0 12px 32px rgb(0 0 0 / 0.18);
  }
  .plain {
    display: inline-flex;
    align-items: center;
    gap: var(--s4);
    min-block-size: var(--small);
    color: var(--basic-ink);
    font-size: var(--f14);
    font-weight: 500;
    overflow-wrap: anywhere;
  }
  /* On touch screens, :hover persists after a tap. */
  @media (hover: none) {
    :not(.failure) {
      --hover: transparent;
    }
  }
  .plain:hover {
    text-decoration: underline;
    text-underline-offset: 0.18em;
  }
  /* The fill of text keeps the authored color, which is not painted. */
  @media (forced-colors: active) {
    :host > * {
      -webkit-text-fill-color: CanvasText;
    }
    a {
      -webkit-text-fill-color: LinkText;
    }
    /* Browsers keep the color of an <svg>. */
    .icon {
      color: inherit !important;
    }
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
