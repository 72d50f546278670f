/** Account of a person: menu with name and permissions, and forms to sign in. */
import type { Scope } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import type { TextKey } from '../../text/en.ts';
import { locale, text } from '../../text/text.ts';
import type { Account, Session } from '../controller/account.ts';
import { menu } from './menu.ts';

const rights: Record<Scope, TextKey> = {
  search: 'maySearch',
  'configurations:read': 'mayRead',
  'configurations:write': 'mayChange',
  'spaces:write': 'mayChangeSpaces',
  'tokens:write': 'mayIssueTokens',
  'insight:read': 'maySeeInsight',
};

/** What a scope permits, in words. */
export const rightOf = (scope: Scope): string => text(rights[scope]);

/** The name of the person, which unfolds the permissions, the manual and the way out. */
export const accountMenu = (
  { name, scopes }: Session,
  { leave, hasManual }: { leave: () => void; hasManual: boolean },
): TemplateResult =>
  html`<div class="holder">${menu({
    label: html`<span class="name">${name || text('signedIn')}</span>`,
    content: html`<p class="fine">${text('mayDo', { rights: locale.conjunction(scopes.map(rightOf)) })}</p>
      ${hasManual ? html`<a href="/manual/">${text('manual')}</a>` : nothing}
      <button type="button" @click=${leave}>${text('signOut')}</button>`,
  })}</div>`;

/** Message about missing permissions of a person; empty if none is missing. */
export const missingPermission = (session: Session): string =>
  session.scopes.includes('configurations:write') ? '' : text('readOnly');

/** Parts of the command between which a line may break. */
const SIGN_IN_COMMAND = ['semantic-search sign-in', '--name "Jane"'];

interface SignInView {
  account: Pick<Account, 'provider' | 'rejection'>;
  isBusy: boolean;
  /** Signs in with a link; without a link, through the provider. */
  use(link?: string): void;
  close(): void;
}

interface SignInPromptView extends Pick<SignInView, 'account' | 'use'> {
  purpose: TextKey;
  open(): void;
}

/** Prompt on a page that needs a session. `open` shows the form for a link. */
export function signInPrompt({ account, purpose, use, open }: SignInPromptView): TemplateResult {
  const { provider, rejection } = account;
  return html`<div class="sign-in-prompt">
    <p>${rejection ? html`<strong>${rejection}</strong> ` : nothing}${text(purpose)}</p>
    ${providerButton(account, use)}
    <button type="button" class=${provider ? nothing : 'primary'} @click=${open}>${text('signIn')}</button>
  </div>`;
}

const providerButton = ({ provider }: SignInView['account'], use: SignInView['use']) =>
  provider
    ? html`<button type="button" class="primary" @click=${() => use()}>${text('signInWith', { provider })}</button>`
    : nothing;

export function signInForm({ account, isBusy, use, close }: SignInView): TemplateResult {
  const { rejection } = account;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    use(new FormData(event.target as HTMLFormElement).get('link') as string);
  };
  return html`<form @submit=${submit}>
    <p>${text('signInByCommand')}</p>
    <pre tabindex="0" role="group" aria-label=${text('command')}><code>${SIGN_IN_COMMAND.map((part, index) => html`${index > 0 ? ' ' : ''}<span>${part}</span>`)}</code></pre>
    <div class="field">
      <label for="link">${text('signInLink')}</label>
      <input id="link" name="link" type="text" required autofocus autocomplete="off" spellcheck="false"
        aria-describedby="link-hint ${rejection ? 'link-error' : ''}" aria-invalid=${rejection ? 'true' : nothing} />
      <p class="hint" id="link-hint">${text('signInLinkHint')}</p>
      <p class="wrong" id="link-error" role="alert">${rejection}</p>
    </div>
    <div class="buttons">
      <button type="button" @click=${close}>${text('cancel')}</button>
      ${providerButton(account, use)}
      <button type="submit" class="primary" ?disabled=${isBusy}>${text('signIn')}</button>
    </div>
  </form>`;
}
