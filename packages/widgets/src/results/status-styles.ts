/** Styles of the loading, empty and error states. */
import { css } from 'lit';

export const stateStyles = css`
  .state {
    display: grid;
    justify-items: start;
    gap: var(--s8);
    max-inline-size: 44rem;
    padding-block: var(--s8) var(--s32);
  }
  .state-title {
    font-size: var(--f20);
    font-weight: 600;
    line-height: 1.25;
    overflow-wrap: anywhere;
  }
  .failure {
    margin-block: var(--s16);
    padding: var(--s16);
    border-inline-start: 3px solid var(--critical-ink);
    border-radius: var(--control-radius);
    background: var(--hover);
  }
  .failure .state-title {
    font-size: var(--unit);
  }
`;
