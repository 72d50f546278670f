/** Bar at the top of the studio and of the editor: places, manual, language and account. */
import type { Scope } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { type PlaceName, placeNames, placeUrl } from '../../page-data.ts';
import { chooseLanguage, fileFor, languages, locale, text } from '../../text/text.ts';
import type { Account } from '../controller/account.ts';
import { accountMenu } from './account-panel.ts';

/** Scopes without which a place has nothing to show. */
const requiredScopes: Partial<Record<PlaceName, Scope>> = { insight: 'insight:read', access: 'tokens:write' };

interface TopBar {
  account: Account;
  /** The current place, or the place to which the page belongs; undefined for an unknown address. */
  current: PlaceName | undefined;
  /** Address of the search page. */
  searchPage: string;
  hasManual: boolean;
}

export function topBar({ account, current, searchPage, hasManual }: TopBar): TemplateResult {
  const { session } = account;
  /** Visitors see links to all places; the places ask them to sign in. */
  const isOffered = (name: PlaceName) => {
    const scope = requiredScopes[name];
    return !session || !scope || account.may(scope);
  };
  const link = (name: PlaceName) =>
    html`<li><a href=${placeUrl(name)} aria-current=${name === current ? 'page' : nothing}>${text(name)}</a></li>`;
  return html`<header class="top">
      <p class="brand"><a href=${searchPage}>${text('searchPage')}</a> <span class="wide"><span aria-hidden="true">/</span> ${text('studio')}</span></p>
      <nav class="places" aria-label=${text('places')}><ul>${placeNames.filter(isOffered).map(link)}</ul></nav>
      ${hasManual && !session ? html`<a href="/manual/">${text('manual')}</a>` : nothing}
      ${languageChoice()}
      ${session ? accountMenu(session, { leave: () => void account.signOut(), hasManual }) : nothing}
    </header>`;
}

/** Languages are listed by their own names, so that people find theirs on a page in any language. */
function languageChoice(): TemplateResult | typeof nothing {
  if (languages.length === 1) return nothing;
  const nameOf = (tag: string) => new Intl.DisplayNames(tag, { type: 'language' }).of(tag);
  const option = (tag: string) =>
    html`<option value=${tag} lang=${tag} .selected=${tag === fileFor(locale.tag)}>${nameOf(tag)}</option>`;
  const choose = ({ target }: Event) => chooseLanguage((target as HTMLSelectElement).value);
  return html`<select class="language" aria-label=${text('language')} @change=${choose}>${languages.map(option)}</select>`;
}
