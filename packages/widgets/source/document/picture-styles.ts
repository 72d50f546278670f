/** How the picture of a document looks, or the plate in its place, wherever documents stand as pictures. */
import { css } from 'lit';

export const pictureStyles = css`
  .picture {
    display: block;
    inline-size: 100%;
    aspect-ratio: 3 / 2;
    margin-block-end: var(--s12);
    border-radius: var(--radius);
    background: var(--skeleton);
    object-fit: cover;
  }
  .plate {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: var(--s12);
    padding-inline: var(--s16);
    background: var(--tint);
    color: var(--tint-text);
    font-size: var(--f14);
    overflow-wrap: anywhere;
  }
  img:not([hidden]) + .plate {
    display: none;
  }
  /* Where no document has an image there is no grid of images to keep. */
  :is(.cards, .plates):not(:has(img)) .plate {
    justify-content: start;
    aspect-ratio: auto;
    block-size: 3.5em;
  }
  .initial {
    font-size: 1.75em;
    font-weight: 300;
    line-height: 1;
  }
`;
