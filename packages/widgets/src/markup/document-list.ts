/** Document list: title, metadata and concepts shared with the reference document. */
import type { ConfigurationSettings, RetrievedDocument } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';
import { safeLink } from '../store/parse.ts';
import { titleOf } from './document-parts.ts';
import { metadataLine } from './metadata.ts';
import type { picture } from './picture.ts';

interface DocumentListView {
  settings: ConfigurationSettings;
  locale: Locale;
  /** Renders the picture of a document; undefined for a list of text rows. */
  picture: typeof picture | undefined;
  /** Small pictures beside the text, instead of a grid of large ones. */
  compact: boolean;
  headingLevel: number;
  choose(event: MouseEvent, document: RetrievedDocument, position: number): void;
}

export function documentList(
  documents: readonly RetrievedDocument[],
  view: DocumentListView,
): TemplateResult {
  const layout = view.picture ? (view.compact ? 'rows pictured' : 'plates') : 'rows';
  return html`<ul class=${layout} part="similar">
    ${documents.map((document, position) => row(document, position, view))}
  </ul>`;
}

function row(document: RetrievedDocument, position: number, view: DocumentListView): TemplateResult {
  const { locale, choose, picture } = view;
  const shared = document.sharedConcepts?.map(({ label }) => label) ?? [];
  const link = safeLink(document.link);
  const lang = document.language ?? nothing;
  const name = html`<bdi>${titleOf(document)}</bdi>`;
  const chosen = (event: MouseEvent) => choose(event, document, position);
  return html`<li>
    ${picture?.(document)}
    <div>${
      link
        ? html`<a class="title" part="similar-title" href=${link} lang=${lang} @click=${chosen}>${name}</a>`
        : html`<button class="plain title" part="similar-title" type="button" lang=${lang} @click=${chosen}>${name}</button>`
    }
    ${metadataLine(document, view)}
    ${shared.length ? html`<p class="shared">${locale.text('shared', { concepts: locale.conjunction(shared.slice(0, 4)) })}</p>` : nothing}</div>
  </li>`;
}
