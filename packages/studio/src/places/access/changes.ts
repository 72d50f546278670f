/** Audit trail: who changed which token, search, search space or source. */
import { listChanges, listTokens } from '@semantic-search/client';
import type { AuditEntry } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { titleWithId } from '../../editor/panels/configuration-list.ts';
import { scrollingTable } from '../../editor/panels/scrolling-table.ts';
import type { TextKey } from '../../text/en.ts';
import { formatTime, text } from '../../text/text.ts';
import { Message } from '../message.ts';
import type { Place, PlaceContext } from '../place.ts';

const PAGE_SIZE = 50;

const kindLabels: Record<AuditEntry['kind'], TextKey> = {
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
  #tokenNames = new Map<string, string>();
  readonly #message: Message;

  constructor(context: PlaceContext) {
    this.#context = context;
    this.#message = new Message(context);
  }

  async load(): Promise<void> {
    const { connection } = this.#context.account;
    const { tokens } = await listTokens(connection);
    this.#tokenNames = new Map(tokens.map(({ jti, name }) => [jti, name]));
    await this.#read(0);
  }

  render(): TemplateResult {
    const columns = [text('date'), text('who'), text('what')];
    const rows = this.#entries.map(this.#row);
    const hasMore = this.#entries.length < this.#total;
    return html`<p class="hint">${text('auditHint')}</p>
      ${this.#message.render()}
      ${rows.length === 0 ? html`<p class="notice">${text('noChanges')}</p>` : scrollingTable(text('auditTrail'), columns, rows)}
      ${hasMore ? html`<div><button type="button" @click=${this.#readOlder}>${text('showOlder')}</button></div>` : nothing}`;
  }

  #row = ({ date, user, action, kind, target, name, operation }: AuditEntry): TemplateResult => {
    const { list } = this.#context.account;
    const search = kind === 'configuration' ? list.find(({ id }) => `${id}` === target) : undefined;
    const label = name ?? this.#tokenNames.get(target) ?? (search ? titleWithId(search) : target);
    return html`<tr><td>${formatTime(date)}</td><th scope="row">${user}</th>
      <td>${text(kindLabels[kind])} <bdi>${label}</bdi>: ${text(`change_${action}`)} <code>${operation}</code></td></tr>`;
  };

  async #read(start: number): Promise<void> {
    const { connection } = this.#context.account;
    const { entries, total } = await listChanges(connection, { start, count: PAGE_SIZE });
    this.#entries = [...this.#entries.slice(0, start), ...entries];
    this.#total = total;
  }

  #readOlder = (): Promise<void> =>
    this.#message.attempt(async () => {
      await this.#read(this.#entries.length);
    });
}
