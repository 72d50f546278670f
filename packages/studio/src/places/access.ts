/** Access: the publishable tokens of pages; create and revoke them. */
import { issueToken, listTokens, revokeToken } from '@semantic-search/client';
import type { TokenRecord } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { originsIn } from '../editor/controller/embedding.ts';
import { formatTime, text } from '../text/text.ts';
import { Message, type Place, type PlaceContext } from './place.ts';

const DAY_MS = 24 * 3_600_000;
/** Pages fail without a warning when their token expires, so owners learn of it before. */
const WARNING_DAYS = 30;

export function accessPlace(context: PlaceContext): Place {
  return new AccessPlace(context);
}

class AccessPlace implements Place {
  readonly #context: PlaceContext;
  #tokens: readonly TokenRecord[] = [];
  #issued: string | undefined;
  readonly #message: Message;
  /** ID of the token whose revocation has to be confirmed. */
  #asked: string | undefined;

  constructor(context: PlaceContext) {
    this.#context = context;
    this.#message = new Message(context.update);
  }

  async load(): Promise<void> {
    ({ tokens: this.#tokens } = await listTokens(this.#context.account.connection));
  }

  render(): TemplateResult {
    const tokens = [...this.#tokens].reverse();
    return html`<p class="hint">${text('accessHint')}</p>
      ${this.#message.render()}
      ${this.#issued ? html`<div class="copyable"><pre tabindex="0" role="group" aria-label=${text('newToken')}><code>${this.#issued}</code></pre></div>` : nothing}
      ${
        tokens.length === 0
          ? html`<p class="notice">${text('noTokens')}</p>`
          : html`<div class="scroll" tabindex="0" role="group" aria-label=${text('tokens')}><table>
            <thead><tr><th scope="col">${text('name')}</th><th scope="col">${text('searches')}</th><th scope="col">${text('pages')}</th><th scope="col">${text('issued')}</th><th scope="col">${text('ends')}</th><th scope="col">${text('state')}</th></tr></thead>
            <tbody>${tokens.map(this.#row)}</tbody></table></div>`
      }
      ${this.#form()}`;
  }

  #row = (token: TokenRecord): TemplateResult => {
    const { jti, name, configurations, origins, issued, expires, revoked } = token;
    const days = Math.floor((Date.parse(expires) - Date.now()) / DAY_MS);
    return html`<tr>
      <th scope="row">${name}</th><td>${configurations.join(', ')}</td>
      <td>${origins?.map((origin) => html`<div>${origin}</div>`) ?? text('any')}</td>
      <td>${formatTime(issued)}</td>
      <td>${formatTime(expires)}${!revoked && days < WARNING_DAYS ? html` <span class="badge low">${days < 1 ? text('endsToday') : text('daysLeft', { count: days })}</span>` : nothing}</td>
      <td>${revoked ? text('revoked') : this.#asked === jti ? this.#confirmation(token) : html`<button type="button" @click=${() => this.#ask(jti)}>${text('revoke')}<span class="visually-hidden"> ${name}</span></button>`}</td>
    </tr>`;
  };

  #confirmation({ jti, name }: TokenRecord): TemplateResult {
    return html`<p>${text('revokeConsequence')}</p>
      <button type="button" class="primary critical" @click=${() => void this.#revoke(jti, name)}>${text('revokeIt')}</button>
      <button type="button" @click=${() => this.#ask(undefined)}>${text('keepIt')}</button>`;
  }

  #form(): TemplateResult {
    const { list } = this.#context.account;
    return html`<section class="card" aria-labelledby="new-token"><h2 id="new-token">${text('newToken')}</h2>
      <form @submit=${this.#issue}>
        <div class="field"><label for="token-name">${text('name')}</label><input id="token-name" name="name" type="text" required maxlength="200" placeholder="www.example.org" autocomplete="off" /></div>
        <div class="field"><label for="token-configuration">${text('search')}</label><select id="token-configuration" name="configuration">${list.map(({ id, title }) => html`<option value=${id}>${text('withId', { title, id: `${id}` })}</option>`)}</select></div>
        <div class="field"><label for="token-origins">${text('addressesOfWebsite')}</label><input id="token-origins" name="origins" type="text" required placeholder="https://www.example.org" autocomplete="off" spellcheck="false" aria-describedby="token-origins-hint" />
          <p class="hint" id="token-origins-hint">${text('addressesHint')}</p></div>
        <div class="field"><label for="token-days">${text('validFor')}</label><select id="token-days" name="days"><option value="30">${text('days', { count: 30 })}</option><option value="365" selected>${text('years', { count: 1 })}</option><option value="1825">${text('years', { count: 5 })}</option></select></div>
        <div class="buttons"><button type="submit" class="primary">${text('createToken')}</button></div>
      </form></section>`;
  }

  #ask(jti: string | undefined): void {
    this.#asked = jti;
    this.#context.update();
  }

  #issue = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const data = new FormData(form);
    const fieldOf = (name: string) => data.get(name) as string;
    await this.#act(async () => {
      const { token } = await issueToken(this.#context.account.connection, {
        name: fieldOf('name'),
        configurations: [Number(fieldOf('configuration'))],
        origins: originsIn(fieldOf('origins')),
        lifetime: Number(fieldOf('days')) * 24 * 3600,
      });
      this.#issued = token;
      form.reset();
      return text('tokenShownOnce');
    });
  };

  #revoke(jti: string, name: string): Promise<void> {
    return this.#act(async () => {
      await revokeToken(this.#context.account.connection, jti);
      this.#asked = undefined;
      return text('tokenRevoked', { name });
    });
  }

  #act(action: () => Promise<string>): Promise<void> {
    return this.#message.attempt(async () => {
      const outcome = await action();
      await this.load();
      return outcome;
    });
  }
}
