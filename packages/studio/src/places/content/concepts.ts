/** Concept browser: the tree of a thesaurus, and the form of one concept; export and import. */
import {
  exportThesaurus,
  listConcepts,
  putConcept,
  replaceThesaurus,
  search,
  type ThesaurusType,
} from '@semantic-search/client';
import type { Concept, ConceptLabel } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { mayLeave } from '../../editor/panels/dialogs.ts';
import { placeUrl } from '../../page-data.ts';
import { locale, text } from '../../text/text.ts';
import { changedMeanwhile, Message, type Outcome } from '../message.ts';
import { download, fileButton, type PlaceContext } from '../place.ts';
import { type ConceptDraft, ConceptForm, hasSameContent, newLabel } from './concept-form.ts';

/** Media types by the ending of the file; Turtle for other endings. */
const mediaTypes: Record<string, ThesaurusType> = {
  ttl: 'text/turtle',
  rdf: 'application/rdf+xml',
  xml: 'application/rdf+xml',
  nt: 'application/n-triples',
};

/** The concept in the form, including a proposed synonym until the person changes something. */
interface OpenConcept {
  draft: ConceptDraft;
  state: 'unchanged' | 'proposed' | 'changed';
  isNew: boolean;
}

export class ConceptBrowser {
  readonly #context: PlaceContext;
  readonly #space: string;
  /** Narrower concepts of expanded ones, by URI of the broader concept; '' for top concepts. */
  readonly #children = new Map<string, readonly Concept[]>();
  /** Concepts that a search found; undefined without one. */
  #matches: readonly Concept[] | undefined;
  #open: OpenConcept | undefined;
  /** Words of the search whose results are shown; empty for the tree. */
  #searchWords = '';
  readonly #form: ConceptForm;
  readonly #message: Message;

  constructor(context: PlaceContext, space: string) {
    this.#context = context;
    this.#space = space;
    this.#message = new Message(context);
    this.#form = new ConceptForm((words) => this.#fetch({ text: words }), context.update);
  }

  get isDirty(): boolean {
    return this.#open !== undefined && this.#open.state !== 'unchanged';
  }

  async load(): Promise<void> {
    await this.#expand('');
    const { parameters } = this.#context;
    const query = parameters.get('query');
    if (!query) return;
    await this.#search(query);
    if (this.#matches?.length === 0) this.#openNew(query, parameters.get('language') || undefined);
  }

  render(): TemplateResult {
    const configuration = this.#context.parameters.get('configuration');
    const insight = configuration && placeUrl('insight', { configuration, kind: 'withoutResults' });
    return html`<p>‹ <a href=${insight || placeUrl('content')}>${text(insight ? 'insight' : 'backToContent')}</a></p>
      <div class="section-head"><h2>${text('conceptsOf', { space: this.#space })}</h2>
        <button type="button" @click=${() => this.#openNew()}>${text('newConcept')}</button>
        <button type="button" @click=${() => void this.#export()}>${text('exportSkos')}</button>
        ${fileButton(text('importSkos'), '.ttl,.rdf,.xml,.nt', this.#import)}</div>
      ${this.#message.render()}
      <div class="halves"><section aria-label=${text('tree')}>
        <form class="controls" @submit=${this.#submitSearch}><label class="grow">${text('findConcept')} <input type="search" name="text" autocomplete="off" .value=${this.#searchWords} /></label><button type="submit">${text('search')}</button></form>
        ${this.#list(this.#matches ?? this.#children.get('') ?? [])}
      </section>${this.#open ? this.#formOf(this.#open) : html`<p class="hint">${text('chooseConcept')}</p>`}</div>`;
  }

  #list(concepts: readonly Concept[]): TemplateResult {
    return concepts.length === 0
      ? html`<p class="notice">${text('noConcepts')}</p>`
      : html`<ul class="tree">${concepts.map((concept) => this.#node(concept))}</ul>`;
  }

