/** Picture of a document, with a placeholder behind it. */
import type { RetrievedDocument } from '@semantic-search/contract';
import { css, html, nothing, type TemplateResult } from 'lit';

/** The image, and a placeholder with type and initial that fills the grid cell without one. */
export function picture(document: RetrievedDocument): TemplateResult {
  return html`${document.image ? html`<img class="picture" src=${document.image} alt="" loading="lazy" decoding="async" @error=${hideBrokenImage} />` : nothing}<div class="picture placeholder" aria-hidden="true"><span class="initial">${[...document.title][0] ?? '·'}</span><span>${document.type}</span></div>`;
}

/** Hides an image that fails to load. */
export const hideBrokenImage = ({ target }: Event): void => {
  (target as HTMLElement).hidden = true;
};

export const pictureStyles = css`
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
