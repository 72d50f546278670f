/** Dialogs of the editor: sign-in, creation, confirmations, embedding, history and conflicts. */
import { html, type TemplateResult } from 'lit';
import { text } from '../text/text.ts';
import type { Editor } from './controller/editor.ts';
import { signInForm } from './panels/account-panel.ts';
import { CreationDialog } from './panels/creation-dialog.ts';
import { confirmation, dialog } from './panels/dialogs.ts';
import { conflictPanel, discardedChanges } from './panels/differences.ts';
import { EmbedDialog } from './panels/embed-dialog.ts';
import { HistoryDialog } from './panels/history-dialog.ts';

type DialogName = 'signIn' | 'delete' | 'activate' | 'publish' | 'discard';

/** What the page does during and after a dialog. */
interface PageActions {
  render(): void;
  /** Saves a configuration that visitors see from then on. */
  publish(): Promise<void>;
  /** Deletes the configuration, and leaves its page. */
  remove(): Promise<void>;
}

export class EditorDialogs {
  readonly creation: CreationDialog;
  readonly embed: EmbedDialog;
  readonly history: HistoryDialog;
  readonly #editor: Editor;
  readonly #actions: PageActions;
  #current: DialogName | undefined;

  constructor(editor: Editor, actions: PageActions) {
    this.#editor = editor;
    this.#actions = actions;
    this.creation = new CreationDialog(editor.account, actions.render);
    this.embed = new EmbedDialog(editor, actions.render);
    this.history = new HistoryDialog(editor, actions.render);
  }

  /** Opens a dialog, or closes the one that is open. */
  open(name: DialogName | undefined): void {
    if (this.#current === name) return;
    this.#current = name;
    if (name === 'signIn') this.#editor.account.rejection = '';
    this.#actions.render();
  }

  async signIn(link?: string): Promise<void> {
    if (await this.#editor.signIn(link)) this.open(undefined);
    else document.querySelector<HTMLElement>('#link')?.focus();
  }

  render(): TemplateResult {
    const editor = this.#editor;
    const { schema, account, isBusy, state } = editor;
    const close = () => this.open(undefined);
    const use = (link?: string) => void this.signIn(link);
    return html`${dialog({
      id: 'dialog-signIn',
      title: text('signIn'),
      isOpen: this.#current === 'signIn',
      close,
      content: () => signInForm({ account, isBusy, use, close }),
    })}
      ${this.creation.render()}
      ${this.#confirmations()}
      ${this.embed.render()}
      ${this.history.render()}
      ${dialog({
        id: 'dialog-conflict',
        title: text('someoneChanged'),
        isOpen: state.conflict !== undefined && schema !== undefined,
        form: 'wide',
        close: () => editor.backToEditing(),
        content: () =>
          conflictPanel(state.conflict!, schema!, {
            acceptTheirs: () => editor.acceptTheirs(),
            saveOurs: () => void editor.saveOurs(),
            close: () => editor.backToEditing(),
          }),
      })}`;
  }

  #confirmations(): TemplateResult {
    const editor = this.#editor;
    const { schema, state } = editor;
    const { changes, saved } = state;
    const title = saved?.title ?? '';
    const close = () => this.open(undefined);
    const confirmed = (name: DialogName, act: () => unknown) => ({
      id: `dialog-${name}`,
      isOpen: this.#current === name,
      close,
      onAct: () => {
        close();
        void act();
      },
    });
    return html`${confirmation({
      ...confirmed('delete', this.#actions.remove),
      title: text('deleteTitle', { title }),
      text: html`<p>${text(editor.isActive ? 'deleteActiveText' : 'deleteText')}</p>`,
      keep: text('cancel'),
      act: text('deleteIt'),
      isCritical: true,
    })}
    ${confirmation({
      ...confirmed('activate', () => editor.activate()),
      title: text('showTitle', { title }),
      text: html`<p>${text('activateText')}</p>`,
      keep: text('keepHidden'),
      act: text('makeItActive'),
    })}
    ${confirmation({
      ...confirmed('publish', this.#actions.publish),
      title: text('showTitle', { title }),
      text: html`<p>${text('publishText')}</p>`,
      keep: text('continueEditing'),
      act: text('saveAndPublish'),
    })}
    ${confirmation({
      ...confirmed('discard', () => editor.discard()),
      title: text('discardTitle', { count: changes.length }),
      text: schema && discardedChanges(changes, schema),
      form: 'wide',
      keep: text('keepMyChanges'),
      act: text('discardThem'),
      isCritical: true,
    })}`;
  }
}
