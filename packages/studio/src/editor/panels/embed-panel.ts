/** Embed dialog: the HTML for a page, a publishable token, and buttons to copy them. */
import { embedSnippet } from '@semantic-search/contract/embed-snippet';
import { html, nothing, type TemplateResult } from 'lit';
import { formatTime, rich, text } from '../../text/text.ts';
import type { Message } from '../controller/editor.ts';
import { type Embedding, originsIn } from '../controller/embedding.ts';

interface EmbedView {
  embedding: Embedding;
  /** Whether the signed-in person may issue tokens. */
  mayIssue: boolean;
  isBusy: boolean;
  message: Message;
  /** Whether the script is pinned by its checksum. */
  isPinned: boolean;
  togglePin(): void;
  issue(request: { origins: string[]; days: number }): void;
  close(): void;
}

const PLACEHOLDER = 'YOUR_TOKEN';

export function embedPanel(view: EmbedView): TemplateResult {
  const { embedding, mayIssue, message, isPinned, togglePin, close } = view;
  const { configuration, issued, script, integrity } = embedding;
  const snippet = embedSnippet({
    configuration,
    token: issued?.token ?? PLACEHOLDER,
    script: isPinned ? script : new URL('/widget.js', script).href,
    integrity: isPinned ? integrity : null,
  });
  return html`<p>${rich('embedText', { id: html`<strong>${configuration}</strong>` })}</p>
    ${copyable(text('htmlForPage'), snippet)}
    <label class="switch"><input type="checkbox" .checked=${isPinned} @change=${togglePin} />${text('pinVersion')}</label>
    <p class="hint">${text(isPinned ? 'pinnedHint' : 'unpinnedHint')}</p>
    <h3>${text('token')}</h3>
    ${issued ? issuedToken(issued) : mayIssue ? tokenRequestForm(view) : command(configuration)}
    <p class="wrong" role="alert">${message.isError ? message.text : ''}</p>
    <div class="buttons"><button type="button" @click=${close}>${text('close')}</button></div>`;
}

const issuedToken = ({ token, expires, origins = [] }: NonNullable<Embedding['issued']>): TemplateResult =>
  html`<p role="status">${text('tokenIssued', { origins: origins.join(', '), time: formatTime(expires) })}</p>
  ${copyable(text('token'), token)}`;

function tokenRequestForm({ isBusy, issue }: EmbedView): TemplateResult {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.target as HTMLFormElement);
    issue({ origins: originsIn(data.get('origins') as string), days: Number(data.get('days')) });
  };
  return html`<form @submit=${submit}>
    <p>${text('tokenNeeded')}</p>
    <div class="field"><label for="embed-origins">${text('addressOfWebsite')}</label>
      <input id="embed-origins" name="origins" type="text" required placeholder="https://www.example.org" autocomplete="off" spellcheck="false" aria-describedby="embed-origins-hint" />
      <p class="hint" id="embed-origins-hint">${text('addressesHint')}</p></div>
    <div class="field"><label for="embed-days">${text('validFor')}</label>
      <select id="embed-days" name="days"><option value="30">${text('days', { count: 30 })}</option><option value="365" selected>${text('years', { count: 1 })}</option><option value="1825">${text('years', { count: 5 })}</option></select></div>
    <div class="buttons"><button type="submit" class="primary" ?disabled=${isBusy}>${text('createToken')}</button></div>
  </form>`;
}

const command = (configuration: number): TemplateResult =>
  html`<p>${text('tokenByCommand')}</p>
  ${copyable(text('command'), `semantic-search embed --configuration ${configuration} --origin https://www.example.org`)}`;

/** Text in a box with a copy button, which confirms itself. */
export function copyable(label: string, content: string): TemplateResult {
  const copy = async ({ currentTarget }: Event) => {
    const button = currentTarget as HTMLButtonElement;
    // Pages over http: have no clipboard.
    const isCopied = await navigator.clipboard?.writeText(content).then(
      () => true,
      () => false,
    );
    if (!isCopied) getSelection()?.selectAllChildren(button.previousElementSibling!);
    button.nextElementSibling!.textContent = text(isCopied ? 'copied' : 'pressToCopy');
  };
  return html`<div class="copyable"><pre tabindex="0" role="group" aria-label=${label}><code>${content}</code></pre
    ><button type="button" @click=${copy}>${text('copy')}<span class="visually-hidden"> ${label}</span></button><span class="fine" role="status"></span></div>`;
}

export const embedButton = (open: () => void): TemplateResult =>
  html`<button type="button" class="primary" @click=${open}>${text('embed')}</button>`;

/** The id distinguishes configurations with the same title. */
export const idBadge = (id: number | null): TemplateResult | typeof nothing =>
  id === null ? nothing : html`<span class="badge">${text('idIs', { id: `${id}` })}</span>`;
