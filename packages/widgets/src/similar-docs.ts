/** `<similar-docs>`: similar or recommended documents with shared concepts. */
import { Task } from '@lit/task';
import { ApiError, getConfiguration, getRecommendations, getSimilar } from '@semantic-search/client';
import type { ConfigurationSettings, InterfaceTexts, RetrievedDocument } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { define } from './define.ts';
import { emit } from './events.ts';
import { directionOf, elementLanguage, followPageLanguage } from './locale/element-language.ts';
import { english, type Locale, loadLocale } from './locale/locale.ts';
import { OwnTexts } from './locale/own-texts.ts';
import { documentList, documentListStyles } from './markup/document-list.ts';
import { tryImport } from './markup/failures.ts';
import { skeletonLineStyles } from './markup/skeleton.ts';
import { opensElsewhere } from './markup/user-input.ts';
import { headingLevelOf, ownEndpoint, PublicElement } from './public-element.ts';
import { readDocuments, readSettings } from './store/read-response.ts';
import { SearchConsumer } from './store/search-consumer.ts';
import type { SearchStore } from './store/search-store.ts';
import { addStyles, controls, scale } from './theme/base-styles.ts';
import { applyTheme } from './theme/theme.ts';

/** Placeholder rows of a longer list would reserve more height than most lists need. */
const MAX_ROWS = 10;
/** Placeholder rows while the number of documents is unknown. */
const DEFAULT_ROWS = 4;

/** The lists in the page; each may exclude the documents of another one. */
const lists = new Set<SimilarDocs>();

interface LoadedList {
  documents: RetrievedDocument[];
  settings: ConfigurationSettings;
}

/**
 * List of similar documents: standalone (`configuration`, `token`, `uri`), for a `<semantic-search>` (`for`), or inside one.
 * With `recommender`, the list shows the recommendations of that plugin instead.
 *
 * @tag similar-docs
 *
 * @event {CustomEvent<{ document: RetrievedDocument; position: number }>} semantic-search-select - a document was selected; cancelable
 * @event {CustomEvent<{ error: ApiError }>} semantic-search-error - the list could not be loaded
 * @csspart heading - the heading above the list
 * @csspart similar - the list
 * @csspart similar-title - the title of one document
 * @cssproperty --semantic-search-documents-surface - background of the list
 * @cssproperty --semantic-search-documents-text - text of the list
 */
export class SimilarDocs extends PublicElement {
  static override styles = [scale, controls, skeletonLineStyles, documentListStyles];
  static override properties = {
    for: {},
    configuration: { type: Number },
    token: {},
    endpoint: {},
    uri: {},
    number: { type: Number },
    similarity: {},
    recommender: {},
    heading: {},
    headingLevel: { converter: headingLevelOf, attribute: 'heading-level' },
    asImages: { type: Boolean, attribute: 'as-images' },
    theme: { reflect: true },
    texts: { attribute: false },
    store: { attribute: false },
    without: {},
    locale: { attribute: false },
  };

  /** ID of the `<semantic-search>` whose open document the list refers to. */
  for: string | null = null;
  /** ID of the configuration, if the element is standalone. */
  declare configuration: number | undefined;
  /** A publishable access token with the scope `search`. */
  token = '';
  /** Base URL of the service; default: the base URL of this script. */
  endpoint: string = ownEndpoint;
  /** URI of the document; default: the open document of the `<semantic-search>`. */
  declare uri: string | undefined;
  /**
   * Maximum number of documents; default: `result.numberOfSimilarDocuments` of the configuration, or
   * `details.numberOfRecommendations` with a recommender.
   */
  declare number: number | undefined;
  /** ID of another `<similar-docs>` whose documents this list excludes. */
  without: string | null = null;
  /** Name of a similarity plugin. */
  declare similarity: string | undefined;
  /** Name of a recommender plugin. */
  declare recommender: string | undefined;
  /** Heading; an empty string hides it. */
  declare heading: string | undefined;
  /** Level of the heading above the list. */
  headingLevel = 2;
  /** Shows a picture for each document. */
  asImages = false;
  /** `light` or `dark`; default: the theme of the `<semantic-search>`, else the `color-scheme` of the page. */
  theme: 'light' | 'dark' | null = null;
  /** Interface texts by language tag and key; override the texts of the configuration. */
  declare texts: InterfaceTexts | null | undefined;
  declare store: SearchStore | undefined;
  locale: Locale = english;

  /** The listed documents; undefined until they have loaded. */
  shown: readonly RetrievedDocument[] | undefined;
  #richResults: typeof import('./markup/rich-results.ts') | undefined;
  #richResultsLoading: Promise<void> | undefined;
  readonly #ownTexts = new OwnTexts();

