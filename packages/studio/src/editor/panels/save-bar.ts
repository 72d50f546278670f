/** Save bar with the number of unsaved changes, and the summary of rejected settings. */
import { html, nothing, type TemplateResult } from 'lit';
import { text } from '../../text/text.ts';
import type { Editor } from '../controller/editor.ts';
import { labelAt, pathOf } from '../settings/labels.ts';

export function saveBar(editor: Editor, save: () => void, discard: () => void): TemplateResult {
  const { state, message, isBusy } = editor;
  const count = state.changes.length;
  const summary = count === 0 ? text('allSaved') : text('unsaved', { count });
  const status = message.isError ? summary : message.text || summary;
  return html`<div class="save-bar">
    <p role="status">${isBusy ? text('working') : status}</p>
    ${count > 0 ? html`<button type="button" @click=${discard}>${text('discardAsking')}</button>` : nothing}
    <button type="button" class="primary" aria-disabled=${count === 0 || isBusy} @click=${save}>${text('save')}</button>
  </div>`;
}

interface ProblemActions {
  goTo(key: string): void;
  saveRest(): void;
  signIn(): void;
}

/** Rejected settings link to their fields; valid changes can be saved without them. */
export function problemSummary(editor: Editor, { goTo, saveRest, signIn }: ProblemActions): TemplateResult {
  const { message, state, schema } = editor;
  const { errors, changes } = state;
  const link = (key: string) => {
    const open = (event: Event) => {
      event.preventDefault();
      goTo(key);
    };
    return html`<a href="#setting" @click=${open}>${labelAt(schema!, pathOf(key)) || text('theConfiguration')}</a>`;
  };
  const items = [...errors].map(([key, error]) => html`<li>${link(key)} ${error}.</li>`);
  const signInAgain = html`<p>${text('signInAgainText')}</p>
    <button type="button" @click=${signIn}>${text('signInAgain')}</button>`;
  const saveValid = html`<button type="button" @click=${saveRest}>${text('saveValidOnly')}</button>`;
  const problem = html`<div class="problem">
      <p><strong>${message.text}</strong></p>
      ${items.length > 0 ? html`<ul>${items}</ul>` : nothing}
      ${message.isUnauthorized ? signInAgain : nothing}
      ${items.length > 0 && changes.length > 0 ? saveValid : nothing}
    </div>`;
  return html`<div role="alert">${message.isError ? problem : nothing}</div>`;
}
