/** Concept browser: the tree of a thesaurus, and the labels and broader terms of one concept. */
import { exportThesaurus, listConcepts, putConcept, replaceThesaurus } from '@semantic-search/client';
import type { Concept, ConceptLabel } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { addressOf } from '../../page-data.ts';
import type { TextKey } from '../../text/en.ts';
import { locale, text } from '../../text/text.ts';
import { download, Message, type PlaceContext } from '../place.ts';

/** The browser reports the fault of a field only if the field is visible. */
const unfold = ({ target }: Event): void => {
  (target as HTMLElement).closest('details')!.open = true;
};

const kinds: Record<ConceptLabel['kind'], TextKey> = {
  preferred: 'labelPreferred',
  alternative: 'labelAlternative',
  hidden: 'labelHidden',
};

const mediaTypes: Record<string, string> = {
  ttl: 'text/turtle',
  rdf: 'application/rdf+xml',
  xml: 'application/rdf+xml',
  nt: 'application/n-triples',
};

type Reference = Concept['broader'][number];

/** Unsaved values in the form of a concept. */
interface Draft {
  uri: string;
  title: string;
  labels: readonly ConceptLabel[];
  broader: readonly Reference[];
}

export class ConceptBrowser {
  readonly #context: PlaceContext;
  readonly #space: string;
  /** Listed concepts by URI of their broader concept; '' for top concepts. */
  readonly #children = new Map<string, readonly Concept[]>();
  /** Concepts that a search found; undefined without one. */
  #matches: readonly Concept[] | undefined;
  #draft: Draft | undefined;
  #isDirty = false;
  #candidates: readonly Concept[] = [];
  readonly #message: Message;

  constructor(context: PlaceContext, space: string) {
    this.#context = context;
    this.#space = space;
    this.#message = new Message(context.update);
  }

  get isDirty(): boolean {
    return this.#isDirty;
  }

  async load(): Promise<void> {
    await this.#expand('');
    const { parameters } = this.#context;
    const searched = parameters.get('query');
    if (!searched) return;
    await this.#search(searched);
    if (this.#matches?.length === 0) this.#openNew(searched, parameters.get('language') || undefined);
  }

  render(): TemplateResult {
    return html`<p><a href=${addressOf('content')}>${text('backToContent')}</a></p>
      <div class="section-head"><h2>${text('conceptsOf', { space: this.#space })}</h2>
        <button type="button" @click=${() => this.#openNew()}>${text('newConcept')}</button>
        <button type="button" @click=${() => void this.#export()}>${text('exportSkos')}</button>
        <label class="button">${text('importSkos')}<input class="visually-hidden" type="file" accept=${Object.keys(
          mediaTypes,
        )
          .map((ending) => `.${ending}`)
          .join()} @change=${this.#import} /></label></div>
      ${this.#message.render()}
      <div class="halves"><section aria-label=${text('tree')}>
        <form class="controls" @submit=${this.#submitSearch}><label class="grow">${text('findConcept')} <input type="search" name="text" autocomplete="off" .value=${this.#context.parameters.get('query') ?? ''} /></label><button type="submit">${text('search')}</button></form>
        ${this.#matches ? this.#list(this.#matches) : this.#list(this.#children.get('') ?? [])}
      </section>${this.#draft ? this.#form(this.#draft) : html`<p class="hint">${text('chooseConcept')}</p>`}</div>`;
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
        <button type="button" class="plain" aria-pressed=${this.#draft?.uri === uri} @click=${() => this.#edit(concept)}>${label}</button>
        <span class="hint">${text('documentsCount', { count: documents })}</span></div>
      ${children ? this.#list(children) : nothing}</li>`;
  }

  #form({ uri, title, labels, broader }: Draft): TemplateResult {
    const set = (part: Partial<Draft>) => this.#set({ ...this.#draft!, ...part });
    return html`<form class="card concept" aria-labelledby="concept" @submit=${this.#save}>
      <h3 id="concept" tabindex="-1">${title}</h3>
      ${
        this.#isNew
          ? html`<details ?open=${!crypto.randomUUID}><summary>${text('conceptUri')}</summary><input type="text" required aria-label=${text('conceptUri')} spellcheck="false" placeholder="https://www.example.org/concepts/…" .value=${uri} @invalid=${unfold} @input=${(event: Event) => set({ uri: inputOf(event) })} /></details>`
          : html`<p class="hint"><bdi>${uri}</bdi></p>`
      }
      <fieldset><legend>${text('labels')}</legend>
        ${labels.map((label, index) => {
          const change = (part: Partial<ConceptLabel>) =>
            set({ labels: labels.with(index, { ...label, ...part }) });
          return html`<div class="label-row">
            <input type="text" required maxlength="500" aria-label=${text('label')} .value=${label.text} @input=${(event: Event) => change({ text: inputOf(event) })} />
            <input type="text" class="tag" maxlength="35" aria-label=${text('language')} placeholder=${text('any')} .value=${label.language} @input=${(event: Event) => change({ language: inputOf(event) })} />
            <select aria-label=${text('kindOfLabel')} @change=${(event: Event) => change({ kind: inputOf(event) as ConceptLabel['kind'] })}>${Object.entries(kinds).map(([kind, key]) => html`<option value=${kind} ?selected=${kind === label.kind}>${text(key)}</option>`)}</select>
            <button type="button" class="square" aria-label=${text('removeNamed', { name: label.text })} @click=${() => set({ labels: labels.toSpliced(index, 1) })}>×</button></div>`;
        })}
        <button type="button" @click=${() => set({ labels: [...labels, newLabel('alternative')] })}>${text('addSynonym')}</button>
      </fieldset>
      <fieldset><legend>${text('broaderConcepts')}</legend>
        ${broader.map((other) => html`<div class="label-row"><span>${other.label}</span><button type="button" @click=${() => set({ broader: broader.filter((concept) => concept !== other) })}>${text('remove')}<span class="visually-hidden"> ${other.label}</span></button></div>`)}
        <label>${text('addBroader')} <input type="search" autocomplete="off" @change=${this.#findBroader} /></label>
        <div class="chips">${this.#candidates.map(
          (candidate) =>
            html`<button type="button" @click=${() => {
              this.#candidates = [];
              set({ broader: [...broader, { uri: candidate.uri, label: candidate.label }] });
            }}>${candidate.label}</button>`,
        )}</div>
      </fieldset>
      <div class="buttons"><button type="button" @click=${() => this.#open(undefined)}>${text('cancel')}</button>
        <button type="submit" class="primary" ?disabled=${!this.#isDirty}>${text('save')}</button></div>
    </form>`;
  }

  #isNew = false;

  /** Opens a new concept with a generated URI, because owners rarely have URIs. `synonym` is a query of visitors. */
  #openNew(synonym?: string, language?: string): void {
    const labels = [newLabel('preferred', { language })];
    if (synonym) labels.push(newLabel('alternative', { text: synonym, language }));
    // Browsers offer `randomUUID` on secure origins only.
    const uri = crypto.randomUUID ? `urn:uuid:${crypto.randomUUID()}` : '';
    this.#open({ uri, title: text('newConcept'), labels, broader: [] }, { isNew: true });
  }

  #open(draft: Draft | undefined, { isNew = false } = {}): void {
    this.#isNew = isNew;
    this.#draft = draft;
    this.#isDirty = false;
    this.#candidates = [];
    this.#message.clear();
    this.#context.update();
    if (draft) document.querySelector<HTMLElement>('#concept')?.focus();
  }

