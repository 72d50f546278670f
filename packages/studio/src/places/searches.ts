/** Searches: all configurations with owners and last changes, and actions to create and restore them. */
import { getConfiguration, listLatestChanges, undeleteConfiguration } from '@semantic-search/client';
import type { LatestChanges } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import type { ConfigurationSummary } from '../editor/controller/account.ts';
import { CreationDialog } from '../editor/panels/creation-dialog.ts';
import { editorUrl, pageUrl, placeUrl } from '../page-data.ts';
import { formatNumber, formatTime, text } from '../text/text.ts';
import { Message } from './message.ts';
import { download, type Place, type PlaceContext } from './place.ts';

type LatestChange = LatestChanges['changes'][number];

/** The parameter `new` of the address opens the form for a new search in that search space. */
export class SearchesPlace implements Place {
  readonly #context: PlaceContext;
  readonly #creation: CreationDialog;
  #changes = new Map<number, LatestChange>();
  readonly #message: Message;

  constructor(context: PlaceContext) {
    this.#context = context;
    this.#message = new Message(context);
    this.#creation = new CreationDialog(context.account, context.update);
  }

  async load(): Promise<void> {
    const { account, parameters, keep } = this.#context;
    const [{ changes }] = await Promise.all([
      listLatestChanges(account.connection),
      account.readList(),
      account.readSpaces(),
    ]);
    this.#changes = new Map(changes.map((change) => [change.id, change]));
    const space = parameters.get('new');
    if (space === null || !account.mayWrite) return;
    keep({ new: undefined });
    this.#creation.open({ space });
  }

  render(): TemplateResult {
    const { account } = this.#context;
    const { list, mayWrite } = account;
    const deleted = [...this.#changes.values()].filter(({ action }) => action === 'deleted');
    return html`<div class="section-head"><p class="hint">${text('searchesHint')}</p>
      ${mayWrite && list.length + (account.spaces?.length ?? 1) > 0 ? html`<button type="button" class="primary" @click=${() => this.#creation.open()}>${text('newSearch')}</button>` : nothing}</div>
      ${this.#message.render()}
      ${list.length === 0 ? this.#emptyView() : html`<ul class="card sources">${list.map(this.#searchItem)}</ul>`}
      ${
        deleted.length > 0
          ? html`<section class="card" aria-labelledby="deleted"><h2 id="deleted">${text('deletedSearches')}</h2>
        <ul class="sources">${deleted.map(this.#deletedItem)}</ul></section>`
          : nothing
      }
      ${this.#creation.render()}`;
  }

  #emptyView(): TemplateResult {
    const { account } = this.#context;
    if (!account.may('spaces:write') || account.spaces?.length !== 0)
      return html`<p class="notice">${text('noSearches')}</p>`;
    return html`<div class="card empty"><h2>${text('noSearches')}</h2><p>${text('firstSteps')}</p>
      <a class="button primary" href=${placeUrl('content')}>${text('addWebsite')}</a></div>`;
  }

  #searchItem = ({ id, title, visible, searchSpace }: ConfigurationSummary): TemplateResult => {
    const { account } = this.#context;
    const nameForReaders = html`<span class="visually-hidden"> ${title}</span>`;
    const configuration = `${id}`;
    return html`<li class="source">
      <div class="section-head"><h2><a href=${editorUrl(id)}>${title}</a>
        ${id === account.activeId ? html`<span class="badge active">${text('active')}</span>` : nothing}
        ${visible ? nothing : html`<span class="badge">${text('hidden')}</span>`}</h2>
        ${account.mayWrite ? html`<button type="button" @click=${() => this.#creation.open({ start: 'copy', id })}>${text('duplicate')}${nameForReaders}</button>` : nothing}
        <button type="button" @click=${() => void this.#export(id)}>${text('exportFile')}${nameForReaders}</button></div>
      <div class="section-head">${this.#facts(id, searchSpace)}
        <p class="links"><a href=${pageUrl(id)}>${text('open')}${nameForReaders}</a>
        ${account.may('insight:read') ? html`<a href=${placeUrl('insight', { configuration })}>${text('insight')}${nameForReaders}</a>` : nothing}
        <a href=${placeUrl('curation', { configuration })}>${text('curation')}${nameForReaders}</a></p></div>
    </li>`;
  };

  #deletedItem = ({ id, title }: LatestChange): TemplateResult => html`<li class="source">
    <div class="section-head"><h3>${title}</h3>
      ${this.#context.account.mayWrite ? html`<button type="button" @click=${() => void this.#undelete(id, title)}>${text('undelete')}<span class="visually-hidden"> ${title}</span></button>` : nothing}</div>
    ${this.#facts(id)}
  </li>`;

  #facts(id: number, searchSpace?: string): TemplateResult {
    const change = this.#changes.get(id);
    const space = this.#context.account.spaces?.find(({ name }) => name === searchSpace);
    return html`<dl class="facts">
      <div><dt>${text('id')}</dt><dd>${id}</dd></div>
      ${searchSpace === undefined ? nothing : html`<div><dt>${text('searchSpace')}</dt><dd>${searchSpace}</dd></div>`}
      ${space ? html`<div><dt>${text('documents')}</dt><dd>${formatNumber(space.documents)}</dd></div>` : nothing}
      ${change ? html`<div><dt>${text('owner')}</dt><dd>${change.owner}</dd></div><div><dt>${text(`action_${change.action}`, { user: change.user })}</dt><dd>${formatTime(change.date)}</dd></div>` : nothing}
    </dl>`;
  }

  #export(id: number): Promise<void> {
    return this.#message.attempt(async (connection) => {
      const { config } = await getConfiguration(connection, id);
      const file = new Blob([`${JSON.stringify({ config }, null, 2)}\n`], { type: 'application/json' });
      download(`search-${id}.json`, file);
    });
  }

  #undelete(id: number, title: string): Promise<void> {
    return this.#message.attempt(async (connection) => {
      await undeleteConfiguration(connection, id);
      await this.load();
      return text('isUndeleted', { title });
    });
  }
}
