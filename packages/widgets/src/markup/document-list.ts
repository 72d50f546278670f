/** List of similar documents: title, metadata, and concepts shared with the open document. */
import type { ConfigurationSettings, RetrievedDocument } from '@semantic-search/contract';
import { css, html, nothing, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';
import { safeLink } from '../store/safe-url.ts';
import { titleOf } from './document-parts.ts';
import { metadataLine } from './metadata.ts';
import type { picture } from './rich-results.ts';

const MAX_SHARED_CONCEPTS = 4;

interface DocumentListView {
  settings: ConfigurationSettings;
  locale: Locale;
  /** Renders the picture of a document; undefined if the list shows text only. */
  picture: typeof picture | undefined;
  /** Small pictures next to the text, instead of a grid of large ones. */
  isCompact: boolean;
  choose(event: MouseEvent, document: RetrievedDocument, position: number): void;
}

export function documentList(documents: readonly RetrievedDocument[], view: DocumentListView) {
  const pictureLayout = view.isCompact ? 'rows pictured' : 'plates';
  return html`<ul class=${view.picture ? pictureLayout : 'rows'} part="similar">
    ${documents.map((document, position) => row(document, position, view))}
  </ul>`;
}

function row(document: RetrievedDocument, position: number, view: DocumentListView): TemplateResult {
  const { locale, choose, picture } = view;
  const sharedConcepts = document.sharedConcepts?.slice(0, MAX_SHARED_CONCEPTS) ?? [];
  const sharedLabels = sharedConcepts.map(({ label }) => label);
  const link = safeLink(document.link);
  const lang = document.language ?? nothing;
  const title = html`<bdi>${titleOf(document)}</bdi>`;
  const handleClick = (event: MouseEvent) => choose(event, document, position);
  return html`<li>
    ${picture?.(document)}
    <div>${
      link
        ? html`<a class="title" part="similar-title" href=${link} lang=${lang} @click=${handleClick}>${title}</a>`
        : html`<button class="plain title" part="similar-title" type="button" lang=${lang} @click=${handleClick}>${title}</button>`
    }
    ${metadataLine(document, view)}
    ${sharedLabels.length ? html`<p class="fine shared">${locale.text('shared', { concepts: locale.conjunction(sharedLabels) })}</p>` : nothing}</div>
  </li>`;
}

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
