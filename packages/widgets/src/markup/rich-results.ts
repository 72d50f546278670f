/** Parts that only some results have, with their styles (lazy): pictures, sentiment, matching sections. */
import type { RetrievedDocument } from '@semantic-search/contract';
import { css, html, nothing, type TemplateResult } from 'lit';
import { emit } from '../events.ts';
import type { Locale } from '../locale/locale.ts';
import { safeLink } from '../store/safe-url.ts';
import { hideBrokenImage, highlighted, titleOf } from './document-parts.ts';
import { opensElsewhere } from './user-input.ts';

/** The image; without an image, a placeholder with type and initial that fills the grid cell. */
export function picture(document: RetrievedDocument): TemplateResult {
  const [initial = '·'] = document.title;
  return html`${document.image ? html`<img class="picture" src=${document.image} alt="" loading="lazy" decoding="async" @error=${hideBrokenImage} />` : nothing}
    <div class="picture placeholder" aria-hidden="true"><span class="initial">${initial}</span><span>${document.type}</span></div>`;
}

const pictureStyles = css`
  .picture {
    display: block;
    inline-size: 100%;
    aspect-ratio: 4 / 3;
    margin-block-end: var(--s12);
    border-radius: var(--radius);
    background: var(--skeleton);
    object-fit: cover;
  }
  .placeholder {
    display: grid;
    place-content: center;
    background: var(--tint);
    color: var(--tint-text);
    font-size: var(--f12);
    text-align: center;
    overflow-wrap: anywhere;
  }
  img:not([hidden]) + .placeholder {
    display: none;
  }
  .initial {
    font-size: 4em;
    font-weight: 300;
    line-height: 1.1;
  }
`;

/** The matching sections with a link; nothing if there are none. */
export function matchingSections(document: RetrievedDocument, position: number) {
  const sections = document.sections?.filter(({ url }) => safeLink(url)) ?? [];
  if (!sections.length) return nothing;
  const lang = document.language ?? nothing;
  const handleClick = (event: MouseEvent) => {
    if (opensElsewhere(event)) return;
    const link = event.currentTarget as Element;
    if (!emit(link, 'semantic-search-select', { document, position })) event.preventDefault();
  };
  return html`<ul class="sections" part="sections" aria-label=${titleOf(document)} lang=${lang}>
    ${sections.map(
      ({ heading, url, text: snippet, highlights }) => html`<li>
        <a part="section-link" href=${url} @click=${handleClick}><bdi>${highlighted(heading, highlights.heading)}</bdi></a>
        ${snippet ? html`<p class="facts" part="section-text" dir="auto">${highlighted(snippet, highlights.text)}</p>` : nothing}
      </li>`,
    )}
  </ul>`;
}

const sectionStyles = css`
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

/** The sentiment from −1 to 1 with its configured label; undefined if the document has none. */
export function sentiment(document: RetrievedDocument, locale: Locale): string | undefined {
  const group = document.documentDetails.find(({ field }) => field === 'dyn_flt_sentiment');
  const value = Number.parseFloat(group?.facets[0]?.label ?? '');
  if (!group || !Number.isFinite(value)) return undefined;
  return locale.text('pair', { name: group.label, value: locale.signed(value) });
}

export function sentimentLine(document: RetrievedDocument, locale: Locale) {
  const text = sentiment(document, locale);
  return text ? html`<p class="facts" part="sentiment">${text}</p>` : nothing;
}

export const styles = [
  pictureStyles,
  sectionStyles,
  css`
    .cards {
      --pad: var(--s16);
      grid-template-columns: repeat(auto-fill, minmax(min(max(12em, 30%), 100%), 1fr));
      gap: var(--s16);
      margin-block-start: var(--s16);
    }
    .cards .result {
      display: flex;
      flex-direction: column;
      block-size: 100%;
      padding: 0 var(--pad) var(--s16);
      border: 1px solid var(--line);
      border-radius: var(--radius);
    }
    .cards .picture {
      inline-size: auto;
      margin: 0 calc(-1 * var(--pad)) var(--s16);
      border-radius: calc(var(--radius) - 1px) calc(var(--radius) - 1px) 0 0;
    }
    .cards .foot {
      margin-block-start: auto;
    }
    .cards .summary {
      -webkit-line-clamp: 3;
    }
    /* Large text on a small screen. */
    @container (width < 16em) {
      .cards {
        --pad: var(--s8);
      }
    }
  `,
];
