/** Document picture. */
import type { RetrievedDocument } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { hideBrokenImage } from './metadata-line.ts';
import { safeImage } from './safe-url.ts';

/** The document's image, and a plate with its type and initial, which keeps the grid whole where there is none. */
export function picture(document: RetrievedDocument): TemplateResult {
  const image = safeImage(document.image);
  return html`${image ? html`<img class="picture" src=${image} alt="" loading="lazy" decoding="async" @error=${hideBrokenImage} />` : nothing}<div class="picture plate" aria-hidden="true"><span class="initial">${[...document.title][0] ?? '·'}</span><span>${document.type}</span></div>`;
}
