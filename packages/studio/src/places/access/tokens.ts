/** Tokens of pages and programs: a table, a form for new tokens, and revocation. */
import { issueSpaceToken, issueToken, listTokens, revokeToken } from '@semantic-search/client';
import type { DocumentScope, SpaceScope, TokenRecord } from '@semantic-search/contract';
import { TOKEN_WARNING_DAYS } from '@semantic-search/contract/limits';
import { html, nothing, type TemplateResult } from 'lit';
import { rightOf } from '../../editor/panels/account-panel.ts';
import { configurationOptions, titleWithId } from '../../editor/panels/configuration-list.ts';
import { copyable } from '../../editor/panels/copyable.ts';
import { scrollingTable } from '../../editor/panels/scrolling-table.ts';
import { lifetimeField, lifetimeIn, originsField, originsIn } from '../../editor/panels/token-fields.ts';
import { formatDay, formatTime, locale, text } from '../../text/text.ts';
import { Message } from '../message.ts';
import type { Place, PlaceContext } from '../place.ts';

const DAY_MS = 24 * 3_600_000;

const programScopes: SpaceScope[] = ['spaces:write', 'search', 'configurations:read', 'insight:read'];

export class TokensView implements Place {
  readonly #context: PlaceContext;
  #tokens: readonly TokenRecord[] = [];
  #issuedToken: string | undefined;
  #isIssuing = false;
  /** Whether the form is for a program's token. */
  #isForProgram = false;
  readonly #message: Message;
  /** ID of the token whose revocation has to be confirmed. */
  #revocation: string | undefined;

  constructor(context: PlaceContext) {
    this.#context = context;
    this.#message = new Message(context);
  }

  async load(): Promise<void> {
    this.#tokens = (await listTokens(this.#context.account.connection)).tokens.reverse();
  }

  render(): TemplateResult {
    const valid = this.#tokens.filter((token) => !token.revoked);
    const revoked = this.#tokens.filter((token) => token.revoked);
    const revokedTokens = html`<details class="fold">
      <summary>${text('revokedTokens', { number: revoked.length })}</summary>${this.#table(revoked, text('revoked'))}</details>`;
    const expiring = valid.filter((token) => daysLeft(token) < TOKEN_WARNING_DAYS).length;
    return html`<p class="hint">${text('accessHint')}</p>
      ${expiring > 0 ? html`<p class="notice warning">${text('tokensEnding', { number: expiring })}</p>` : nothing}
      ${this.#message.render()}
      ${this.#issuedToken ? copyable(text('newToken'), this.#issuedToken) : nothing}
      ${valid.length === 0 ? html`<p class="notice">${text('noTokens')}</p>` : this.#table(valid, text('tokens'))}
      ${revoked.length > 0 ? revokedTokens : nothing}
      ${this.#form()}`;
  }

  #table(tokens: readonly TokenRecord[], name: string): TemplateResult {
    const columns = ['name', 'state', 'ends', 'lastUse', 'permits', 'pages', 'kind', 'issued'] as const;
    const titles = columns.map((column) => text(column));
    return scrollingTable(name, titles, tokens.map(this.#row));
  }

  #row = (token: TokenRecord): TemplateResult => {
    const { jti, name, kind, origins, issued, used, expires, revoked } = token;
    const button = html`<button type="button" @click=${(event: Event) => this.#askToRevoke(jti, event)}>${text('revoke')}<span class="visually-hidden"> ${name}</span></button>`;
    const revocation = this.#revocation === jti ? this.#confirmation(token) : button;
    const isOfPage = kind === 'publishable';
    const days = daysLeft(token);
    return html`<tr>
      <th scope="row">${name}</th>
      <td>${revoked ? text('revoked') : revocation}</td>
      <td>${formatTime(expires)}${!revoked && days < TOKEN_WARNING_DAYS ? html` <span class="badge low">${days < 1 ? text('endsToday') : text('daysLeft', { count: days })}</span>` : nothing}</td>
      <td>${used ? formatDay(used) : text('notUsed')}</td>
      <td>${this.#permissions(token)}</td>
      <td>${isOfPage ? (origins?.map((origin) => html`<div>${origin}</div>`) ?? text('any')) : '–'}</td>
      <td>${text(isOfPage ? 'tokenOfPage' : 'tokenOfProgram')}</td>
      <td>${formatTime(issued)}</td>
    </tr>`;
  };