  #node(concept: Concept): TemplateResult {
    const { uri, label, narrower, documents } = concept;
    const children = this.#children.get(uri);
    return html`<li><div class="node">
        ${
          narrower > 0
            ? html`<button type="button" class="square" aria-expanded=${children !== undefined} aria-label=${text('narrowerOf', { label })} @click=${() => void this.#toggle(uri)}>${children ? '−' : '+'}</button>`
            : html`<span class="square"></span>`
        }
        <button type="button" class="plain" aria-pressed=${this.#open?.draft.uri === uri} @click=${() => this.#choose(concept)}>${label}</button>
        <span class="hint">${text('documentsCount', { count: documents })}</span></div>
      ${children ? this.#list(children) : nothing}</li>`;
  }

  #formOf(open: OpenConcept): TemplateResult {
    const { draft, isNew } = open;
    return this.#form.render({
      draft,
      isNew,
      hint: isNew && this.#searchWords ? text('synonymHint', { query: this.#searchWords }) : '',
      isDirty: this.isDirty,
      set: (changed) => this.#change({ draft: changed, state: 'changed', isNew }),
      save: () => this.#save(open),
      cancel: () => this.#show(undefined),
    });
  }

  /** Opens a new concept with a generated URI, because owners rarely have URIs. `synonym` is a query of visitors. */
  #openNew(synonym?: string, language?: string): void {
    if (!this.#mayReplaceDraft()) return;
    const labels = [newLabel('preferred', { language })];
    if (synonym) labels.push(newLabel('alternative', { text: synonym, language }));
    // The address of an object ends with a random UUID; `randomUUID` exists on secure origins only.
    const uri = `urn:uuid:${URL.createObjectURL(new Blob()).split('/').at(-1)}`;
    const draft = { uri, title: text('newConcept'), labels, broader: [] };
    this.#show({ draft, state: 'unchanged', isNew: true });
  }

  /** Asks before another concept takes the place of changes that the person has made. */
  #mayReplaceDraft(): boolean {
    return mayLeave({ isDirty: this.#open?.state === 'changed' });
  }

  #show(open: OpenConcept | undefined): void {
    this.#message.show('');
    this.#change(open);
    const find = (selector: string) => document.querySelector<HTMLElement>(selector);
    if (open) (find('.concept [autofocus]') ?? find('#concept'))?.focus();
  }

  #change(open: OpenConcept | undefined): void {
    this.#open = open;
    this.#context.update();
  }

  #edit(concept: Concept): void {
    this.#show({ draft: draftOf(concept), state: 'unchanged', isNew: false });
  }

  /** Opens a concept, with the query that led here as a synonym to save. */
  #choose(concept: Concept): void {
    if (!this.#mayReplaceDraft()) return;
    const { parameters } = this.#context;
    const query = (parameters.has('configuration') && parameters.get('query')) || '';
    this.#edit(concept);
    if (!query || concept.labels.some((label) => label.text.toLowerCase() === query.toLowerCase())) return;
    const synonym = { text: query, language: parameters.get('language') || undefined };
    const labels = [...concept.labels, newLabel('alternative', synonym)];
    this.#change({ draft: { ...draftOf(concept), labels }, state: 'proposed', isNew: false });
  }

  async #fetch(parameters: { broader?: string; text?: string; uri?: string }): Promise<readonly Concept[]> {
    const { connection } = this.#context.account;
    return (await listConcepts(connection, this.#space, { ...parameters, language: locale.tag })).concepts;
  }

  async #expand(uri: string): Promise<void> {
    this.#children.set(uri, await this.#fetch(uri ? { broader: uri } : {}));
  }

  #toggle(uri: string): Promise<void> {
    return this.#message.attempt(async () => {
      if (!this.#children.delete(uri)) await this.#expand(uri);
    });
  }

  #submitSearch = (event: SubmitEvent): void => {
    event.preventDefault();
    const words = (new FormData(event.target as HTMLFormElement).get('text') as string).trim();
    void this.#message.attempt(async () => {
      await this.#search(words);
    });
  };

  async #search(words: string): Promise<void> {
    this.#context.keep({ query: words });
    this.#searchWords = words;
    const matches = words ? await this.#fetch({ text: words }) : undefined;
    // The person may have searched again meanwhile.
    if (this.#searchWords === words) this.#matches = matches;
  }

  #save({ draft: { uri, labels, broader }, isNew }: OpenConcept): void {
    void this.#message.attempt(async () => {
      const [stored] = isNew ? [] : await this.#fetch({ uri });
      const { saved, effect } = await this.#put(uri, labels, broader);
      const words = effect === undefined ? text('conceptSaved') : text('queryFinds', effect);
      if (!stored) return words;
      const undo = async (): Promise<string | Outcome> => {
        if (this.#open?.draft.uri === uri && !this.#mayReplaceDraft()) return { words, undo };
        const [current] = await this.#fetch({ uri });
        if (!hasSameContent(current, saved)) return changedMeanwhile();
        await this.#put(uri, stored.labels, stored.broader);
        return text('conceptRestored');
      };
      return { words, undo };
    });
  }

  /** Saves a concept; `effect` compares the results of the query that led here before and after. */
  async #put(uri: string, labels: readonly ConceptLabel[], broader: Concept['broader']) {
    const { connection } = this.#context.account;
    const shown = this.#open;
    const before = await this.#countOfQuery();
    const body = { labels: [...labels], broader: broader.map((other) => other.uri) };
    const saved = await putConcept(connection, { space: this.#space, concept: uri }, body);
    const count = await this.#countOfQuery();
    await this.#reload();
    // The person may have typed on, or opened another concept, meanwhile.
    if (shown?.draft.uri === uri && this.#open === shown) this.#edit(saved);
    if (before === undefined || count === undefined) return { saved };
    return { saved, effect: { query: this.#context.parameters.get('query') ?? '', before, count } };
  }

  /** Number of documents that the query of Insight finds; undefined if the person came without one. */
  async #countOfQuery(): Promise<number | undefined> {
    const { parameters, account } = this.#context;
    const [configuration, query] = [Number(parameters.get('configuration')), parameters.get('query')];
    if (!configuration || !query) return undefined;
    const language = parameters.get('language');
    const request = { input: query, count: 0, ...(language && { language }) };
    return (await search(account.connection, configuration, request)).total;
  }

  /** Loads the tree again; expanded concepts stay expanded. */
  async #reload(): Promise<void> {
    await Promise.all([...this.#children.keys()].map((uri) => this.#expand(uri)));
    if (this.#searchWords) await this.#search(this.#searchWords);
  }

  async #export(): Promise<void> {
    await this.#message.attempt(async () => {
      const triples = await exportThesaurus(this.#context.account.connection, this.#space);
      download(`${this.#space}.nt`, new Blob([triples], { type: 'application/n-triples' }));
    });
  }

  #import = (file: File): void => {
    const hasConcepts = this.#children.get('')?.length !== 0;
    if (hasConcepts && !confirm(text('importReplaces', { space: this.#space }))) return;
    void this.#message.attempt(async () => {
      const type = mediaTypes[file.name.split('.').at(-1)!.toLowerCase()] ?? 'text/turtle';
      const content = { type, body: await file.text() };
      const { concepts } = await replaceThesaurus(this.#context.account.connection, this.#space, content);
      await this.#reload();
      return text('thesaurusRead', { number: concepts });
    });
  };
}

const draftOf = (concept: Concept): ConceptDraft => ({ ...concept, title: concept.label });
