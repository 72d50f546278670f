/** Modal dialogs, and questions before actions that visitors see or that lose work. */
import { html, nothing, type TemplateResult } from 'lit';
import { text } from '../../text/text.ts';

interface DialogView {
  id: string;
  title: string;
  isOpen: boolean;
  /** Wide dialogs contain a table or a list. Drawers are at the end side of the window and use its full height. */
  form?: 'wide' | 'drawer';
  close(): void;
  content(): unknown;
}

/** The content is rendered only while the dialog is open; the browser handles Escape and focus. */
export const dialog = (view: DialogView): TemplateResult =>
  html`<dialog id=${view.id} class=${view.form ?? ''} aria-labelledby="${view.id}-title" ?data-open=${view.isOpen}
    @close=${view.close}>${view.isOpen ? openContent(view) : nothing}</dialog>`;

function openContent({ id, title, form, close, content }: DialogView): TemplateResult {
  const closeButton = html`<button type="button" class="square leave" aria-label=${text('close')} @click=${close}>×</button>`;
  return html`<h2 id="${id}-title">${title}</h2>${form === 'drawer' ? closeButton : nothing}${content()}`;
}

/** Synchronizes open dialogs after each rendering. */
export function openDialogs(root: ParentNode): void {
  for (const element of root.querySelectorAll('dialog')) {
    const shouldBeOpen = element.hasAttribute('data-open');
    if (shouldBeOpen && !element.open) element.showModal();
    if (!shouldBeOpen && element.open) element.close();
  }
}

interface Confirmation extends Omit<DialogView, 'content'> {
  text: unknown;
  /** Label of the button that changes nothing. */
  keep: string;
  /** Label of the button that acts. */
  act: string;
  isCritical?: boolean;
  onAct(): void;
}

export const confirmation = (view: Confirmation): TemplateResult =>
  dialog({
    ...view,
    content: () => html`${view.text}
      <div class="buttons"><button type="button" @click=${view.close}>${view.keep}</button>
        <button type="button" class="primary ${view.isCritical ? 'critical' : ''}" @click=${view.onAct}>${view.act}</button></div>`,
  });

/** Whether the person agrees to lose unsaved changes, if there are any. */
export const mayLeave = ({ isDirty = false }: { readonly isDirty?: boolean } = {}): boolean =>
  !isDirty || confirm(text('leaveWithoutSaving'));

/** Makes the browser ask before a page with unsaved changes is closed. */
export const askBeforeUnload = (isDirty: () => boolean): void =>
  addEventListener('beforeunload', (event) => isDirty() && event.preventDefault());