  #permissions({ scopes, configurations, spaces, filter }: TokenRecord): TemplateResult {
    const { list } = this.#context.account;
    const searches = configurations.map((id) => {
      const configuration = list.find((candidate) => candidate.id === id);
      return configuration ? titleWithId(configuration) : `${id}`;
    });
    const lines = [
      locale.conjunction(scopes.map(rightOf)),
      ...searches,
      ...(spaces?.map((space) => `${text('searchSpace')} ${space}`) ?? []),
      ...(filter ? [`${text('filter')}: ${rulesOf(filter)}`] : []),
    ];
    return html`${lines.map((line) => html`<div>${line}</div>`)}`;
  }

  #confirmation({ jti, name }: TokenRecord): TemplateResult {
    return html`<p>${text('revokeConsequence')}</p>
      <button type="button" class="primary critical" @click=${() => void this.#revoke(jti, name)}>${text('revokeIt')}</button>
      <button type="button" @click=${(event: Event) => this.#askToRevoke(undefined, event)}>${text('keepIt')}</button>`;
  }

  #form(): TemplateResult {
    const choose = (event: Event) => {
      this.#isForProgram = (event.target as HTMLSelectElement).value === 'program';
      this.#context.update();
    };
    return html`<section class="card" aria-labelledby="new-token"><h2 id="new-token">${text('newToken')}</h2>
      <form class="stack" @submit=${this.#issue}>
        <div class="field"><label for="token-kind">${text('kind')}</label><select id="token-kind" @change=${choose}><option value="page">${text('tokenOfPage')}</option><option value="program">${text('tokenOfProgram')}</option></select></div>
        <div class="field"><label for="token-name">${text('name')}</label><input id="token-name" name="name" type="text" required maxlength="200" placeholder="www.example.org" autocomplete="off" /></div>
        ${this.#isForProgram ? this.#programFields() : this.#pageFields()}
        ${lifetimeField('token-days')}
        <div class="buttons"><button type="submit" class="primary">${text('createToken')}</button></div>
      </form></section>`;
  }

  #pageFields(): TemplateResult {
    const { list } = this.#context.account;
    return html`<div class="field"><label for="token-configuration">${text('oneSearch')}</label><select id="token-configuration" name="configuration" required>${configurationOptions(list, list[0]?.id)}</select></div>
      ${originsField('token-origins', text('addressesOfWebsite'))}`;
  }

  #programFields(): TemplateResult {
    return html`<p class="hint">${text('programHint')}</p>
      <div class="field"><label for="token-space">${text('searchSpace')}</label><select id="token-space" name="space" required>${this.#context.account.spaces?.map(({ name }) => html`<option>${name}</option>`)}</select></div>
      <fieldset class="field"><legend>${text('permits')}</legend>${programScopes.map(
        (scope, index) =>
          html`<label><input type="checkbox" name="scope" value=${scope} ?checked=${index === 0} /> ${rightOf(scope)}</label>`,
      )}</fieldset>`;
  }

  /** The focus moves to the button that changes nothing, or back. */
  #askToRevoke(jti: string | undefined, { currentTarget }: Event): void {
    const cell = (currentTarget as HTMLElement).closest('td')!;
    this.#revocation = jti;
    this.#context.update();
    [...cell.querySelectorAll('button')].at(-1)?.focus();
  }

  #issue = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    // A second click would create a second token. A disabled button would lose the focus.
    if (this.#isIssuing) return;
    this.#isIssuing = true;
    const form = event.target as HTMLFormElement;
    const data = new FormData(form);
    const entryOf = (name: string) => data.get(name) as string;
    const { connection } = this.#context.account;
    const request = { name: entryOf('name'), lifetime: lifetimeIn(data) };
    const issueForPage = () => {
      const configurations = [Number(entryOf('configuration'))];
      return issueToken(connection, { ...request, configurations, origins: originsIn(entryOf('origins')) });
    };
    const issueForProgram = () => {
      const scopes = data.getAll('scope') as SpaceScope[];
      return issueSpaceToken(connection, { ...request, spaces: [entryOf('space')], scopes });
    };
    await this.#actAndReload(async () => {
      this.#issuedToken = (await (this.#isForProgram ? issueForProgram() : issueForPage())).token;
      this.#isForProgram = false;
      form.reset();
      return text('tokenShownOnce');
    });
    this.#isIssuing = false;
  };

  #revoke(jti: string, name: string): Promise<void> {
    return this.#actAndReload(async () => {
      await revokeToken(this.#context.account.connection, jti);
      this.#revocation = undefined;
      return text('tokenRevoked', { name });
    });
  }

  #actAndReload(action: () => Promise<string>): Promise<void> {
    return this.#message.attempt(async () => {
      const outcome = await action();
      await this.load();
      return outcome;
    });
  }
}

const daysLeft = ({ expires }: Pick<TokenRecord, 'expires'>): number =>
  Math.floor((Date.parse(expires) - Date.now()) / DAY_MS);

const rulesOf = ({ include = [], exclude = [] }: DocumentScope): string =>
  [
    ...include.map(({ uri, values }) => `${uri} = ${values.join(', ')}`),
    ...exclude.map(({ uri, values }) => `${uri} ≠ ${values.join(', ')}`),
  ].join('; ');
