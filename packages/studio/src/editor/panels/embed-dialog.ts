/** Embed dialog: the HTML for a page, and a publishable token or how to get one. */
import { issueToken } from '@semantic-search/client';
import type { TokenOutcome } from '@semantic-search/contract';
import { embedSnippet } from '@semantic-search/contract/embed-snippet';
import { html, type TemplateResult } from 'lit';
import { formatTime, rich, text } from '../../text/text.ts';
import type { Editor } from '../controller/editor.ts';
import { loadWidgetScript, type WidgetScript } from '../controller/schema-and-script.ts';
import { copyable } from './copyable.ts';
import { dialog } from './dialogs.ts';
import { invalidOrigin, lifetimeField, lifetimeIn, originsField, originsIn } from './token-fields.ts';

const TOKEN_PLACEHOLDER = 'YOUR_TOKEN';

interface Embedding extends WidgetScript {
  configuration: number;
  /** The publishable token for the page; undefined until it is issued. */
  issued?: TokenOutcome;
}

export class EmbedDialog {
  readonly #editor: Editor;
  readonly #rerender: () => void;
  /** Set while the dialog is open. */
  #embedding: Embedding | undefined;
  /** Whether the script is pinned by its checksum. */
  #isPinned = true;

  constructor(editor: Editor, rerender: () => void) {
    this.#editor = editor;
    this.#rerender = rerender;
  }

  /** Opens the dialog for the current configuration. */
  async open(): Promise<void> {
    await this.#editor.attemptOnCurrent(async (id) => {
      this.#embedding = { configuration: id, ...(await loadWidgetScript()) };
    });
  }

  render(): TemplateResult {
    const embedding = this.#embedding;
    return dialog({
      id: 'dialog-embed',
      title: text('putOnPage', { title: this.#editor.state.saved?.title ?? '' }),
      isOpen: embedding !== undefined,
      form: 'wide',
      close: this.#close,
      content: () => embedding && this.#content(embedding),
    });
  }

  #content(embedding: Embedding): TemplateResult {
    const { message } = this.#editor;
    const { configuration, issued, script, integrity } = embedding;
    const isPinned = this.#isPinned;
    const snippet = embedSnippet({
      configuration,
      token: issued?.token ?? TOKEN_PLACEHOLDER,
      script: isPinned ? script : new URL('/widget.js', script).href,
      integrity: isPinned ? integrity : null,
    });
    const togglePin = () => {
      this.#isPinned = !isPinned;
      this.#rerender();
    };
    return html`<p>${rich('embedText', { id: html`<strong>${configuration}</strong>` })}</p>
      ${copyable(text('htmlForPage'), snippet)}
      <label class="switch"><input type="checkbox" .checked=${isPinned} @change=${togglePin} />${text('pinVersion')}</label>
      <p class="hint">${text(isPinned ? 'pinnedHint' : 'unpinnedHint')}</p>
      <h3>${text('token')}</h3>
      ${this.#tokenSection(embedding)}
      <p class="wrong" role="alert">${message.isError ? message.text : ''}</p>
      <div class="buttons"><button type="button" @click=${this.#close}>${text('close')}</button></div>`;
  }

  #tokenSection(embedding: Embedding): TemplateResult {
    if (embedding.issued) return issuedToken(embedding.issued);
    if (!this.#editor.account.may('tokens:write')) return commandForToken(embedding.configuration);
    const submit = (event: SubmitEvent) => {
      event.preventDefault();
      void this.#issue(embedding, new FormData(event.target as HTMLFormElement));
    };
    return html`<form @submit=${submit}>
      <p>${text('tokenNeeded')}</p>
      ${originsField('embed-origins', text('addressOfWebsite'))}
      ${lifetimeField('embed-days')}
      <div class="buttons"><button type="submit" class="primary" ?disabled=${this.#editor.isBusy}>${text('createToken')}</button></div>
    </form>`;
  }

  async #issue(embedding: Embedding, form: FormData): Promise<void> {
    const origins = originsIn(form.get('origins') as string);
    if (origins.length === 0) return;
    const wrongOrigin = invalidOrigin(origins);
    if (wrongOrigin !== undefined)
      return this.#editor.announce(text('notAnAddress', { text: wrongOrigin }), { isError: true });
    await this.#editor.attempt(async () => {
      const configurations = [embedding.configuration];
      const request = { name: origins[0]!, configurations, origins, lifetime: lifetimeIn(form) };
      this.#embedding = { ...embedding, issued: await issueToken(this.#editor.account.connection, request) };
    });
  }

  #close = (): void => {
    this.#embedding = undefined;
    this.#editor.announce('');
  };
}

const issuedToken = ({ token, expires, origins = [] }: TokenOutcome): TemplateResult =>
  html`<p role="status">${text('tokenIssued', { origins: origins.join(', '), time: formatTime(expires) })}</p>
  ${copyable(text('token'), token)}`;

const commandForToken = (configuration: number): TemplateResult =>
  html`<p>${text('tokenByCommand')}</p>
  ${copyable(text('command'), `semantic-search embed --configuration ${configuration} --origin https://www.example.org`)}`;
