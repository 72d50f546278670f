/** Real dialogs: opened and closed by what the page says of them, so that Escape and the focus are the browser's. */
import { html, nothing, type TemplateResult } from 'lit';

export interface DialogView {
  id: string;
  title: string;
  isOpen: boolean;
  /** A wide one holds a table or a list. */
  isWide?: boolean;
  close(): void;
  content(): unknown;
}

/** Its content is there only while it is open. */
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

/** After each rendering: what should be open is, and nothing else. */
export function openDialogs(root: ParentNode): void {
  for (const element of root.querySelectorAll('dialog')) {
    const wanted = element.hasAttribute('data-open');
    if (wanted && !element.open) element.showModal();
    if (!wanted && element.open) element.close();
  }
}
