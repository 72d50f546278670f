/** Styles of small inputs. */
import { css } from 'lit';

export const fieldStyles = css`
  .field {
    inline-size: 100%;
    min-block-size: var(--target);
    padding: var(--s4) var(--s8);
    border: 1px solid var(--edge);
    border-radius: var(--control-radius);
    background: var(--surface);
    font-size: max(16px, var(--f14));
  }
  @media (pointer: fine) {
    .field {
      font-size: var(--f14);
    }
  }
`;
