/** Styles of the search box and its suggestions. */
import { css } from 'lit';

export const searchBoxStyles = css`
  :host {
    position: relative;
    container-type: normal;
  }
  .box {
    anchor-name: --box;
    display: flex;
    align-items: center;
    gap: var(--s8);
    min-block-size: 48px;
    padding-inline: var(--s12) var(--s8);
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    background: var(--surface);
    color: var(--text);
    cursor: text;
  }
  .box:focus-within {
    outline: 2px solid var(--ring, var(--focus-ink));
    outline-offset: 2px;
  }
  /* --ring is for the surface around the box. */
  .box button {
    --ring: initial;
  }
  :is(.search-icon, .group, .option .icon) {
    color: var(--muted);
  }
  .search-icon {
    display: flex;
  }
  /* Large text on a small screen leaves no space for the icon. */
  @container (width < 12em) {
    .search-icon {
      display: none;
    }
  }
  input {
    flex: 1;
    min-inline-size: 0;
    min-block-size: 44px;
    padding: 0;
    border: 0;
    background: none;
    font-size: max(16px, var(--unit));
    text-overflow: ellipsis;
    appearance: none;
  }
  input:focus-visible {
    outline: 0;
  }
  input::-webkit-search-cancel-button {
    display: none;
  }
  .panel {
    position: absolute;
    inset-inline: 0;
    inset-block-start: calc(100% + var(--s4));
    z-index: 20;
    padding: var(--s8);
    animation: appear 120ms ease-out;
  }
  .panel[popover] {
    position: fixed;
    position-anchor: --box;
    inset: calc(anchor(bottom) + var(--s4)) anchor(right) auto anchor(left);
    inline-size: auto;
    margin: 0;
  }
  [role='listbox'] {
    max-block-size: min(26rem, 65vh);
    overflow: auto;
  }
  @keyframes appear {
    from {
      opacity: 0;
    }
  }
  .group {
    padding: var(--s8) var(--s8) var(--s4);
    font-size: var(--f12);
    font-weight: 600;
  }
  .option {
    display: flex;
    align-items: center;
    gap: var(--s12);
    min-block-size: max(36px, var(--target));
    padding: var(--s4) var(--s8);
    border-radius: var(--control-radius);
    cursor: pointer;
  }
  .option img {
    inline-size: 48px;
    block-size: 36px;
    border-radius: var(--control-radius);
    object-fit: cover;
  }
  .option[aria-selected='true'] {
    background: var(--focus);
    color: var(--focus-text);
    /* Forced colors show it. */
    outline: 2px solid transparent;
    outline-offset: -2px;
  }
  .option[aria-selected='true'] :is(.muted, .icon) {
    color: inherit;
  }
  .words {
    flex: 1;
    min-inline-size: 0;
    overflow-wrap: anywhere;
    line-height: 1.3;
  }
  :is(.words .muted, .count) {
    font-size: var(--f14);
    font-variant-numeric: tabular-nums;
  }
  .private {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    column-gap: var(--s16);
    align-items: center;
    margin: var(--s4) var(--s8) 0;
    font-size: var(--f12);
  }
`;
