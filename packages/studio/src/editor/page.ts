/** Editor page: configuration list, form, preview, and dialogs. */
import type { ConfigurationSettings } from '@semantic-search/contract';
import { html, nothing, render, type TemplateResult } from 'lit';
import { editorUrl, pageUrl } from '../page-data.ts';
import { text } from '../text/text.ts';
import type { Editor } from './controller/editor.ts';
import { spaceProblem } from './fields/space-sources.ts';
import { elementFor, form } from './form.ts';
import { missingPermission, signInForm, signInPrompt } from './panels/account-panel.ts';
import { configurationList } from './panels/configuration-list.ts';
import { CreationDialog } from './panels/creation-dialog.ts';
import { confirmation, conflictPanel, dialog, discardedChanges, openDialogs } from './panels/dialogs.ts';
import { embedButton, embedPanel, idBadge } from './panels/embed-panel.ts';
import { historyPanel, restorePanel, versionDifferences } from './panels/history-panel.ts';
import { menu } from './panels/menu.ts';
import { problemSummary, saveBar } from './panels/save-bar.ts';
import { topBar } from './panels/top-bar.ts';
import { PreviewPanel } from './preview/preview-panel.ts';
import type { PreviewSettings } from './preview/preview-response.ts';
import { adjustmentsOf } from './settings/contrast.ts';
import { withoutInvalidValues } from './settings/schema.ts';

type DialogName = 'signIn' | 'delete' | 'activate' | 'publish' | 'discard';

export class EditorPage {
  readonly #root: HTMLElement;
  readonly #editor: Editor;
  readonly #hasManual: boolean;
  readonly #preview: PreviewPanel;
  readonly #creation: CreationDialog;
  #dialog: DialogName | undefined;
  /** Narrow pages show one panel at a time. */
  #side: 'settings' | 'preview' = 'settings';
  #isLeaving = false;
  #isPinned = true;
  /** On narrow windows, the list starts collapsed, so that the first field is visible. */
  readonly #isWide = matchMedia('(width >= 96rem)').matches;
  /** Version that the person compares with the current settings before restoring it. */
  #compared: number | undefined;
  #previewSettings: (PreviewSettings & { of: ConfigurationSettings }) | undefined;

  /** `hasManual` adds a link to the documentation site of the server. */
  constructor(root: HTMLElement, editor: Editor, { hasManual }: { hasManual: boolean }) {
    this.#hasManual = hasManual;
    this.#root = root;
    this.#editor = editor;
    this.#preview = new PreviewPanel(this.render);
    this.#creation = new CreationDialog(editor.account, this.render);
    addEventListener('beforeunload', (event) => {
      if (!this.#isLeaving && editor.state.changes.length > 0) event.preventDefault();
    });
    addEventListener('keydown', (event) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (editor.account.mayWrite) void this.#save();
    });
  }

