/** Styles of document pictures and their placeholders. */
import { css } from 'lit';

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
