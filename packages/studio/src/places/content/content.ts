/** Content: search spaces with their websites, uploads, test of tagging, and deletion. */
import { createSource, deleteSpace, replaceSource, startSource } from '@semantic-search/client';
import type { SourceSettings, Space, SpaceSource } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import type { ConfigurationSummary } from '../../editor/controller/account.ts';
import { menu } from '../../editor/panels/menu.ts';
import { editorUrl, placeUrl } from '../../page-data.ts';
import { serviceMessage } from '../../text/service-message.ts';
import { formatNumber, languageName, locale, text } from '../../text/text.ts';
import { Message } from '../message.ts';
import { fileButton, type Place, type PlaceContext } from '../place.ts';
import { ConceptBrowser } from './concepts.ts';
import { sourceForm } from './source-form.ts';
import { SourceItems } from './source-items.ts';
import { SpaceList } from './space-list.ts';
import { TaggingView } from './tagging.ts';
import { newSpaceName, UPLOADED_FILES, uploadFile } from './upload.ts';

/** The parameter `concepts` of the address shows the concepts of that search space. */
export function contentPlace(context: PlaceContext): Place {
  const space = context.parameters.get('concepts');
  return space ? new ConceptBrowser(context, space) : new ContentPlace(context);
}

type OpenForm = { space?: string; source?: SpaceSource };

class ContentPlace implements Place {
  readonly #context: PlaceContext;
  /** The form of a source; without `space`, of a new space. */
  #form: OpenForm | undefined;
  readonly #message: Message;
  readonly #tagViews = new Map<string, TaggingView>();
  #isBusy = false;
  readonly #spaceList: SpaceList;
  readonly #sources: SourceItems;

  constructor(context: PlaceContext) {
    this.#context = context;
    this.#message = new Message(context);
    this.#spaceList = new SpaceList(context.account, context.update, () => this.#message.show(''));
    this.#sources = new SourceItems(context, this.#message, this.#spaceList);
  }

