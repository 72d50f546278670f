/** Icons of buttons, drawn in the color of their text. */
import { html, svg, type TemplateResult } from 'lit';

const paths = {
  up: 'M8 13V3M4 7l4-4 4 4',
  down: 'M8 3v10M4 9l4 4 4-4',
  remove: 'M4 4l8 8M12 4l-8 8',
  grip: 'M6 4h.01M6 8h.01M6 12h.01M10 4h.01M10 8h.01M10 12h.01',
};

export const icon = (name: keyof typeof paths): TemplateResult =>
  html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${svg`<path d=${paths[name]}></path>`}</svg>`;
