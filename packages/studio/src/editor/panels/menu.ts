/** Menu that a button unfolds; Escape, a choice, and leaving it close it. */
import { html, type TemplateResult } from 'lit';

interface MenuView {
  label: unknown;
  content: unknown;
}

/** The panel can have the focus, so that a click on its text does not close the menu. */
export const menu = ({ label, content }: MenuView): TemplateResult => html`<details
  class="menu" @keydown=${closeByEscape} @focusout=${closeOnLeaving}><summary>${label}</summary>
  <div class="menu-panel" tabindex="-1" @click=${closeByChoice}>${content}</div></details>`;

const detailsOf = ({ currentTarget }: Event): HTMLDetailsElement =>
  (currentTarget as HTMLElement).closest('details')!;

function closeByEscape(event: KeyboardEvent): void {
  const details = detailsOf(event);
  if (event.key !== 'Escape' || !details.open) return;
  event.preventDefault();
  details.open = false;
  details.querySelector('summary')?.focus();
}

function closeOnLeaving(event: FocusEvent): void {
  const details = detailsOf(event);
  const newFocus = event.relatedTarget;
  // Without a new focus, the window itself has lost the focus, or a click was outside of all controls.
  const isInside = newFocus instanceof Node && details.contains(newFocus);
  if (!isInside) details.open = false;
}

function closeByChoice(event: Event): void {
  if (event.target instanceof Element && event.target.closest('button, a')) detailsOf(event).open = false;
}
