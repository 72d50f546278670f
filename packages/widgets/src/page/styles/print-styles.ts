/** Styles of the printed search page (lazy). */
import { css } from 'lit';

export const printStyles = css`
  @media print {
    /* Dark ink, because most printers omit backgrounds. */
    :host,
    .navbar {
      --text: #000 !important;
      --muted: #444 !important;
      --basic-ink: #000 !important;
      --mark-ink: #000 !important;
      --mark-text: #000 !important;
      --tint-text: #000 !important;
      --surface: #fff !important;
      --hover: #fff !important;
      --mark: #ddd !important;
      --line: #bbb !important;
    }
    .side,
    .skip,
    semantic-search-box,
    .main:has(+ .detail) {
      display: none;
    }
    /* Blocks, because Firefox moves a flex box to the next page as a whole. */
    :host {
      container-type: normal;
    }
    .page,
    .body {
      display: block !important;
    }
    .page {
      min-block-size: 0;
      border: 0;
    }
    .navbar,
    .main {
      padding-inline: 0;
    }
    .sort,
    .actions,
    .added details,
    .unfold,
    .pager,
    .fold,
    .chosen .remove,
    .understood .remove,
    .toolbar > .button,
    .active > .plain {
      display: none;
    }
    /* Paper cannot unfold. */
    .chips > .rest {
      display: list-item !important;
    }
    button.chip {
      color: var(--text) !important;
    }
    .result {
      break-inside: avoid;
    }
  }
`;
