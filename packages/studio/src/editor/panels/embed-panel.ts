/** Embed dialog: the HTML for a page, and a publishable token or how to get one. */
import { embedSnippet } from '@semantic-search/contract/embed-snippet';
import { html, type TemplateResult } from 'lit';
import { formatTime, rich, text } from '../../text/text.ts';
import type { Message } from '../controller/editor.ts';
import { type Embedding, originsIn } from '../controller/embedding.ts';
import { copyable } from './copyable.ts';
import { lifetimeField, lifetimeIn } from './token-lifetime.ts';

interface EmbedView {
  embedding: Embedding;
  /** Whether the signed-in person may issue tokens. */
  mayIssue: boolean;
  isBusy: boolean;
  message: Message;
  /** Whether the script is pinned by its checksum. */
  isPinned: boolean;
  togglePin(): void;
  /** `lifetime` is in seconds. */
  issue(request: { origins: string[]; lifetime: number }): void;
  close(): void;
}

const TOKEN_PLACEHOLDER = 'YOUR_TOKEN';

export function embedPanel(view: EmbedView): TemplateResult {
  const { embedding, message, isPinned, togglePin, close } = view;
  const { configuration, issued, script, integrity } = embedding;
  const snippet = embedSnippet({
    configuration,
    token: issued?.token ?? TOKEN_PLACEHOLDER,
    script: isPinned ? script : new URL('/widget.js', script).href,
    integrity: isPinned ? integrity : null,
  });
  return html`<p>${rich('embedText', { id: html`<strong>${configuration}</strong>` })}</p>
    ${copyable(text('htmlForPage'), snippet)}
    <label class="switch"><input type="checkbox" .checked=${isPinned} @change=${togglePin} />${text('pinVersion')}</label>
    <p class="hint">${text(isPinned ? 'pinnedHint' : 'unpinnedHint')}</p>
    <h3>${text('token')}</h3>
    ${tokenSection(view)}
    <p class="wrong" role="alert">${message.isError ? message.text : ''}</p>
    <div class="buttons"><button type="button" @click=${close}>${text('close')}</button></div>`;
}

function tokenSection(view: EmbedView): TemplateResult {
  const { configuration, issued } = view.embedding;
  if (issued) return issuedToken(issued);
  return view.mayIssue ? tokenRequestForm(view) : commandForToken(configuration);
}

const issuedToken = ({ token, expires, origins = [] }: NonNullable<Embedding['issued']>): TemplateResult =>
  html`<p role="status">${text('tokenIssued', { origins: origins.join(', '), time: formatTime(expires) })}</p>
  ${copyable(text('token'), token)}`;

function tokenRequestForm({ isBusy, issue }: EmbedView): TemplateResult {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.target as HTMLFormElement);
    issue({ origins: originsIn(form.get('origins') as string), lifetime: lifetimeIn(form) });
  };
  return html`<form @submit=${submit}>
    <p>${text('tokenNeeded')}</p>
    <div class="field"><label for="embed-origins">${text('addressOfWebsite')}</label>
      <input id="embed-origins" name="origins" type="text" required placeholder="https://www.example.org" autocomplete="off" spellcheck="false" aria-describedby="embed-origins-hint" />
      <p class="hint" id="embed-origins-hint">${text('addressesHint')}</p></div>
    ${lifetimeField('embed-days')}
    <div class="buttons"><button type="submit" class="primary" ?disabled=${isBusy}>${text('createToken')}</button></div>
  </form>`;
}

const commandForToken = (configuration: number): TemplateResult =>
  html`<p>${text('tokenByCommand')}</p>
  ${copyable(text('command'), `semantic-search embed --configuration ${configuration} --origin https://www.example.org`)}`;
