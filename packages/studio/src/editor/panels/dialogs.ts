/** Modal dialogs, questions before actions that visitors see or that lose work, and edit conflicts. */
import { html, nothing, type TemplateResult } from 'lit';
import { formatTime, rich, text } from '../../text/text.ts';
import type { Conflict } from '../controller/conflict.ts';
import { type Difference, keyOf, valueAt } from '../settings/draft.ts';
import type { Schema } from '../settings/schema.ts';
import { differencesTable } from './history-panel.ts';

interface DialogView {
  id: string;
  title: string;
  isOpen: boolean;
  /** Wide dialogs contain a table or a list. */
  isWide?: boolean;
  /** Drawers are at the end side of the window and use its full height. */
  isDrawer?: boolean;
  close(): void;
  content(): unknown;
}

/** The content is rendered only while the dialog is open; the browser handles Escape and focus. */
export const dialog = (view: DialogView): TemplateResult => html`<dialog
  id=${view.id} class=${view.isDrawer ? 'drawer' : view.isWide ? 'wide' : ''} aria-labelledby="${view.id}-title" ?data-open=${view.isOpen} @close=${view.close}>${
    view.isOpen
      ? html`<h2 id="${view.id}-title">${view.title}</h2>${view.isDrawer ? html`<button type="button" class="square leave" aria-label=${text('close')} @click=${view.close}>×</button>` : nothing}${view.content()}`
      : nothing
  }</dialog>`;

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
      <div class="buttons"><button type="button" @click=${view.close}>${view.keep}</button><button type="button" class="primary ${view.isCritical ? 'critical' : ''}" @click=${view.onAct}>${view.act}</button></div>`,
  });

/** Description of the changes that would be lost. */
export const discardedChanges = (changes: readonly Difference[], schema: Schema): TemplateResult =>
  html`<p>${text('cannotUndo')}</p>
    ${differencesTable(
      schema,
      [text('saved'), text('yours')],
      changes.map(({ path, before, after }) => ({ path, values: [before, after] })),
    )}`;

interface ConflictActions {
  acceptTheirs(): void;
  saveOurs(): void;
  close(): void;
}

export function conflictPanel(conflict: Conflict, schema: Schema, actions: ConflictActions): TemplateResult {
  const { theirs, newestEntry, theirChanges, ourChanges } = conflict;
  const paths = new Map([...theirChanges, ...ourChanges].map(({ path }) => [keyOf(path), path]));
  const ours = new Map(ourChanges.map(({ path, after }) => [keyOf(path), after]));
  const rows = [...paths].map(([key, path]) => {
    const theirValue = valueAt(theirs.config, path);
    const before = theirChanges.find((change) => keyOf(change.path) === key)?.before ?? theirValue;
    return { path, values: [theirValue, ours.has(key) ? ours.get(key) : before] };
  });
  return html`<p>${newestEntry ? rich('savedAfter', { user: html`<strong>${newestEntry.user}</strong>`, time: formatTime(newestEntry.date) }) : text('savedAfterOpening')}</p>
    ${differencesTable(schema, [text('theirs'), text('yours')], rows)}
    ${ours.size > 0 ? html`<p class="hint">${text('overwritingHint', { count: ours.size })}</p>` : nothing}
    <div class="buttons">
      <button type="button" @click=${actions.close}>${text('continueEditing')}</button>
      <button type="button" @click=${actions.acceptTheirs}>${text(ours.size > 0 ? 'loadTheirsDiscardMine' : 'loadTheirs')}</button>
      ${ours.size > 0 ? html`<button type="button" class="primary" @click=${actions.saveOurs}>${text('overwriteWithMine')}</button>` : nothing}
    </div>`;
}
