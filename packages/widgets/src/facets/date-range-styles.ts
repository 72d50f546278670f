/** Styles of the date range filter. */
import { css } from 'lit';

export const dateRangeStyles = css`
  .dates {
    padding-block: var(--s12);
    border-block-start: 1px solid var(--line);
  }
  /* No separator if it is the first filter. */
  slot + .dates {
    border-block-start: 0;
  }
  .dates legend {
    margin-block-end: var(--s8);
    padding: 0;
    font-size: var(--f14);
    font-weight: 600;
  }
  .years {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) auto;
    align-items: end;
    gap: var(--s8);
    font-size: var(--f12);
    color: var(--muted);
  }
  .years .field {
    color: var(--text);
    appearance: textfield;
  }
  .exact {
    display: inline-flex;
    align-items: center;
    gap: var(--s8);
    min-block-size: var(--target);
    color: var(--muted);
    font-size: var(--f14);
    accent-color: var(--basic);
  }
  .years:has(.day:not([hidden])) {
    grid-template-columns: minmax(0, 1fr);
  }
`;
