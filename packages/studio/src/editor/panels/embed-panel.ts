/** Embed dialog: the HTML for a page, a publishable token, and buttons to copy them. */
import { embedSnippet } from '@semantic-search/contract/embed-snippet';
import { html, nothing, type TemplateResult } from 'lit';
import type { Message } from '../controller/editor.ts';
import { type Embedding, originsIn } from '../controller/embedding.ts';
import { formatTime } from '../settings/labels.ts';

interface EmbedView {
  embedding: Embedding;
  /** Whether the signed-in person may issue tokens. */
  mayIssue: boolean;
  isBusy: boolean;
  message: Message;
  /** Whether the script is pinned by its checksum. */
  isPinned: boolean;
  pin(isPinned: boolean): void;
  issue(request: { origins: string[]; days: number }): void;
  close(): void;
}

const PLACEHOLDER = 'YOUR_TOKEN';

export function embedPanel(view: EmbedView): TemplateResult {
  const { embedding, mayIssue, message, isPinned, pin, close } = view;
  const { configuration, issued, script, integrity } = embedding;
  const snippet = embedSnippet({
    configuration,
    token: issued?.token ?? PLACEHOLDER,
    script: isPinned ? script : new URL('/widget.js', script).href,
    integrity: isPinned ? integrity : null,
  });
  return html`<p>The id of this configuration is <strong>${configuration}</strong>. Paste these lines into your page, where you want the search:</p>
    ${copyable('HTML for the page', snippet)}
    <label class="switch"><input type="checkbox" .checked=${isPinned}
      @change=${(event: Event) => pin((event.target as HTMLInputElement).checked)} />Pin this version of the script (subresource integrity)</label>
    <p class="hint">${isPinned ? 'The page runs no other code. Replace the lines after an update of the server.' : 'The page always loads the current script of the server.'}</p>
    <h3>Token</h3>
    ${issued ? issuedToken(issued) : mayIssue ? tokenRequestForm(view) : command(configuration)}
    <p class="wrong" role="alert">${message.isError ? message.text : ''}</p>
    <div class="buttons"><button type="button" @click=${close}>Close</button></div>`;
}

const issuedToken = ({ token, expires, origins = [] }: NonNullable<Embedding['issued']>): TemplateResult =>
  html`<p role="status">The lines above contain the new token. It permits searching with this configuration from ${origins.join(', ')} until ${formatTime(expires)}. It is shown only now.</p>
  ${copyable('Token', token)}`;

function tokenRequestForm({ isBusy, issue }: EmbedView): TemplateResult {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.target as HTMLFormElement);
    issue({ origins: originsIn(data.get('origins') as string), days: Number(data.get('days')) });
  };
  return html`<form @submit=${submit}>
    <p>The page needs a token. It can be public, because it permits only searching, and only from your website.</p>
    <div class="field"><label for="embed-origins">Address of your website</label>
      <input id="embed-origins" name="origins" type="text" required placeholder="https://www.example.org" autocomplete="off" spellcheck="false" aria-describedby="embed-origins-hint" />
      <p class="hint" id="embed-origins-hint">Separate several with spaces. With and without www. are different.</p></div>
    <div class="field"><label for="embed-days">Valid for</label>
      <select id="embed-days" name="days"><option value="30">30 days</option><option value="365" selected>1 year</option><option value="1825">5 years</option></select></div>
    <div class="buttons"><button type="submit" class="primary" ?disabled=${isBusy}>Create token</button></div>
  </form>`;
}

const command = (configuration: number): TemplateResult =>
  html`<p>To create a token here, sign in with a token that has the scope tokens:write. Or run this command on the server; it prints the lines with a new token:</p>
  ${copyable('Command', `semantic-search embed --configuration ${configuration} --origin https://www.example.org`)}`;

/** Text in a box with a copy button, which confirms itself. */
function copyable(label: string, text: string): TemplateResult {
  const copy = async ({ currentTarget }: Event) => {
    const button = currentTarget as HTMLButtonElement;
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    // Without access to the clipboard, for example over http:, the text is selected for copying.
    if (!isCopied) getSelection()?.selectAllChildren(button.previousElementSibling!);
    button.nextElementSibling!.textContent = isCopied ? 'Copied.' : 'Press Ctrl or ⌘ C to copy.';
  };
  return html`<div class="copyable"><pre tabindex="0" role="group" aria-label=${label}><code>${text}</code></pre
    ><button type="button" @click=${copy}>Copy<span class="visually-hidden"> ${label}</span></button><span class="fine" role="status"></span></div>`;
}

export const embedButton = (open: () => void): TemplateResult =>
  html`<button type="button" class="primary" @click=${open}>Embed</button>`;

/** The id distinguishes configurations with the same title. */
export const idBadge = (id: number | null): TemplateResult | typeof nothing =>
  id === null ? nothing : html`<span class="badge">id ${id}</span>`;
