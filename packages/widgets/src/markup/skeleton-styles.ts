/** Styles of the skeleton, shared with the results. */
import { css } from 'lit';

export const skeletonStyles = css`
  /* On the page, which persists: each skeleton that replaces another one would be hidden again. */
  .page {
    animation: wait 200ms step-end;
  }
  /* Several columns on wide pages. */
  .list {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(42em, 100%), 1fr));
    column-gap: var(--s32);
    margin-block-start: var(--s8);
    transition: opacity 150ms;
  }
  /* As high as its row, so that the rules of two columns are in line. */
  .result {
    display: flow-root;
    block-size: 100%;
    padding-block: var(--s16);
    border-block-end: 1px solid var(--line);
  }
  .waiting {
    visibility: var(--waiting);
  }
  .skeleton {
    border-radius: var(--control-radius);
    background: var(--skeleton);
  }
  .skeleton:not(.picture) {
    block-size: 0.8em;
    margin-block: 0.6em;
  }
  .line-title {
    inline-size: 62%;
    block-size: 1.1em;
  }
  .line-facts {
    inline-size: 28%;
  }
  .line {
    max-inline-size: 44rem;
  }
  .short {
    inline-size: 54%;
  }
  @keyframes wait {
    from {
      --waiting: hidden;
    }
  }
  .side .skeleton {
    margin-block: var(--s12);
  }
`;
