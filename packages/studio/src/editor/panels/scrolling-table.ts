/** Table that scrolls in a narrow window, also by keyboard. */
import { html, type TemplateResult } from 'lit';

/** `label` names the table for screen readers. */
export const scrollingTable = (label: string, columns: readonly string[], rows: unknown): TemplateResult =>
  html`<div class="scroll" tabindex="0" role="group" aria-label=${label}><table>
    <thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
    <tbody>${rows}</tbody></table></div>`;
