/** Token panel: name, expiry and permissions, and how to get a token. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Holder } from '../controller/token-storage.ts';
import { maySearch, mayWrite } from '../controller/token-storage.ts';
import { formatTime } from '../settings/labels.ts';

const rights: Record<string, string> = {
  search: 'search',
  'configurations:read': 'read configurations',
  'configurations:write': 'change configurations',
  'spaces:write': 'change search spaces',
  'tokens:write': 'issue tokens',
};

const list = new Intl.ListFormat('en-GB');

export function accountLine(holder: Holder, leave: () => void): TemplateResult {
  const { name, expires, scopes } = holder;
  const may = scopes.length > 0 ? `may ${list.format(scopes.map((scope) => rights[scope] ?? scope))}` : '';
  const facts = [expires === null ? '' : `until ${formatTime(expires)}`, may].filter(Boolean).join(' · ');
  return html`<p class="holder"><strong>${name || 'Signed in'}</strong> <span>${facts}</span>
    <button type="button" class="plain" @click=${leave}>Sign out</button></p>`;
}

/** Lists missing permissions; nothing if all are there. */
export function missingPermission(holder: Holder): string {
  if (!mayWrite(holder)) return 'Your token is read-only: it lacks the scope configurations:write.';
  if (!maySearch(holder)) return 'The preview is empty: your token lacks the scope search.';
  return '';
}

const command = [
  'semantic-search token',
  '--name "Your name"',
  '--expires 12h',
  '--scope "search configurations:read configurations:write"',
];

/** `refusal` explains why a stored token is rejected. */
export const signInPrompt = (
  refusal: string,
  open: () => void,
): TemplateResult => html`<div class="invitation">
  <p>${refusal ? html`<strong>${refusal}</strong> ` : nothing}You can look at everything here. To change something, sign in with an access token.</p>
  <button type="button" class="primary" @click=${open}>Sign in</button>
</div>`;

export function tokenForm(
  refusal: string,
  isBusy: boolean,
  use: (token: string) => void,
  close: () => void,
): TemplateResult {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    use(new FormData(event.target as HTMLFormElement).get('token') as string);
  };
  return html`<form @submit=${submit}>
    <p>Run this command on the server to print an access token:</p>
    <pre tabindex="0" role="group" aria-label="Command"><code>${command.map((part, index) => html`${index > 0 ? ' ' : ''}<span>${part}</span>`)}</code></pre>
    <p>If OpenID Connect is configured, you can also use a token from your identity provider.</p>
    <div class="field">
      <label for="token">Access token</label>
      <input id="token" name="token" type="password" required autocomplete="off" spellcheck="false"
        aria-describedby="token-hint ${refusal ? 'token-error' : ''}" aria-invalid=${refusal ? 'true' : nothing} />
      <p class="hint" id="token-hint">The token stays in this tab and is removed when you close it.</p>
      <p class="wrong" id="token-error" role="alert">${refusal}</p>
    </div>
    <div class="buttons">
      <button type="button" @click=${close}>Cancel</button>
      <button type="submit" class="primary" ?disabled=${isBusy}>Sign in</button>
    </div>
  </form>`;
}
