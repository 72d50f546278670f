/** Editor page: configuration list, form, preview, and dialogs. */
import type { ConfigurationSettings } from '@semantic-search/contract';
import { isLetterKey } from '@semantic-search/widgets/keyboard-shortcut';
import { html, nothing, render, type TemplateResult } from 'lit';
import { editorUrl, pageUrl } from '../page-data.ts';
import { text } from '../text/text.ts';
import type { Editor } from './controller/editor.ts';
import { EditorDialogs } from './editor-dialogs.ts';
import { spaceProblem } from './fields/space-sources.ts';
import { elementFor, form } from './form.ts';
import { missingPermission, signInPrompt } from './panels/account-panel.ts';
import { configurationList } from './panels/configuration-list.ts';
import { askBeforeUnload, openDialogs } from './panels/dialogs.ts';
import { menu } from './panels/menu.ts';
import { problemSummary, saveBar } from './panels/save-bar.ts';
import { topBar } from './panels/top-bar.ts';
import { PreviewPanel } from './preview/preview-panel.ts';
import type { PreviewSettings } from './preview/preview-response.ts';
import { adjustmentsOf } from './settings/contrast.ts';
import { type Schema, withoutInvalidValues } from './settings/schema.ts';

/** Settings of the form, and valid ones for the preview, kept until one of them changes. Undefined until loaded. */
interface LoadedSettings extends PreviewSettings {
  edited: ConfigurationSettings;
  schema: Schema;
}

export class EditorPage {
  readonly #root: HTMLElement;
  readonly #editor: Editor;
  readonly #hasManual: boolean;
  readonly #preview: PreviewPanel;
  readonly #dialogs: EditorDialogs;
  /** Narrow pages show one panel at a time. */
  #side: 'settings' | 'preview' = 'settings';
  /** In a narrow window, the list of configurations starts collapsed, so that the first field is visible. */
  readonly #isWide = matchMedia('(width >= 96rem)').matches;
  #loaded: LoadedSettings | undefined;