  #edit({ uri, label, labels, broader }: Concept): void {
    this.#open({ uri, title: label, labels, broader });
  }

  #set(draft: Draft): void {
    this.#draft = draft;
    this.#isDirty = true;
    this.#context.update();
  }

  async #fetch(parameters: { broader?: string; text?: string; uri?: string }): Promise<readonly Concept[]> {
    const { connection } = this.#context.account;
    const language = locale.tag;
    return (await listConcepts(connection, this.#space, { ...parameters, language })).concepts;
  }

  async #expand(uri: string): Promise<void> {
    this.#children.set(uri, await this.#fetch(uri ? { broader: uri } : {}));
  }

  #toggle(uri: string): Promise<void> {
    return this.#message.attempt(async () => {
      if (!this.#children.delete(uri)) await this.#expand(uri);
      return '';
    });
  }

  #submitSearch = (event: SubmitEvent): void => {
    event.preventDefault();
    const searched = (new FormData(event.target as HTMLFormElement).get('text') as string).trim();
    void this.#message.attempt(async () => {
      await this.#search(searched);
      return '';
    });
  };

  async #search(searched: string): Promise<void> {
    this.#context.keep({ query: searched });
    this.#matches = searched ? await this.#fetch({ text: searched }) : undefined;
  }

  #findBroader = (event: Event): void => {
    const searched = inputOf(event).trim();
    void this.#message.attempt(async () => {
      this.#candidates = searched ? (await this.#fetch({ text: searched })).slice(0, 10) : [];
      return this.#candidates.length === 0 && searched ? text('noConcepts') : '';
    });
  };

  #save = (event: SubmitEvent): void => {
    event.preventDefault();
    const { uri, labels, broader } = this.#draft!;
    void this.#message.attempt(async () => {
      const body = { labels: [...labels], broader: broader.map((other) => other.uri) };
      const saved = await putConcept(
        this.#context.account.connection,
        { space: this.#space, concept: uri },
        body,
      );
      await this.#reload();
      this.#edit(saved);
      return text('conceptSaved');
    });
  };

  /** Loads the tree again; expanded concepts stay expanded. */
  async #reload(): Promise<void> {
    await Promise.all([...this.#children.keys()].map((uri) => this.#expand(uri)));
    const searched = this.#context.parameters.get('query');
    if (this.#matches && searched) await this.#search(searched);
  }

  async #export(): Promise<void> {
    await this.#message.attempt(async () => {
      const triples = await exportThesaurus(this.#context.account.connection, this.#space);
      download(`${this.#space}.nt`, new Blob([triples], { type: 'application/n-triples' }));
      return '';
    });
  }

  #import = ({ target }: Event): void => {
    const [file] = (target as HTMLInputElement).files ?? [];
    if (!file) return;
    void this.#message.attempt(async () => {
      const type = mediaTypes[file.name.split('.').at(-1)!.toLowerCase()] ?? 'text/turtle';
      const { concepts } = await replaceThesaurus(this.#context.account.connection, this.#space, {
        type: type as 'text/turtle',
        body: await file.text(),
      });
      await this.#reload();
      return text('thesaurusRead', { number: concepts });
    });
  };
}

const inputOf = ({ target }: Event): string => (target as HTMLInputElement).value;

const newLabel = (
  kind: ConceptLabel['kind'],
  { text = '', language = locale.tag.split('-', 1)[0]! }: Partial<Omit<ConceptLabel, 'kind'>> = {},
): ConceptLabel => ({ text, language, kind });
