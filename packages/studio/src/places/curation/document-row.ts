/** A document in a list of the studio: picture, title and address. */
import { html, nothing, type TemplateResult } from 'lit';
import type { KnownDocument } from './rule-names.ts';

export function documentRow({ id, title, link, image }: KnownDocument): TemplateResult {
  const address = (link || id).replace(/^https?:\/\/(www\.)?/, '');
  return html`<span class="document">${picture(image)}<span><bdi>${title || id}</bdi>
    ${address === title ? nothing : html`<bdi class="fine address">${address}</bdi>`}</span></span>`;
}

/** The picture, if the content security policy permits it: over `https:`, embedded, or of the server itself. */
function picture(image: string | null): TemplateResult {
  const isPermitted = image !== null && /^(?:https:|data:image\/|\/(?!\/))/.test(image);
  return isPermitted
    ? html`<img src=${image} alt="" loading="lazy" width="40" height="30" @error=${hideBroken} />`
    : html`<span class="no-picture" aria-hidden="true"></span>`;
}

/** Hides the icon that browsers show for a picture that cannot be loaded: without `src`, they show nothing. */
const hideBroken = ({ target }: Event): void => (target as HTMLElement).removeAttribute('src');
