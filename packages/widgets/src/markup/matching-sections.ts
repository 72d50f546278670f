/** Matching sections of a result: links to the headings of its page, with highlights (lazy). */
import type { RetrievedDocument } from '@semantic-search/contract';
import { css, html, nothing } from 'lit';
import { emit, opensElsewhere } from '../events.ts';
import { titleOf } from './document-title.ts';
import { highlighted } from './highlights.ts';
import { safeLink } from './safe-url.ts';

/** Renders nothing without a section that has a link. */
export function matchingSections(document: RetrievedDocument, position: number) {
  const sections = document.sections?.filter(({ url }) => safeLink(url)) ?? [];
  if (!sections.length) return nothing;
  const lang = document.language ?? nothing;
  const choose = (event: MouseEvent) => {
    const isAccepted = () =>
      emit(event.currentTarget as Element, 'semantic-search-select', { document, position });
    if (!opensElsewhere(event) && !isAccepted()) event.preventDefault();
  };
  return html`<ul class="sections" part="sections" aria-label=${titleOf(document)} lang=${lang}>
    ${sections.map(
      ({ heading, url, text: snippet, highlights }) => html`<li>
        <a part="section-link" href=${url} @click=${choose}><bdi>${highlighted(heading, highlights.heading)}</bdi></a>
        ${snippet ? html`<p class="facts" part="section-text" dir="auto">${highlighted(snippet, highlights.text)}</p>` : nothing}
      </li>`,
    )}
  </ul>`;
}

export const sectionStyles = css`
  .sections {
    display: grid;
    gap: var(--s8);
    max-inline-size: 44rem;
    margin-block-start: var(--s12);
    padding-inline-start: var(--s16);
    border-inline-start: 2px solid var(--line);
    overflow-wrap: anywhere;
  }
  .sections a {
    display: inline-block;
    padding-block: var(--tap);
    border-radius: 2px;
    text-decoration: none;
  }
  .sections a:hover {
    text-decoration: underline;
  }
  .sections a mark {
    color: var(--mark-ink);
  }
  .sections .facts {
    margin: 0;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  @media (pointer: coarse) {
    .sections a {
      padding-block: var(--s12);
    }
  }
`;
