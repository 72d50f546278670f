/** Modal dialogs (`<dialog>`), opened and closed from state; the browser handles Escape and focus. */
import { html, nothing, type TemplateResult } from 'lit';

interface DialogView {
  id: string;
  title: string;
  isOpen: boolean;
  /** Wide dialogs contain a table or a list. */
  isWide?: boolean;
  close(): void;
  content(): unknown;
}

/** The content is rendered only while the dialog is open. */
export const dialog = ({
  id,
  title,
  isOpen,
  isWide,
  close,
  content,
}: DialogView): TemplateResult => html`<dialog
  id=${id} class=${isWide ? 'wide' : ''} aria-labelledby="${id}-title" ?data-open=${isOpen} @close=${close}>${
    isOpen ? html`<h2 id="${id}-title">${title}</h2>${content()}` : nothing
  }</dialog>`;

/** Synchronizes open dialogs after each rendering. */
export function openDialogs(root: ParentNode): void {
  for (const element of root.querySelectorAll('dialog')) {
    const wanted = element.hasAttribute('data-open');
    if (wanted && !element.open) element.showModal();
    if (!wanted && element.open) element.close();
  }
}
