/** Picture of a document, with a placeholder behind it. */
import type { RetrievedDocument } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';

/** The image, and a placeholder with type and initial that fills the grid cell without one. */
export function picture(document: RetrievedDocument): TemplateResult {
  return html`${document.image ? html`<img class="picture" src=${document.image} alt="" loading="lazy" decoding="async" @error=${hideBrokenImage} />` : nothing}<div class="picture placeholder" aria-hidden="true"><span class="initial">${[...document.title][0] ?? '·'}</span><span>${document.type}</span></div>`;
}

/** Hides an image that fails to load. */
export const hideBrokenImage = ({ target }: Event): void => {
  (target as HTMLElement).hidden = true;
};
