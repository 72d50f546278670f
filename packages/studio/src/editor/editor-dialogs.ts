/** Dialogs of the editor: sign-in, creation, confirmations, embedding, history and conflicts. */
import { html, type TemplateResult } from 'lit';
import { text } from '../text/text.ts';
import type { Editor } from './controller/editor.ts';
import { signInForm } from './panels/account-panel.ts';
import { CreationDialog } from './panels/creation-dialog.ts';
import { confirmation, dialog } from './panels/dialogs.ts';
import { conflictPanel, discardedChanges } from './panels/differences.ts';
import { embedPanel } from './panels/embed-panel.ts';
import { historyPanel, restorePanel, versionDifferences } from './panels/history-panel.ts';

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
  readonly #editor: Editor;
  readonly #actions: PageActions;
  #current: DialogName | undefined;
  /** Whether the lines for a page pin the version of the script. */
  #isPinned = true;
  /** Version that the person compares with the current settings before restoring it. */
  #compared: number | undefined;

  constructor(editor: Editor, actions: PageActions) {
    this.#editor = editor;
    this.#actions = actions;
    this.creation = new CreationDialog(editor.account, () => actions.render());
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
    const { embedding, schema, account, isBusy, state } = editor;
    const { conflict, saved } = state;
    const title = saved?.title ?? '';
    const close = () => this.open(undefined);
    const base = (name: DialogName) => ({ id: `dialog-${name}`, isOpen: this.#current === name, close });
    return html`${dialog({ ...base('signIn'), title: text('signIn'), content: () => signInForm({ account, isBusy, use: (link) => void this.signIn(link), close }) })}
      ${this.creation.render()}
      ${this.#confirmations()}
      ${dialog({
        id: 'dialog-embed',
        title: text('putOnPage', { title }),
        isOpen: embedding !== undefined,
        form: 'wide',
        close: () => editor.closeEmbedding(),
        content: () =>
          embedPanel({
            embedding: embedding!,
            mayIssue: account.may('tokens:write'),
            isBusy,
            message: editor.message,
            isPinned: this.#isPinned,
            togglePin: () => {
              this.#isPinned = !this.#isPinned;
              this.#actions.render();
            },
            issue: (request) => void editor.issueToken(request),
            close: () => editor.closeEmbedding(),
          }),
      })}
      ${this.#historyDialog()}
      ${dialog({
        id: 'dialog-conflict',
        title: text('someoneChanged'),
        isOpen: conflict !== undefined && schema !== undefined,
        form: 'wide',
        close: () => editor.backToEditing(),
        content: () =>
          conflictPanel(conflict!, schema!, {
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

  #historyDialog(): TemplateResult {
    const editor = this.#editor;
    const { history, schema, account, state } = editor;
    const compare = (version: number | undefined) => {
      this.#compared = version;
      this.#actions.render();
    };
    const version = this.#compared;
    const close = () => {
      this.#compared = undefined;
      editor.closeHistory();
    };
    return dialog({
      id: 'dialog-history',
      title: version === undefined ? text('history') : text('restoreTitle', { version }),
      isOpen: history !== undefined && schema !== undefined,
      form: 'wide',
      close,
      content: () =>
        version === undefined
          ? historyPanel({
              ...history!,
              schema: schema!,
              mayRestore: account.mayWrite,
              compare,
              more: () => void editor.readHistory(),
              close,
            })
          : restorePanel({
              version,
              changes: versionDifferences(state.saved!, history!.entries, version),
              schema: schema!,
              isDirty: state.changes.length > 0,
              restore: () => {
                this.#compared = undefined;
                void editor.restore(version);
              },
              back: () => compare(undefined),
            }),
    });
  }
}
