/** Styles of the result actions menu. */
import { css } from 'lit';

export const resultActionsStyles = css`
  :host {
    position: absolute;
    inset-block-start: calc(100% + var(--s4));
    inset-inline-end: 0;
    z-index: 10;
    inline-size: max-content;
    max-inline-size: min(18em, 80vw);
    padding: var(--s8);
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--raised);
    color: var(--text);
    box-shadow: 0 12px 32px rgb(0 0 0 / 0.18);
    container-type: normal;
    font-size: var(--f14);
  }
  button {
    inline-size: 100%;
    min-block-size: max(36px, var(--target));
    padding: var(--s4) var(--s12);
    border: 0;
    border-radius: var(--control-radius);
    background: none;
    text-align: start;
    cursor: pointer;
  }
  button:hover {
    background: var(--hover);
  }
  p {
    padding: var(--s4) var(--s12);
    color: var(--muted);
    overflow-wrap: anywhere;
  }
`;
