/** Audit trail: who changed which token, search, search space or source. */
import { listChanges, listTokens } from '@semantic-search/client';
import type { AuditEntry } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import type { TextKey } from '../../text/en.ts';
import { formatTime, text } from '../../text/text.ts';
import { Message, type Place, type PlaceContext } from '../place.ts';

const PAGE_SIZE = 50;

const kinds: Record<AuditEntry['kind'], TextKey> = {
  token: 'token',
  configuration: 'oneSearch',
  space: 'searchSpace',
  source: 'source',
};

export class ChangesView implements Place {
  readonly #context: PlaceContext;
  #entries: readonly AuditEntry[] = [];
  #total = 0;
  /** Names of tokens by ID. */
  #names = new Map<string, string>();
  readonly #message: Message;

  constructor(context: PlaceContext) {
    this.#context = context;
    this.#message = new Message(context);
  }

  async load(): Promise<void> {
    const { connection } = this.#context.account;
    const { tokens } = await listTokens(connection);
    this.#names = new Map(tokens.map(({ jti, name }) => [jti, name]));
    await this.#read(0);
  }

  render(): TemplateResult {
    const isMore = this.#entries.length < this.#total;
    return html`<p class="hint">${text('auditHint')}</p>
      ${this.#message.render()}
      ${
        this.#entries.length === 0
          ? html`<p class="notice">${text('noChanges')}</p>`
          : html`<div class="scroll" tabindex="0" role="group" aria-label=${text('auditTrail')}><table>
            <thead><tr><th scope="col">${text('date')}</th><th scope="col">${text('who')}</th><th scope="col">${text('what')}</th></tr></thead>
            <tbody>${this.#entries.map(this.#row)}</tbody></table></div>`
      }
      ${isMore ? html`<div><button type="button" @click=${this.#more}>${text('showOlder')}</button></div>` : nothing}`;
  }

  #row = ({ date, user, action, kind, target, name, operation }: AuditEntry): TemplateResult => {
    const title =
      kind === 'configuration'
        ? this.#context.account.list.find(({ id }) => `${id}` === target)?.title
        : undefined;
    const label = name ?? this.#names.get(target) ?? (title ? text('withId', { title, id: target }) : target);
    return html`<tr><td>${formatTime(date)}</td><th scope="row">${user}</th>
      <td>${text(kinds[kind])} <bdi>${label}</bdi>: ${text(`change_${action}`)} <code>${operation}</code></td></tr>`;
  };

  async #read(start: number): Promise<void> {
    const { connection } = this.#context.account;
    const { entries, total } = await listChanges(connection, { start, count: PAGE_SIZE });
    this.#entries = [...this.#entries.slice(0, start), ...entries];
    this.#total = total;
  }

  #more = (): Promise<void> =>
    this.#message.attempt(async () => {
      await this.#read(this.#entries.length);
      return '';
    });
}
