/** Styles of skeleton lines, which appear if content takes longer. */
import { css } from 'lit';

export const skeletonLineStyles = css`
  .skeleton {
    block-size: 0.8em;
    margin-block: 0.7em;
    border-radius: var(--control-radius);
    background: var(--skeleton);
  }
  .short {
    inline-size: 54%;
  }
  .waiting {
    animation: wait 200ms step-end;
  }
  @keyframes wait {
    from {
      visibility: hidden;
    }
  }
`;
