/** Styles of buttons, count badges and input fields. */
import { css } from 'lit';

export const buttonStyles = css`
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: var(--s8);
    min-block-size: var(--target);
    padding: var(--s4) var(--s12);
    border: 1px solid var(--edge);
    border-radius: var(--control-radius);
    background: var(--surface);
    color: var(--text);
    font-size: var(--f14);
    font-weight: 500;
    text-align: center;
    cursor: pointer;
  }
  :is(.button, .square, .number, .option, .value):hover {
    background: var(--hover);
  }
  .button:active {
    background: var(--pressed);
  }
  .primary {
    border-color: transparent;
    background: var(--basic);
    color: var(--basic-text);
  }
  .primary:is(:hover, :active) {
    background: var(--basic-hover);
  }
  .square {
    display: inline-grid;
    place-items: center;
    flex: none;
    inline-size: var(--target);
    block-size: var(--target);
    color: var(--muted);
  }
  :is(.square, .fold):hover {
    color: var(--text);
  }
  :is(.fold, .disclosure, .out) .icon {
    inline-size: 1em;
    block-size: 1em;
  }
  .badge {
    min-inline-size: 1.5em;
    padding-inline: 0.4em;
    border-radius: 99px;
    background: var(--basic);
    color: var(--basic-text);
    font-size: var(--f12);
    font-variant-numeric: tabular-nums;
    text-align: center;
    /* Forced colors show transparent lines. */
    outline: 1px solid transparent;
  }
  @media (forced-colors: active) {
    .plain {
      text-decoration: underline;
    }
  }
`;

export const fieldStyles = css`
  .field {
    inline-size: 100%;
    min-block-size: var(--target);
    padding: var(--s4) var(--s8);
    border: 1px solid var(--edge);
    border-radius: var(--control-radius);
    background: var(--surface);
  }
  /* Safari on phones zooms into a focused field or list with smaller text than 16px. */
  :is(.field, .sort .button) {
    font-size: max(16px, var(--f14));
  }
  /* Two fields for the bounds of a range. */
  .bounds {
    display: grid;
    gap: var(--s8);
    color: var(--muted);
    font-size: var(--f12);
  }
  .bounds .field {
    color: var(--text);
    appearance: textfield;
  }
  @media (pointer: fine) {
    :is(.field, .sort .button) {
      font-size: var(--f14);
    }
  }
`;