  /** `hasManual` adds a link to the documentation site of the server. */
  constructor(root: HTMLElement, editor: Editor, { hasManual }: { hasManual: boolean }) {
    this.#hasManual = hasManual;
    this.#root = root;
    this.#editor = editor;
    this.#preview = new PreviewPanel(this.render);
    this.#dialogs = new EditorDialogs(editor, {
      render: this.render,
      publish: () => this.#saveNow(),
      remove: this.#remove,
    });
    askBeforeUnload(() => editor.state.changes.length > 0);
    addEventListener('keydown', (event) => {
      if (!isLetterKey(event, 's') || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      event.preventDefault();
      if (editor.account.mayWrite) void this.#save();
    });
  }

  render = (): void => {
    const { schema, state } = this.#editor;
    const { draft, saved } = state;
    document.title = text('editorTitle', { title: draft?.title ?? text('configurations') });
    if (saved && state.id !== null) nameInAddress(state.id);
    if (!draft || !saved || !schema) this.#loaded = undefined;
    else if (this.#loaded?.edited !== draft || this.#loaded.saved !== saved)
      this.#loaded = { edited: draft, schema, saved, draft: withoutInvalidValues(schema, draft, saved) };
    render(this.#page(this.#loaded), this.#root);
    openDialogs(this.#root);
  };

  #page(loaded: LoadedSettings | undefined): TemplateResult {
    const { account, state, message } = this.#editor;
    const { list, activeId, mayWrite } = account;
    const adjustments = loaded ? adjustmentsOf(loaded.draft.layout) : [];
    const create = () => this.#dialogs.creation.open();
    const save = () => void this.#save();
    const discard = () => this.#dialogs.open('discard');
    return html`${topBar({ account, current: 'searches', searchPage: state.id === null ? '/' : pageUrl(state.id), hasManual: this.#hasManual })}
      <div class="columns" data-side=${this.#side}>
        <nav class="list" aria-label=${text('configurations')}><details ?open=${this.#isWide}><summary>${text('configurations')}</summary>${configurationList({ list, openId: state.id, activeId, mayWrite, create })}</details></nav>
        <main class="work">${this.#head()}
          ${this.#notices()}
          ${loaded ? form({ editor: this.#editor, draft: loaded.edited, schema: loaded.schema, adjustments }) : html`<p class="notice">${this.#notice}</p>`}
          ${state.draft && mayWrite ? saveBar(this.#editor, save, discard) : html`<p class="visually-hidden" role="status">${message.text}</p>`}</main>
        ${loaded ? this.#preview.render(this.#editor, loaded) : nothing}
      </div>
      ${this.#dialogs.render()}`;
  }

  #notices(): TemplateResult {
    const { state, schema, account } = this.#editor;
    const signIn = () => this.#dialogs.open('signIn');
    const use = () => void this.#dialogs.signIn();
    const warning = account.session ? missingPermission(account.session) : '';
    const problem = state.draft ? spaceProblem(account.spaces, state.draft.searchSpace) : '';
    const saveRest = () => void this.#save({ validOnly: true });
    return html`${account.session || !schema ? nothing : signInPrompt({ account, purpose: 'signInToChange', use, open: signIn })}
      ${warning ? html`<p class="notice">${warning}</p>` : nothing}
      ${problem ? html`<p class="notice warning" role="status">${problem}</p>` : nothing}
      ${state.draft && schema ? problemSummary(this.#editor, { goTo: this.#goTo, saveRest, signIn }) : nothing}`;
  }

  /** Text that is shown without a form. */
  get #notice(): string {
    const { schema, state, message } = this.#editor;
    if (schema && state.id === null && !message.isError) return text('noConfigurations');
    return message.text || text('loading');
  }

  #head(): TemplateResult {
    const { state, account, isBusy, isActive } = this.#editor;
    const { saved, draft, id } = state;
    const title = html`<h1>${draft?.title || text('configurations')}</h1>`;
    if (!saved) return html`<div class="head">${title}</div>`;
    return html`<div class="head">${title}
      <p class="badges">${id === null ? nothing : html`<span class="badge">${text('idIs', { id: `${id}` })}</span>`}${isActive ? html`<span class="badge active">${text('active')}</span>` : nothing}${saved.visible ? nothing : html`<span class="badge">${text('hidden')}</span>`}</p>
      <div class="actions">
        <button type="button" class="primary" @click=${() => void this.#dialogs.embed.open()}>${text('embed')}</button>
        ${account.session ? html`<button type="button" ?disabled=${isBusy} @click=${() => void this.#dialogs.history.read()}>${text('history')}</button>` : nothing}
        ${account.mayWrite ? this.#moreActions(saved) : nothing}
      </div>
      ${this.#sides()}
    </div>`;
  }

  /** Rare actions are in a menu, so that none of them is pressed by mistake. */
  #moreActions({ visible }: ConfigurationSettings): TemplateResult {
    const { isBusy } = this.#editor;
    const activate = () => (visible ? void this.#editor.activate() : this.#dialogs.open('activate'));
    return menu({
      label: text('more'),
      content: html`${this.#editor.isActive ? nothing : html`<button type="button" ?disabled=${isBusy} @click=${activate}>${text('makeActive')}</button>`}
        <button type="button" ?disabled=${isBusy} @click=${this.#duplicate}>${text('duplicate')}</button>
        <button type="button" class="critical" ?disabled=${isBusy} @click=${() => this.#dialogs.open('delete')}>${text('delete')}</button>`,
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

  /** Asks first if a hidden configuration becomes visible to visitors. */
  async #save(options?: { validOnly: boolean }): Promise<void> {
    const { saved, draft, id } = this.#editor.state;
    const isPublished = saved?.visible === false && draft?.visible === true;
    if (isPublished && id !== this.#editor.account.activeId) this.#dialogs.open('publish');
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

  #remove = async (): Promise<void> => {
    if (await this.#editor.remove()) location.assign('/editor');
  };
}

/** Puts the configuration into the address: copied or reloaded, it opens the same configuration. */
function nameInAddress(id: number): void {
  if (!new URLSearchParams(location.search).has('configuration'))
    history.replaceState(history.state, '', editorUrl(id));
}
