/** Styles of the document list. */
import { css } from 'lit';

export const documentListStyles = css`
  :host {
    border-radius: var(--radius);
    background: var(--surface);
    color: var(--text);
  }
  /* Below a result. */
  :host(.inline) {
    --inset: 0;
    --indent: var(--s16);
    margin-block-start: var(--s4);
    border-radius: 0;
    background: none;
    border-inline-start: 2px solid var(--line);
  }
  /* Not on the host: the CSS reset of many pages removes its padding. */
  .panel {
    margin-inline-start: var(--indent, 0);
    padding: var(--inset, var(--s16));
  }
  .heading {
    margin-block-end: var(--s8);
  }
  .rows > li {
    padding-block: var(--s8);
  }
  /* As high as most rows: title, metadata and shared concepts, each in one line. */
  .row {
    block-size: 5.125em;
    overflow: hidden;
  }
  @container (width < 28em) {
    .row {
      block-size: 7.75em;
    }
  }
  .title {
    padding-block: var(--tap);
    font-size: inherit;
    font-weight: 600;
    line-height: 1.3;
    text-decoration: none;
    overflow-wrap: anywhere;
  }
  .title:hover {
    text-decoration: underline;
  }
  .facts,
  .shared,
  .none {
    color: var(--muted);
    font-size: var(--f14);
    overflow-wrap: anywhere;
  }
  .pictured > li {
    display: flex;
    gap: var(--s16);
    border-block-start: 1px solid var(--line);
  }
  .pictured .picture {
    flex: none;
    align-self: start;
    inline-size: 6em;
    margin-block: var(--s4);
  }
  .pictured .initial {
    font-size: 2em;
  }
  .plates {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(11rem, 100%), 1fr));
    gap: var(--s16);
  }
  /* Dark ink, because most printers omit backgrounds. */
  @media print {
    :host {
      container-type: normal;
      --text: #000 !important;
      --muted: #444 !important;
      --basic-ink: #000 !important;
    }
  }
`;
