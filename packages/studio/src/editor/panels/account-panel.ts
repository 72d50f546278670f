/** Account panel: name and permissions of a person, and how to sign in. */
import type { Scope } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import type { TextKey } from '../../text/en.ts';
import { locale, text } from '../../text/text.ts';
import type { Session } from '../controller/account.ts';

const rights: Record<Scope, TextKey> = {
  search: 'maySearch',
  'configurations:read': 'mayRead',
  'configurations:write': 'mayChange',
  'spaces:write': 'mayChangeSpaces',
  'tokens:write': 'mayIssueTokens',
  'insight:read': 'maySeeInsight',
};

const rightOf = (scope: Scope): string => text(rights[scope]);

export const signedInAs = ({ name }: Session, leave: () => void): TemplateResult =>
  html`<p class="holder"><strong>${name || text('signedIn')}</strong>
    <button type="button" class="plain" @click=${leave}>${text('signOut')}</button></p>`;

/** The same with the permissions. */
export function accountLine(session: Session, leave: () => void): TemplateResult {
  const { name, scopes } = session;
  const facts = text('mayDo', { rights: locale.conjunction(scopes.map(rightOf)) });
  return html`<p class="holder"><strong>${name || text('signedIn')}</strong> <span>${facts}</span>
    <button type="button" class="plain" @click=${leave}>${text('signOut')}</button></p>`;
}

/** What a person cannot do here; empty if nothing is missing. */
export const missingPermission = (session: Session): string =>
  session.scopes.includes('configurations:write') ? '' : text('readOnly');

const command = ['semantic-search sign-in', '--name "Jane"'];

/** `rejection` explains why a link is rejected. */
export const signInPrompt = (
  rejection: string,
  open: () => void,
): TemplateResult => html`<div class="sign-in-prompt">
  <p>${rejection ? html`<strong>${rejection}</strong> ` : nothing}${text('signInToChange')}</p>
  <button type="button" class="primary" @click=${open}>${text('signIn')}</button>
</div>`;

interface SignInView {
  rejection: string;
  isBusy: boolean;
  use(link: string): void;
  close(): void;
}

export function signInForm({ rejection, isBusy, use, close }: SignInView): TemplateResult {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    use(new FormData(event.target as HTMLFormElement).get('link') as string);
  };
  return html`<form @submit=${submit}>
    <p>${text('signInByCommand')}</p>
    <pre tabindex="0" role="group" aria-label=${text('command')}><code>${command.map((part, index) => html`${index > 0 ? ' ' : ''}<span>${part}</span>`)}</code></pre>
    <div class="field">
      <label for="link">${text('signInLink')}</label>
      <input id="link" name="link" type="text" required autofocus autocomplete="off" spellcheck="false"
        aria-describedby="link-hint ${rejection ? 'link-error' : ''}" aria-invalid=${rejection ? 'true' : nothing} />
      <p class="hint" id="link-hint">${text('signInLinkHint')}</p>
      <p class="wrong" id="link-error" role="alert">${rejection}</p>
    </div>
    <div class="buttons">
      <button type="button" @click=${close}>${text('cancel')}</button>
      <button type="submit" class="primary" ?disabled=${isBusy}>${text('signIn')}</button>
    </div>
  </form>`;
}