  get #mayWriteSpaces(): boolean {
    return this.#context.account.may('spaces:write');
  }

  load(): Promise<void> {
    return this.#spaceList.load();
  }

  leave(): void {
    this.#spaceList.close();
  }

  render(): TemplateResult {
    const isEmpty = this.#spaceList.spaces.length === 0;
    // Without content, the form of a new space is open.
    const form: OpenForm | undefined = isEmpty && this.#mayWriteSpaces ? {} : this.#form;
    const heading = html`<div class="section-head"><p class="hint">${text('contentHint')}</p>
      <button type="button" class="primary" @click=${() => this.#open({})}>${text('addWebsite')}</button>${this.#uploadButton()}</div>`;
    return html`${this.#mayWriteSpaces && !form ? heading : nothing}
      ${this.#message.render()}
      ${form && !form.space ? this.#formView(form) : nothing}
      ${isEmpty && form ? html`<div>${this.#uploadButton()}</div>` : nothing}
      ${isEmpty && !form ? html`<p class="notice">${text('noContent')}</p>` : nothing}
      ${this.#spaceList.spaces.map((space) => this.#spaceView(space))}`;
  }

  #formView({ space, source }: OpenForm): TemplateResult {
    return sourceForm({
      space,
      settings: source?.settings,
      isBusy: this.#isBusy,
      save: (name, settings) => void this.#save(name, settings, source),
      cancel: this.#spaceList.spaces.length > 0 ? () => this.#open(undefined) : undefined,
    });
  }

  #spaceView(space: Space): TemplateResult {
    const { name, documents, healthy, notices = [], sources = [] } = space;
    const form = this.#form?.space === name ? this.#form : undefined;
    const { list: configurations, mayWrite: mayCreateSearch } = this.#context.account;
    const searches = configurations.filter(({ searchSpace }) => searchSpace === name);
    const isUnused = mayCreateSearch && documents > 0 && searches.length === 0;
    const item = (source: SpaceSource) =>
      form?.source?.id === source.id
        ? html`<li>${this.#formView(form)}</li>`
        : this.#sources.render(name, source, (changed) => this.#open({ space: name, source: changed }));
    return html`<section class="card" aria-labelledby="space-${name}">
      <div class="section-head"><h2 id="space-${name}">${name}</h2>${this.#actions(space, { isUnused })}</div>
      ${isUnused ? html`<p class="notice">${text('noSearchOfSpace')}</p>` : nothing}
      ${healthy ? nothing : html`<p class="problem">${text('spaceSilent')}</p>`}
      ${this.#facts(space, searches)}
      ${notices.length > 0 ? html`<ul class="notice warning">${notices.map((notice) => html`<li>${serviceMessage(notice)}</li>`)}</ul>` : nothing}
      ${this.#tagViews.get(name)?.render() ?? nothing}
      ${form && !form.source ? this.#formView(form) : nothing}
      ${sources.length > 0 ? html`<ul class="sources">${sources.map(item)}</ul>` : nothing}
    </section>`;
  }

  #actions({ name, concepts }: Space, { isUnused }: { isUnused: boolean }): TemplateResult {
    const nameForReaders = html`<span class="visually-hidden"> – ${name}</span>`;
    return html`
      ${this.#context.account.mayWrite ? html`<a class="button ${isUnused ? 'primary' : ''}" href=${placeUrl('searches', { new: name })}>${text('newSearch')}${nameForReaders}</a>` : nothing}
      ${this.#mayWriteSpaces ? html`<button type="button" @click=${() => this.#open({ space: name })}>${text('anotherWebsite', { space: name })}</button>` : nothing}
      ${concepts > 0 ? html`<button type="button" aria-expanded=${this.#tagViews.has(name)} @click=${() => this.#toggleTagging(name)}>${text('tagText')}${nameForReaders}</button>` : nothing}
      ${this.#mayWriteSpaces ? this.#moreActions(name) : nothing}`;
  }

  #facts({ name, documents, concepts, languages, facets }: Space, searches: readonly ConfigurationSummary[]) {
    const conceptCount = this.#mayWriteSpaces
      ? html`<a href=${placeUrl('content', { concepts: name })}>${text('browseConcepts', { count: concepts })}</a>`
      : formatNumber(concepts);
    return html`<dl class="facts">
      <div><dt>${text('documents')}</dt><dd>${formatNumber(documents)}</dd></div>
      <div><dt>${text('concepts')}</dt><dd>${conceptCount}</dd></div>
      <div><dt>${text('languages')}</dt><dd>${locale.join(languages.map(languageName)) || '–'}</dd></div>
      <div><dt>${text('facets')}</dt><dd>${formatNumber(facets.length)}</dd></div>
      ${searches.length > 0 ? html`<div><dt>${text('searches')}</dt><dd>${searches.map(({ id, title }) => html`<a href=${editorUrl(id)}>${title}</a> `)}</dd></div>` : nothing}
    </dl>`;
  }

  /** Rare actions are in a menu, so that none of them is pressed by mistake. */
  #moreActions(space: string): TemplateResult {
    const content = html`${this.#uploadButton(space)}
      <button type="button" class="critical" @click=${() => this.#deleteSpace(space)}>${text('delete')}</button>`;
    return menu({ label: html`${text('more')}<span class="visually-hidden"> – ${space}</span>`, content });
  }

  /** Without a search space, the documents are for a new one, which has the name of the file. */
  #uploadButton(space?: string): TemplateResult {
    const names = this.#spaceList.spaces.map(({ name }) => name);
    const choose = (file: File) => void this.#upload(space ?? newSpaceName(file, names), file);
    return fileButton(text('uploadDocuments'), UPLOADED_FILES, choose);
  }

  #open(form: OpenForm | undefined): void {
    this.#form = form;
    this.#message.show('');
    this.#context.update();
    if (form) document.querySelector<HTMLElement>('#source-form')?.focus();
  }

  #toggleTagging(space: string): void {
    if (!this.#tagViews.delete(space)) this.#tagViews.set(space, new TaggingView(this.#context, space));
    this.#context.update();
  }

  /** A new website is read at once. */
  async #save(space: string, settings: SourceSettings, source: SpaceSource | undefined): Promise<void> {
    this.#isBusy = true;
    this.#context.update();
    await this.#message.attempt(async (connection) => {
      if (source) await replaceSource(connection, { space, source: source.id }, settings);
      else await startSource(connection, space, (await createSource(connection, space, settings)).id);
      this.#form = undefined;
      await this.load();
      return source ? text('sourceSaved') : text('beingRead', { space });
    });
    this.#isBusy = false;
    this.#context.update();
  }

  #upload(space: string, file: File): Promise<void> {
    this.#message.show(text('working'));
    this.#context.update();
    return this.#message.attempt((connection) =>
      uploadFile(connection, space, file).finally(() => this.load()),
    );
  }

  #deleteSpace(space: string): void {
    if (!confirm(text('deleteSpaceText', { space }))) return;
    void this.#message.attempt(async (connection) => {
      await deleteSpace(connection, space);
      await this.load();
      return text('spaceDeleted', { space });
    });
  }
}
