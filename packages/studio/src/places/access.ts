/** Access: the publishable tokens of pages; create and revoke them. */
import { issueToken, listTokens, revokeToken } from '@semantic-search/client';
import type { TokenRecord } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { originsIn } from '../editor/controller/embedding.ts';
import { formatTime } from '../editor/settings/labels.ts';
import { type Place, type PlaceContext, reasonOf } from './place.ts';

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
  #message: { text: string; isError: boolean } = { text: '', isError: false };
  /** ID of the token whose revocation has to be confirmed. */
  #asked: string | undefined;

  constructor(context: PlaceContext) {
    this.#context = context;
  }

  async load(): Promise<void> {
    ({ tokens: this.#tokens } = await listTokens(this.#context.account.connection));
  }

  render(): TemplateResult {
    const tokens = [...this.#tokens].reverse();
    return html`<p class="hint">Each page with a search has a token. It is public: it permits searching only, and only from the listed addresses.</p>
      <p role=${this.#message.isError ? 'alert' : 'status'} class=${this.#message.isError ? 'problem' : ''} ?hidden=${!this.#message.text}>${this.#message.text}</p>
      ${this.#issued ? html`<div class="copyable"><pre tabindex="0" role="group" aria-label="New token"><code>${this.#issued}</code></pre></div>` : nothing}
      ${
        tokens.length === 0
          ? html`<p class="notice">No token was issued for a page.</p>`
          : html`<div class="scroll" tabindex="0" role="group" aria-label="Tokens"><table>
            <thead><tr><th scope="col">Name</th><th scope="col">Searches</th><th scope="col">Pages</th><th scope="col">Issued</th><th scope="col">Ends</th><th scope="col">State</th></tr></thead>
            <tbody>${tokens.map(this.#row)}</tbody></table></div>`
      }
      ${this.#form()}`;
  }

  #row = (token: TokenRecord): TemplateResult => {
    const { jti, name, configurations, origins, issued, expires, revoked } = token;
    const days = Math.floor((Date.parse(expires) - Date.now()) / DAY_MS);
    return html`<tr>
      <th scope="row">${name}</th><td>${configurations.join(', ')}</td>
      <td>${origins?.map((origin) => html`<div>${origin}</div>`) ?? 'any'}</td>
      <td>${formatTime(issued)}</td>
      <td>${formatTime(expires)}${!revoked && days < WARNING_DAYS ? html` <span class="badge low">${days < 1 ? 'ends today' : `${days} days left`}</span>` : nothing}</td>
      <td>${revoked ? 'revoked' : this.#asked === jti ? this.#confirmation(token) : html`<button type="button" @click=${() => this.#ask(jti)}>Revoke<span class="visually-hidden"> ${name}</span></button>`}</td>
    </tr>`;
  };

  #confirmation({ jti, name }: TokenRecord): TemplateResult {
    return html`<p>Pages with this token stop searching at once.</p>
      <button type="button" class="primary critical" @click=${() => void this.#revoke(jti, name)}>Revoke it</button>
      <button type="button" @click=${() => this.#ask(undefined)}>Keep it</button>`;
  }

  #form(): TemplateResult {
    const { list } = this.#context.account;
    return html`<section class="card" aria-labelledby="new-token"><h2 id="new-token">New token</h2>
      <form @submit=${this.#issue}>
        <div class="field"><label for="token-name">Name</label><input id="token-name" name="name" type="text" required maxlength="200" placeholder="www.example.org" autocomplete="off" /></div>
        <div class="field"><label for="token-configuration">Search</label><select id="token-configuration" name="configuration">${list.map(({ id, title }) => html`<option value=${id}>${title} (id ${id})</option>`)}</select></div>
        <div class="field"><label for="token-origins">Addresses of your website</label><input id="token-origins" name="origins" type="text" required placeholder="https://www.example.org" autocomplete="off" spellcheck="false" aria-describedby="token-origins-hint" />
          <p class="hint" id="token-origins-hint">Separate several with spaces. With and without www. are different.</p></div>
        <div class="field"><label for="token-days">Valid for</label><select id="token-days" name="days"><option value="30">30 days</option><option value="365" selected>1 year</option><option value="1825">5 years</option></select></div>
        <div class="buttons"><button type="submit" class="primary">Create token</button></div>
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
    const text = (name: string) => data.get(name) as string;
    await this.#act(async () => {
      const { token } = await issueToken(this.#context.account.connection, {
        name: text('name'),
        configurations: [Number(text('configuration'))],
        origins: originsIn(text('origins')),
        lifetime: Number(text('days')) * 24 * 3600,
      });
      this.#issued = token;
      form.reset();
      return 'The token is shown only now. Copy it to your page.';
    });
  };

  #revoke(jti: string, name: string): Promise<void> {
    return this.#act(async () => {
      await revokeToken(this.#context.account.connection, jti);
      this.#asked = undefined;
      return `The token “${name}” is revoked.`;
    });
  }

  async #act(action: () => Promise<string>): Promise<void> {
    try {
      this.#message = { text: await action(), isError: false };
      await this.load();
    } catch (error) {
      this.#message = { text: reasonOf(error), isError: true };
    }
    this.#context.update();
  }
}