  readonly #task = new Task(this, {
    args: () => {
      const { store, configuration, endpoint, token, recommender, similarity, number } = this;
      const query = [this.#shownUri, recommender, similarity, number, this.#requestLanguage];
      return [store, configuration, endpoint, token, ...query] as const;
    },
    task: (_args, { signal }) => this.#load(signal),
    onComplete: (list) => this.#publish(list?.documents ?? []),
    onError: (cause) => {
      const error = cause as ApiError;
      this.#publish([]);
      if (error.status === 401 || error.status === 403) console.error(`<similar-docs>: ${error.detail}`);
      emit(this, 'semantic-search-error', { error });
    },
  });

  constructor() {
    super();
    new SearchConsumer(this);
    followPageLanguage(this, () => this.#loadLocale());
  }

  override connectedCallback(): void {
    super.connectedCallback();
    lists.add(this);
    void this.#loadLocale();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    lists.delete(this);
  }

  /** Loads the locale of the page, unless a search provides the locale. */
  async #loadLocale(): Promise<void> {
    if (this.store || this.for) return;
    this.locale = (await tryImport(loadLocale(elementLanguage(this)))) ?? english;
  }

  override willUpdate(): void {
    if (this.asImages) this.#richResultsLoading ??= this.#loadRichResults();
  }

  override render() {
    if (this.#hasNothingToShow) return nothing;
    const locale = this.#localeWithTexts;
    const heading = this.heading ?? locale.text(this.recommender ? 'recommended' : 'similarDocuments');
    const otherList = this.#otherList;
    const waitsForOther = otherList && !otherList.shown;
    const list = this.#task.render({
      pending: () => this.#placeholder(),
      complete: (loaded) => (waitsForOther ? this.#placeholder() : loaded && this.#list(loaded)),
      error: () => html`<p class="muted">${locale.text('failed')}
        <button class="plain" type="button" @click=${() => this.#task.run()}>${locale.text('retry')}</button></p>`,
    });
    return html`<div class="panel" lang=${locale.tag} dir=${directionOf(this, locale) ?? nothing}>
      ${heading && this.#shownUri ? html`<h3 class="heading" part="heading" aria-level=${this.headingLevel}>${heading}</h3>` : nothing}
      ${list}
    </div>`;
  }

  /** Whether the element stays empty, even without its heading. */
  get #hasNothingToShow(): boolean {
    const { value: loaded, error } = this.#task;
    // A document that is not indexed yet has no neighbors; a visitor cannot fix that.
    if (error instanceof ApiError && error.status === 404) return true;
    // The other list may have all documents.
    return Boolean(loaded && this.#otherList?.shown?.length && !this.#withoutOther(loaded.documents).length);
  }

  /** The list that `without` names. */
  get #otherList(): SimilarDocs | undefined {
    const root = this.getRootNode();
    return this.without
      ? [...lists].find((list) => list.id === this.without && list.getRootNode() === root)
      : undefined;
  }

  #placeholder(): TemplateResult {
    const count = this.number ?? this.store?.settings?.result.numberOfSimilarDocuments ?? DEFAULT_ROWS;
    const row = html`<div class="row"><div class="skeleton"></div><div class="skeleton short"></div></div>`;
    const rows = Array.from({ length: Math.min(count, MAX_ROWS) }, () => row);
    return html`<div class="waiting" aria-hidden="true">${rows}</div>`;
  }

  /** A locale from the search already contains the texts of its configuration. */
  get #localeWithTexts(): Locale {
    const { store, locale, texts } = this;
    const savedTexts = store ? undefined : this.#task.value?.settings.texts;
    return this.#ownTexts.over(locale, store?.language ?? elementLanguage(this), savedTexts, texts);
  }

  get #shownUri(): string | undefined {
    return this.uri ?? this.store?.document;
  }

  get #requestLanguage(): string | undefined {
    return this.store ? this.store.language : elementLanguage(this);
  }

  async #load(signal: AbortSignal): Promise<LoadedList | undefined> {
    const { store, recommender, similarity, number } = this;
    const connection = store?.connection ?? this;
    const configuration = store?.configuration ?? this.configuration;
    const uri = this.#shownUri;
    const language = this.#requestLanguage;
    if (!configuration || !uri) return undefined;
    const parameters = { uri, ...(language && { language }) };
    const similarParameters = { ...parameters, ...(number && { number }), ...(similarity && { similarity }) };
    const [response, settings] = await Promise.all([
      recommender
        ? getRecommendations(connection, configuration, { ...parameters, recommender }, { signal })
        : getSimilar(connection, configuration, similarParameters, { signal }),
      store?.settings ?? getConfiguration(connection, configuration, { signal }).then(readSettings),
    ]);
    return { documents: readDocuments(response, connection.endpoint), settings };
  }

  /** Loads the pictures; if the import fails, the list shows text only. */
  async #loadRichResults(): Promise<void> {
    this.#richResults = await tryImport(import('./markup/rich-results.ts'));
    addStyles(this, ...(this.#richResults?.styles ?? []));
    this.requestUpdate();
  }

  /** Updates the lists that exclude the documents of this one. */
  #publish(documents: readonly RetrievedDocument[]): void {
    this.shown = this.#withoutOther(documents);
    for (const list of lists) if (list.without) list.requestUpdate();
  }

  /** The documents to show: those that the other list does not show, up to `number`. */
  #withoutOther(documents: readonly RetrievedDocument[]): RetrievedDocument[] {
    const otherIds = new Set(this.#otherList?.shown?.map(({ id }) => id));
    return documents.filter(({ id }) => !otherIds.has(id)).slice(0, this.number ?? undefined);
  }

  #list({ documents: loadedDocuments, settings }: LoadedList) {
    const locale = this.#localeWithTexts;
    const documents = this.#withoutOther(loadedDocuments);
    applyTheme(this.renderRoot as ShadowRoot, settings.layout, [[':host', 'documents']]);
    if (!documents.length) return html`<p class="fine none">${locale.text('noSimilar')}</p>`;
    return documentList(documents, {
      settings,
      locale,
      picture: this.asImages ? this.#richResults?.picture : undefined,
      isCompact: Boolean(this.recommender),
      choose: (event, document, position) => this.#choose(event, document, position),
    });
  }

  #choose(event: MouseEvent, document: RetrievedDocument, position: number): void {
    if (opensElsewhere(event)) return;
    if (!emit(this, 'semantic-search-select', { document, position })) event.preventDefault();
    else if (this.store) {
      event.preventDefault();
      this.store.showDocument(document.id);
    }
  }
}

define('similar-docs', SimilarDocs);

declare global {
  interface HTMLElementTagNameMap {
    'similar-docs': SimilarDocs;
  }
}
