/** A document in a list of the studio: picture, title and address. */
import { html, nothing, type TemplateResult } from 'lit';
import type { KnownDocument } from './rule-names.ts';

export function documentRow({ id, title, link, image }: KnownDocument): TemplateResult {
  const address = (link || id).replace(/^https?:\/\/(www\.)?/, '');
  return html`<span class="document">${picture(image)}<span><bdi>${title || id}</bdi>
    ${address === title ? nothing : html`<bdi class="fine address">${address}</bdi>`}</span></span>`;
}

/** The content security policy permits pictures over https: and of the server itself. */
function picture(image: string | null): TemplateResult {
  const isPermitted = image !== null && /^(?:https:|data:image\/|\/(?!\/))/.test(image);
  return isPermitted
    ? html`<img src=${image} alt="" loading="lazy" width="40" height="30" @error=${clear} />`
    : html`<span class="no-picture" aria-hidden="true"></span>`;
}

/** Browsers show an icon for a picture that cannot be loaded, but nothing for one without address. */
const clear = ({ target }: Event): void => (target as HTMLElement).removeAttribute('src');
