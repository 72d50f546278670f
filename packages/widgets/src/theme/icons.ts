/** Icons on a 20-unit grid in the current text color. */
import { svg } from 'lit';

/** Decorative, because the text or name of the button says the same. */
export const icon = (path: string) => svg`<svg class="icon" viewBox="0 0 20 20" width="20" height="20"
  fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"
  aria-hidden="true" focusable="false"><path d=${path}></path></svg>`;

export const searchIcon = icon('M14 9A5 5 0 1 1 4 9a5 5 0 0 1 10 0Zm-1.4 3.6L17 17');
export const closeIcon = icon('m5.5 5.5 9 9m0-9-9 9');
export const filterIcon = icon('M3.5 6h13M6 10h8m-5.5 4h3');
export const chevronIcon = icon('m6 8 4 4 4-4');
export const clockIcon = icon('M10 5.5V10l3 2m4-2a7 7 0 1 1-14 0 7 7 0 0 1 14 0Z');
export const topicIcon = icon('M3.5 4.5h6l7 7-5 5-8-8v-4Zm3.2 3.2h.1');
export const documentIcon = icon('M6 3.5h5.5L15 7v9.5H6v-13Zm5 0V7.5h4M8.5 11h4m-4 2.5h4');
export const shareIcon = icon('M10 12.5V3m-3 3 3-3 3 3m-8.5 4v6.5h11V10');