  render = (): void => {
    const { schema, state } = this.#editor;
    const { draft, saved } = state;
    document.title = text('editorTitle', { title: draft?.title ?? text('configurations') });
    if (saved && state.id !== null) nameInAddress(state.id);
    if (!draft || !saved || !schema) this.#previewSettings = undefined;
    else if (this.#previewSettings?.of !== draft || this.#previewSettings.saved !== saved)
      this.#previewSettings = { of: draft, saved, draft: withoutInvalidValues(schema, draft, saved) };
    render(this.#page(this.#previewSettings), this.#root);
    openDialogs(this.#root);
  };

  #page(settings: PreviewSettings | undefined): TemplateResult {
    const editor = this.#editor;
    const { account } = editor;
    const { id } = editor.state;
    const { list, activeId, mayWrite } = account;
    const create = () => this.#creation.open();
    return html`${topBar({ account, current: 'searches', searchPage: id === null ? '/' : pageUrl(id), hasManual: this.#hasManual })}
      <div class="columns" data-side=${this.#side}>
        <nav class="list" aria-label=${text('configurations')}><details ?open=${this.#isWide}><summary>${text('configurations')}</summary>${configurationList({ list, id, activeId, mayWrite, create })}</details></nav>
        <main class="work">${this.#work(settings)}</main>
        ${settings ? this.#preview.side(editor, settings) : nothing}
      </div>
      ${this.#dialogs()}`;
  }

  #work(settings: PreviewSettings | undefined): TemplateResult {
    const editor = this.#editor;
    const { state, schema, account, message } = editor;
    const { draft, errors, id } = state;
    const { session, mayWrite } = account;
    const warning = session ? missingPermission(session) : '';
    return html`${this.#head()}
      ${session || !schema ? nothing : signInPrompt({ account, purpose: 'signInToChange', use: () => void this.#signIn(), open: () => this.#open('signIn') })}
      ${warning ? html`<p class="notice">${warning}</p>` : nothing}
      ${draft && spaceProblem(account.spaces, draft.searchSpace) ? html`<p class="notice warning" role="status">${spaceProblem(account.spaces, draft.searchSpace)}</p>` : nothing}
      ${draft && schema ? problemSummary(editor, { goTo: this.#goTo, saveRest: () => void this.#save({ validOnly: true }), signIn: () => this.#open('signIn') }) : nothing}
      ${
        draft && schema && settings
          ? html`${form({
              draft,
              schema,
              spaces: account.spaces ?? [],
              errors,
              adjustments: adjustmentsOf(settings.draft.layout),
              readonly: !mayWrite,
              change: (path, value) => editor.change(path, value),
              fail: (path, message) => editor.fail(path, message),
              derive: () => void editor.derive(),
            })}`
          : html`<p class="notice">${schema && id === null && !message.isError ? text('noConfigurations') : message.text || text('loading')}</p>`
      }
      ${
        draft && mayWrite
          ? saveBar(
              editor,
              () => void this.#save(),
              () => this.#open('discard'),
            )
          : html`<p class="visually-hidden" role="status">${message.text}</p>`
      }`;
  }

  #head(): TemplateResult {
    const { account, isBusy, state } = this.#editor;
    const { draft, saved, id } = state;
    const { mayWrite, session } = account;
    const isActive = this.#isActive;
    return html`<div class="head">
      <h1>${draft?.title || text('configurations')}</h1>
      ${saved ? html`<p class="badges">${idBadge(id)}${isActive ? html`<span class="badge active">${text('active')}</span>` : nothing}${saved.visible ? nothing : html`<span class="badge">${text('hidden')}</span>`}</p>` : nothing}
      ${
        saved
          ? html`<div class="actions">
              ${embedButton(() => void this.#editor.openEmbedding())}
              ${session ? html`<button type="button" ?disabled=${isBusy} @click=${() => void this.#editor.readHistory()}>${text('history')}</button>` : nothing}
              ${mayWrite ? this.#moreActions(saved) : nothing}
            </div>`
          : nothing
      }
      ${saved ? this.#sides() : nothing}
    </div>`;
  }

  get #isActive(): boolean {
    const { id } = this.#editor.state;
    return id !== null && id === this.#editor.account.activeId;
  }

  /** Rare actions are in a menu, so that none of them is pressed by mistake. */
  #moreActions({ visible }: ConfigurationSettings): TemplateResult {
    const editor = this.#editor;
    const { isBusy } = editor;
    const activate = () => (visible ? void editor.activate() : this.#open('activate'));
    return menu({
      label: text('more'),
      content: html`${this.#isActive ? nothing : html`<button type="button" ?disabled=${isBusy} @click=${activate}>${text('makeActive')}</button>`}
        <button type="button" ?disabled=${isBusy} @click=${this.#duplicate}>${text('duplicate')}</button>
        <button type="button" class="critical" ?disabled=${isBusy} @click=${() => this.#open('delete')}>${text('delete')}</button>`,
    });
  }

  #sides(): TemplateResult {
    const side = (name: 'settings' | 'preview') =>
      html`<button type="button" aria-pressed=${this.#side === name} @click=${() => {
        this.#side = name;
        this.render();
      }}>${text(name)}</button>`;
    return html`<div class="sides segments" role="group" aria-label=${text('view')}>${side('settings')}${side('preview')}</div>`;
  }

  #dialogs(): TemplateResult {
    const editor = this.#editor;
    const { embedding, schema, account, isBusy, state } = editor;
    const { conflict, saved } = state;
    const title = saved?.title ?? '';
    const close = () => this.#open(undefined);
    const base = (name: DialogName) => ({ id: `dialog-${name}`, isOpen: this.#dialog === name, close });
    return html`${dialog({ ...base('signIn'), title: text('signIn'), content: () => signInForm({ account, isBusy, use: (link) => void this.#signIn(link), close }) })}
      ${this.#creation.render()}
      ${this.#confirmations()}
      ${dialog({
        id: 'dialog-embed',
        title: text('putOnPage', { title }),
        isOpen: embedding !== undefined,
        isWide: true,
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
              this.render();
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
        isWide: true,
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
    const close = () => this.#open(undefined);
    const confirmed = (name: DialogName, act: () => unknown) => ({
      id: `dialog-${name}`,
      isOpen: this.#dialog === name,
      close,
      onAct: () => {
        close();
        void act();
      },
    });
    return html`${confirmation({
      ...confirmed('delete', this.#delete),
      title: text('deleteTitle', { title }),
      text: html`<p>${text(this.#isActive ? 'deleteActiveText' : 'deleteText')}</p>`,
      keep: text('keepIt'),
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
      ...confirmed('publish', () => this.#saveNow()),
      title: text('showTitle', { title }),
      text: html`<p>${text('publishText')}</p>`,
      keep: text('continueEditing'),
      act: text('saveAndPublish'),
    })}
    ${confirmation({
      ...confirmed('discard', () => editor.discard()),
      title: text('discardTitle', { count: changes.length }),
      text: schema && discardedChanges(changes, schema),
      isWide: true,
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
      this.render();
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
      isWide: true,
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

  #open(name: DialogName | undefined): void {
    if (this.#dialog === name) return;
    this.#dialog = name;
    if (name === 'signIn') this.#editor.account.rejection = '';
    this.render();
  }

  async #signIn(link?: string): Promise<void> {
    if (await this.#editor.signIn(link)) this.#open(undefined);
    else document.querySelector<HTMLElement>('#link')?.focus();
  }

  /** Asks first if a hidden configuration becomes visible to visitors. */
  async #save(options?: { validOnly: boolean }): Promise<void> {
    const { saved, draft, id } = this.#editor.state;
    const isPublished = saved?.visible === false && draft?.visible === true;
    if (isPublished && id !== this.#editor.account.activeId) this.#open('publish');
    else await this.#saveNow(options);
  }

  async #saveNow(options?: { validOnly: boolean }): Promise<void> {
    const saved = await this.#editor.save(options);
    const [first] = this.#editor.state.errors.keys();
    if (!saved && first) this.#goTo(first);
  }

  /** Focuses the field of a setting, even inside a closed group. */
  #goTo = (key: string): void => {
    requestAnimationFrame(() => {
      const element = elementFor(key);
      for (let group = element?.closest('details'); group; group = group.parentElement?.closest('details'))
        group.open = true;
      element?.focus();
    });
  };

  #duplicate = async (): Promise<void> => {
    const id = await this.#editor.duplicate();
    if (id !== undefined) location.assign(editorUrl(id));
  };

  #delete = async (): Promise<void> => {
    if (!(await this.#editor.remove())) return;
    this.#isLeaving = true;
    location.assign('/editor');
  };
}

/** Puts the configuration into the address: copied or reloaded, it opens the same configuration. */
function nameInAddress(id: number): void {
  if (!new URLSearchParams(location.search).has('configuration'))
    history.replaceState(history.state, '', editorUrl(id));
}
