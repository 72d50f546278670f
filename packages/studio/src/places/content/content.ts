/** Content: search spaces, their websites, and the runs that read them. */
import {
  type Connection,
  createSource,
  deleteSource,
  deleteSpace,
  getSource,
  listSpaces,
  replaceSource,
  startSource,
  stopSource,
} from '@semantic-search/client';
import type { SourceSettings, Space, SpaceSource } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { sourceName } from '../../editor/fields/space-sources.ts';
import { menu } from '../../editor/panels/menu.ts';
import { editorUrl, placeUrl } from '../../page-data.ts';
import { serviceMessage } from '../../text/service-message.ts';
import { formatNumber, formatTime, languageName, text } from '../../text/text.ts';
import { Message, type Outcome } from '../message.ts';
import { fileButton, type Place, type PlaceContext } from '../place.ts';
import { ConceptBrowser } from './concepts.ts';
import { RunFollower, runView, stateOf } from './runs.ts';
import { sourceForm } from './source-form.ts';
import { SourceReportView } from './source-report.ts';
import { TaggingView } from './tagging.ts';
import { newSpaceName, uploadFile } from './upload.ts';

/** The parameter `concepts` of the address shows the concepts of that search space. */
export function contentPlace(context: PlaceContext): Place {
  const space = context.parameters.get('concepts');
  if (space) return new ConceptBrowser(context, space);
  return new ContentPlace(context);
}

/** Key of a source: its ID is unique in its search space. */
const keyOf = (space: string, id: string): string => `${space} ${id}`;

class ContentPlace implements Place {
  readonly #context: PlaceContext;
  #spaces: readonly Space[] = [];
  /** The form of a source; without `space`, of a new space. */
  #form: { space?: string; source?: SpaceSource } | undefined;
  readonly #message: Message;
  readonly #reports = new Map<string, SourceReportView>();
  readonly #tagViews = new Map<string, TaggingView>();
  /** Key of the source whose deletion has to be confirmed. */
  #deletion: string | undefined;
  #isBusy = false;
  readonly #runs: RunFollower;

