/** Token panel: name, expiry and permissions, and how to get a token. */
import { html, nothing, type TemplateResult } from 'lit';
import type { TextKey } from '../../text/en.ts';
import { formatTime, locale, text } from '../../text/text.ts';
import type { TokenClaims } from '../controller/token-storage.ts';
import { maySearch, mayWrite } from '../controller/token-storage.ts';

const rights: Record<string, TextKey> = {
  search: 'maySearch',
  'configurations:read': 'mayRead',
  'configurations:write': 'mayChange',
  'spaces:write': 'mayChangeSpaces',
  'tokens:write': 'mayIssueTokens',
  'insight:read': 'maySeeInsight',
};

const rightOf = (scope: string): string => (rights[scope] ? text(rights[scope]) : scope);

export const signedInAs = ({ name }: TokenClaims, leave: () => void): TemplateResult =>
  html`<p class="holder"><strong>${name || text('signedIn')}</strong>
    <button type="button" class="plain" @click=${leave}>${text('signOut')}</button></p>`;

/** The same with the permissions. */
export function accountLine(claims: TokenClaims, leave: () => void): TemplateResult {
  const { name, expires, scopes } = claims;
  const may = scopes.length > 0 ? text('mayDo', { rights: locale.conjunction(scopes.map(rightOf)) }) : '';
  const facts = [expires === null ? '' : text('untilTime', { time: formatTime(expires) }), may]
    .filter(Boolean)
    .join(' · ');
  return html`<p class="holder"><strong>${name || text('signedIn')}</strong> <span>${facts}</span>
    <button type="button" class="plain" @click=${leave}>${text('signOut')}</button></p>`;
}

/** Lists missing permissions; nothing if all are there. */
export function missingPermission(claims: TokenClaims): string {
  if (!mayWrite(claims)) return text('readOnly');
  if (!maySearch(claims)) return text('previewEmpty');
  return '';
}

const command = [
  'semantic-search token',
  '--name "Your name"',
  '--expires 12h',
  '--scope "search configurations:read configurations:write tokens:write"',
];

/** `rejection` explains why a stored token is rejected. */
export const signInPrompt = (
  rejection: string,
  open: () => void,
): TemplateResult => html`<div class="sign-in-prompt">
  <p>${rejection ? html`<strong>${rejection}</strong> ` : nothing}${text('signInToChange')}</p>
  <button type="button" class="primary" @click=${open}>${text('signIn')}</button>
</div>`;

interface TokenFormView {
  rejection: string;
  isBusy: boolean;
  use(token: string): void;
  close(): void;
}

export function tokenForm({ rejection, isBusy, use, close }: TokenFormView): TemplateResult {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    use(new FormData(event.target as HTMLFormElement).get('token') as string);
  };
  return html`<form @submit=${submit}>
    <p>Run this command on the server to print an access token, with the same DATA_DIR as the server:</p>
    <pre tabindex="0" role="group" aria-label="Command"><code>${command.map((part, index) => html`${index > 0 ? ' ' : ''}<span>${part}</span>`)}</code></pre>
    <p class="hint">In a copy of the repository, start it with npx pnpm@12 exec. The server prints a token itself if you start it in a terminal.</p>
    <p>If OpenID Connect is configured, you can also use a token from your identity provider.</p>
    <div class="field">
      <label for="token">Access token</label>
      <input id="token" name="token" type="password" required autofocus autocomplete="off" spellcheck="false"
        aria-describedby="token-hint ${rejection ? 'token-error' : ''}" aria-invalid=${rejection ? 'true' : nothing} />
      <p class="hint" id="token-hint">The token stays in this tab and is removed when you close it.</p>
      <p class="wrong" id="token-error" role="alert">${rejection}</p>
    </div>
    <div class="buttons">
      <button type="button" @click=${close}>${text('cancel')}</button>
      <button type="submit" class="primary" ?disabled=${isBusy}>${text('signIn')}</button>
    </div>
  </form>`;
}
