/** Small image of a document next to its title. */
import type { RetrievedDocument } from '@semantic-search/contract';
import { html } from 'lit';

/** Decorative, because the title stands next to it. An image that fails to load leaves an empty tile. */
export const thumbnail = ({ image }: RetrievedDocument) =>
  image ? html`<img part="thumbnail" src=${image} alt="" loading="lazy" />` : undefined;