  constructor(context: PlaceContext) {
    this.#context = context;
    this.#message = new Message(context);
    this.#runs = new RunFollower(context.account, {
      spaces: () => this.#spaces,
      replace: (space, source) => this.#replace(space, source),
      update: context.update,
      onEnd: () => this.#readAgain(),
    });
  }

  get #mayWrite(): boolean {
    return this.#context.account.may('spaces:write');
  }

  async load(): Promise<void> {
    ({ spaces: this.#spaces } = await listSpaces(this.#context.account.connection));
    this.#follow();
  }

  leave(): void {
    this.#runs.close();
  }

  /** Only people who may start runs see their progress. */
  #follow(): void {
    if (this.#mayWrite) void this.#runs.follow();
  }

  /** Reads the numbers of documents after a run; if it fails, the earlier ones stay. */
  async #readAgain(): Promise<void> {
    this.#message.clear();
    const list = await listSpaces(this.#context.account.connection).catch(() => undefined);
    if (list) this.#spaces = list.spaces;
  }

  render(): TemplateResult {
    const isEmpty = this.#spaces.length === 0;
    const form = this.#form ?? (isEmpty && this.#mayWrite ? {} : undefined);
    return html`${
      this.#mayWrite && !form
        ? html`<div class="section-head"><p class="hint">${text('contentHint')}</p>
      <button type="button" class="primary" @click=${() => this.#open({})}>${text('addWebsite')}</button>${this.#uploadButton()}</div>`
        : nothing
    }
      ${this.#message.render()}
      ${isEmpty && !this.#mayWrite ? html`<p class="notice">${text('noContent')}</p>` : nothing}
      ${form && !form.space ? this.#formView(form) : nothing}
      ${isEmpty && this.#mayWrite ? html`<div>${this.#uploadButton()}</div>` : nothing}
      ${this.#spaces.map((space) => this.#spaceView(space))}`;
  }

  #formView({ space, source }: { space?: string; source?: SpaceSource }): TemplateResult {
    return sourceForm({
      space,
      settings: source?.settings,
      isBusy: this.#isBusy,
      save: (name, settings) => void this.#save(name, settings, source),
      cancel: this.#spaces.length > 0 ? () => this.#open(undefined) : undefined,
    });
  }

  #spaceView(space: Space): TemplateResult {
    const { name, documents, concepts, languages, facets, healthy, notices, sources = [] } = space;
    const form = this.#form?.space === name ? this.#form : undefined;
    const { account } = this.#context;
    const searches = account.list.filter(({ searchSpace }) => searchSpace === name);
    const isUnused = account.mayWrite && documents > 0 && searches.length === 0;
    return html`<section class="card" aria-labelledby="space-${name}">
      <div class="section-head"><h2 id="space-${name}">${name}</h2>
        ${account.mayWrite ? html`<a class="button ${isUnused ? 'primary' : ''}" href=${placeUrl('searches', { new: name })}>${text('newSearch')}<span class="visually-hidden"> – ${name}</span></a>` : nothing}
        ${this.#mayWrite ? html`<button type="button" @click=${() => this.#open({ space: name })}>${text('anotherWebsite', { space: name })}</button>` : nothing}
        ${concepts > 0 ? html`<button type="button" aria-expanded=${this.#tagViews.has(name)} @click=${() => this.#toggleTagging(name)}>${text('tagText')}<span class="visually-hidden"> – ${name}</span></button>` : nothing}
        ${this.#mayWrite ? this.#moreActions(name) : nothing}</div>
      ${isUnused ? html`<p class="notice">${text('noSearchOfSpace')}</p>` : nothing}
      ${healthy ? nothing : html`<p class="problem">${text('spaceSilent')}</p>`}
      <dl class="facts">
        <div><dt>${text('documents')}</dt><dd>${formatNumber(documents)}</dd></div>
        <div><dt>${text('concepts')}</dt><dd>${this.#mayWrite ? html`<a href=${placeUrl('content', { concepts: name })}>${text('browseConcepts', { count: concepts })}</a>` : formatNumber(concepts)}</dd></div>
        <div><dt>${text('languages')}</dt><dd>${languages.map(languageName).join(', ') || '–'}</dd></div>
        <div><dt>${text('facets')}</dt><dd>${formatNumber(facets.length)}</dd></div>
        ${searches.length > 0 ? html`<div><dt>${text('searches')}</dt><dd>${searches.map(({ id, title }) => html`<a href=${editorUrl(id)}>${title}</a> `)}</dd></div>` : nothing}
      </dl>
      ${notices?.length ? html`<ul class="notice warning">${notices.map((notice) => html`<li>${serviceMessage(notice)}</li>`)}</ul>` : nothing}
      ${this.#tagViews.get(name)?.render() ?? nothing}
      ${form && !form.source ? this.#formView(form) : nothing}
      ${sources.length > 0 ? html`<ul class="sources">${sources.map((source) => (form?.source?.id === source.id ? html`<li>${this.#formView(form)}</li>` : this.#sourceView(name, source)))}</ul>` : nothing}
    </section>`;
  }

  /** Rare actions are in a menu, so that none of them is pressed by mistake. */
  #moreActions(space: string): TemplateResult {
    const content = html`${this.#uploadButton(space)}
      <button type="button" class="critical" @click=${() => this.#deleteSpace(space)}>${text('delete')}</button>`;
    return menu({ label: html`${text('more')}<span class="visually-hidden"> – ${space}</span>`, content });
  }

  /** Without a search space, the documents are for a new one, which has the name of the file. */
  #uploadButton(space?: string): TemplateResult {
    const names = this.#spaces.map(({ name }) => name);
    const choose = (file: File) => void this.#upload(space ?? newSpaceName(file, names), file);
    return fileButton(text('uploadDocuments'), '.csv,.ndjson,.jsonl', choose);
  }

  #sourceView(space: string, source: SpaceSource): TemplateResult {
    const { id, schedule, next } = source;
    const nextReading =
      next === null ? text('sourcePaused') : text('readAgainAt', { time: formatTime(next) });
    const key = keyOf(space, id);
    const report = this.#reports.get(key);
    const title = sourceName(source);
    const nameForReaders = html`<span class="visually-hidden"> ${title}</span>`;
    const state = stateOf(source);
    return html`<li class="source">
      <div class="section-head"><h3><bdi>${title}</bdi></h3>
        ${
          this.#mayWrite
            ? html`${
                state === 'idle'
                  ? html`<button type="button" @click=${() => void this.#startOrStop(space, source, startSource)}>${text('readNow')}${nameForReaders}</button>`
                  : html`<button type="button" ?disabled=${state === 'starting'} @click=${() => void this.#startOrStop(space, source, stopSource)}>${text('stop')}${nameForReaders}</button>`
              }
          ${source.last?.finished ? html`<button type="button" aria-expanded=${report !== undefined} @click=${() => this.#toggleReport(space, id)}>${text('report')}${nameForReaders}</button>` : nothing}
          <button type="button" @click=${() => void this.#change(space, id)}>${text('change')}${nameForReaders}</button>
          ${
            this.#deletion === key
              ? html`<button type="button" class="primary critical" @click=${() => void this.#delete(space, id)}>${text('deleteSource')}${nameForReaders}</button>
            <button type="button" @click=${(event: Event) => this.#askToDelete(undefined, event)}>${text('cancel')}</button>`
              : html`<button type="button" class="critical" @click=${(event: Event) => this.#askToDelete(key, event)}>${text('delete')}${nameForReaders}</button>`
          }`
            : nothing
        }</div>
      ${runView(source)}
      <p class="hint">${schedule === null ? text('readOnRequest') : nextReading}</p>
      ${report ? report.render() : nothing}
    </li>`;
  }

  #open(form: { space?: string; source?: SpaceSource } | undefined): void {
    this.#form = form;
    this.#message.clear();
    this.#context.update();
    if (form) document.querySelector<HTMLElement>('#source-form')?.focus();
  }

  /** The focus moves to the button that changes nothing, or back. */
  #askToDelete(key: string | undefined, { currentTarget }: Event): void {
    const head = (currentTarget as HTMLElement).closest('.section-head')!;
    this.#deletion = key;
    this.#context.update();
    [...head.querySelectorAll('button')].at(-1)?.focus();
  }

  #toggleTagging(space: string): void {
    if (!this.#tagViews.delete(space)) this.#tagViews.set(space, new TaggingView(this.#context, space));
    this.#context.update();
  }

  #toggleReport(space: string, id: string): void {
    const key = keyOf(space, id);
    const wasOpen = this.#reports.delete(key);
    this.#context.update();
    if (wasOpen) return;
    const report = new SourceReportView(this.#context, space, id);
    this.#reports.set(key, report);
    void report.load();
  }

  /** A new website is read at once. */
  async #save(space: string, settings: SourceSettings, source: SpaceSource | undefined): Promise<void> {
    this.#isBusy = true;
    await this.#try(async (connection) => {
      if (source) await replaceSource(connection, { space, source: source.id }, settings);
      else await startSource(connection, space, (await createSource(connection, space, settings)).id);
      this.#form = undefined;
      await this.load();
      return source ? text('sourceSaved') : text('beingRead', { space });
    });
    this.#isBusy = false;
    this.#context.update();
  }

  #change(space: string, id: string): Promise<void> {
    return this.#try(async (connection) => {
      const source = await getSource(connection, space, id);
      if (!source.settings) return text('sourceOfCommand', { command: source.command });
      this.#open({ space, source });
    });
  }

  #delete(space: string, id: string): Promise<void> {
    return this.#try(async (connection) => {
      await deleteSource(connection, space, id);
      this.#deletion = undefined;
      await this.load();
      return text('sourceDeleted');
    });
  }

  #upload(space: string, file: File): Promise<void> {
    this.#message.show(text('working'));
    this.#context.update();
    return this.#try((connection) => uploadFile(connection, space, file).finally(() => this.load()));
  }

  #deleteSpace(space: string): void {
    if (!confirm(text('deleteSpaceText', { space }))) return;
    void this.#try(async (connection) => {
      await deleteSpace(connection, space);
      await this.load();
      return text('spaceDeleted', { space });
    });
  }

  #startOrStop(space: string, { id }: SpaceSource, operation: typeof startSource): Promise<void> {
    return this.#try(async (connection) => {
      this.#replace(space, await operation(connection, space, id));
      this.#reports.delete(keyOf(space, id));
      this.#follow();
    });
  }

  #try(action: (connection: Connection) => Promise<string | Outcome | undefined>): Promise<void> {
    return this.#message.attempt(() => action(this.#context.account.connection));
  }

  #replace(space: string, changed: SpaceSource): void {
    const replaced = (source: SpaceSource) => (source.id === changed.id ? changed : source);
    this.#spaces = this.#spaces.map((current) =>
      current.name === space ? { ...current, sources: (current.sources ?? []).map(replaced) } : current,
    );
  }
}
