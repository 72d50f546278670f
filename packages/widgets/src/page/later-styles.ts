/** Styles that the first paint does not need: hover, outdated results, forced colors (lazy). */
import { css } from 'lit';

export const laterStyles = css`
  .stale {
    opacity: 0.55;
  }
  /* Outdated results after an error: still readable. */
  .old {
    --text: var(--muted);
    --basic-ink: var(--muted);
    color: var(--muted);
  }
  .result .title a:hover {
    text-decoration: underline;
  }
  /* The unfolded labels follow, so that "and 7 more" is wrong; the keyboard still folds them. */
  .added [open] > summary:not(:focus-visible) {
    position: absolute;
    clip-path: inset(50%);
  }
  .fold:hover {
    color: var(--text);
  }
  .fold .icon {
    transition: transform 120ms;
  }
  .fold[aria-expanded='true'] .icon {
    transform: rotate(180deg);
  }
  .current .title a {
    text-decoration: underline;
  }
  .number:hover {
    background: var(--hover);
  }
  similar-docs {
    --inset: 0;
    --indent: var(--s16);
    margin-block-start: var(--s4);
    border-radius: 0;
    background: none;
    border-inline-start: 2px solid var(--line);
  }
  @media (pointer: coarse) {
    :is(button.chip, .chosen .remove)::after {
      position: absolute;
      inset: -10px -3px;
      content: '';
    }
  }
  @media (forced-colors: active) {
    .navbar {
      border-block-end: 1px solid;
    }
    .side {
      border-inline-end: 1px solid;
    }
    mark,
    .result .title mark {
      background: Mark;
      color: MarkText;
      -webkit-text-fill-color: MarkText;
    }
    .number[aria-current],
    button.chip[aria-pressed='true'] {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
      -webkit-text-fill-color: HighlightText;
    }
  }
`;
