/** Styles of the skeleton, shared with the results. */
import { css } from 'lit';

export const skeletonStyles = css`
  /* Several columns on wide pages. */
  .list {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(42em, 100%), 1fr));
    column-gap: var(--s32);
    margin-block-start: var(--s8);
    transition: opacity 150ms;
  }
  .result {
    display: flow-root;
    padding-block: var(--s16);
    border-block-end: 1px solid var(--line);
  }
  .waiting {
    animation: wait 200ms step-end;
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
      visibility: hidden;
    }
  }
  .side .skeleton {
    margin-block: var(--s12);
  }
`;
