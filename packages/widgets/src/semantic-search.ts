/** `<semantic-search>`: complete search page from one configuration. */
import { ApiError } from '@semantic-search/client';
import type { InterfaceTexts } from '@semantic-search/contract';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { define } from './define.ts';
import { emit } from './events.ts';
import { directionOf } from './locale/element-language.ts';
import { english, type Locale } from './locale/locale.ts';
import { loadFailure, slowNotice, tryImport, unconfigured } from './markup/failures.ts';
import { initialBody, skeletonStyles } from './markup/skeleton.ts';
import { pressWithKey } from './markup/user-input.ts';
import { Announcer } from './page/announcer.ts';
import { header } from './page/header.ts';
import { LocaleController } from './page/locale-controller.ts';
import { ResizeController } from './page/resize-controller.ts';
import type { SearchDialog } from './page/search-dialog.ts';
import type { SearchPage } from './page/search-page.ts';
import { pageStyles } from './page/styles/page-styles.ts';
import { headingLevelOf, ownEndpoint, PublicElement } from './public-element.ts';
import type { SearchHost } from './store/search-context.ts';
import { SearchProvider } from './store/search-provider.ts';
import { SearchStore } from './store/search-store.ts';
import { retryOnReturn } from './store/window-events.ts';
import { controls, scale } from './theme/base-styles.ts';
import { buttonStyles } from './theme/button-styles.ts';
import { UrlSync } from './url-state/url-sync.ts';

/** Properties whose change needs a new store. */
const storeProperties = ['configuration', 'token', 'endpoint', 'language', 'heading', 'titleAction'];

/**
 * Search page with search box, suggestions, facets, results, pager and detail view, as defined by its configuration. With
 * `trends` in `componentOrder` it draws the number of documents over time, from the date facet. With `showDynamicSentiment`
 * each result shows the `sentiment` of its document (−1 to 1).
 *
 * @tag semantic-search
 *
 * @slot - shown until the element is defined, then below the results
 * @slot header - after the title in the header
 * @slot before-filters - above the filters
 * @slot after-filters - below the filters
 * @slot before-results - above the results
 * @slot result - a `<template>` that is rendered for each result
 * @slot empty - replaces the default "no results" content
 * @slot error - below the error message
 * @slot after-detail - in the detail view, below the metadata
 * @slot footer - at the end of the page
 *
 * @event {CustomEvent<{ settings: ConfigurationSettings }>} semantic-search-ready - the configuration has loaded
 * @event {CustomEvent<{ question: QueryState }>} semantic-search-query - a search request was sent
 * @event {CustomEvent<{ question: QueryState; response: SearchResponse }>} semantic-search-results - the search response has arrived
 * @event {CustomEvent<{ document: RetrievedDocument; position: number }>} semantic-search-select - a document was selected; cancelable
 * @event {CustomEvent<{ selectedFacets: readonly SelectedFacet[] }>} semantic-search-facet-change - the selected facet values have changed
 * @event {CustomEvent<{ url: string }>} semantic-search-redirect - a rule leads the search to another address; cancelable
 * @event {CustomEvent<{ error: ApiError }>} semantic-search-error - a request failed
 *
 * @csspart page - the complete page
 * @csspart navbar - the header with logo, title and search box
 * @csspart logo - the owner's logo
 * @csspart title - the title
 * @csspart search-box - the field around the input
 * @csspart input - the input
 * @csspart suggestions - the listbox below the input
 * @csspart suggestion - one suggestion
 * @csspart tabs - the values of one facet above the results
 * @csspart filters - the column of filters
 * @csspart facet - one facet
 * @csspart facet-heading - the heading of a facet
 * @csspart facet-value - one value of a facet
 * @csspart date-range - the date range filter
 * @csspart active-filters - the list of active filters
 * @csspart active-filter - one active filter
 * @csspart understood - the concepts that the thesaurus added to the query
 * @csspart did-you-mean - the suggested spelling correction
 * @csspart banner - the text of a rule above the results
 * @csspart results - the list of results
 * @csspart result - one result
 * @csspart thumbnail - the small image of a result
 * @csspart title-link - the title of a result
 * @csspart facts - the metadata line of a result
 * @csspart sentiment - the sentiment of a result
 * @csspart summary - the snippet of a result
 * @csspart sections - the list of matching sections of a result
 * @csspart section-link - the heading of a matching section
 * @csspart section-text - the snippet of a matching section
 * @csspart tag - one concept of a result
 * @csspart mark - a highlighted match
 * @csspart pager - the pager
 * @csspart detail - the detail view
 * @csspart text - the document text in the detail view
 * @csspart similar - the lists of similar and recommended documents
 * @csspart similar-title - the title of a similar or recommended document
 * @csspart concept-card - the popover that explains a concept in the text
 * @csspart empty - the "no results" state
 * @csspart error - the error state
 * @csspart actions - the menu of "Share and export"
 * @csspart opener - in dialog mode, the button that opens the search
 * @csspart dialog - in dialog mode, the dialog
 *
 * @cssproperty --semantic-search-font-family - font family; default: the font of the page
 * @cssproperty --semantic-search-font-size - text size; default: the size of the page
 * @cssproperty --semantic-search-min-block-size - minimum height of the page; default `min(100vh, 80rem)`
 * @cssproperty --semantic-search-sticky-offset - height of a fixed header of the page, below which filters and detail view stay
 * @cssproperty --semantic-search-radius - corner radius of surfaces; default 8px
 * @cssproperty --semantic-search-control-radius - corner radius of controls; default 4px
 * @cssproperty --semantic-search-<surface>-<role> - color of a role on a surface; surfaces `navbar`, `facets`, `documents`; roles
 *   `surface raised text muted line edge hover pressed skeleton`, `mark` with `-text`, `-ink`, `tint` with `-text`, and
 *   `basic`, `focus`, `critical` with `-text`, `-hover`, `-ink`
 */
export class SemanticSearch extends PublicElement implements SearchHost {
  static override styles = [scale, controls, buttonStyles, skeletonStyles, pageStyles];
  static override properties = {
    configuration: { type: Number },
    token: {},
    endpoint: {},
    theme: { reflect: true },
    mode: { reflect: true },
    paging: {},
    language: { attribute: 'lang', reflect: true },
    heading: {},
    headingLevel: { converter: headingLevelOf, attribute: 'heading-level' },
    titleAction: { attribute: 'title-action' },
    urlKey: { attribute: 'url-key' },
    noUrl: { type: Boolean, attribute: 'no-url' },
    noShortcut: { type: Boolean, attribute: 'no-shortcut' },
    noActions: { type: Boolean, attribute: 'no-actions' },
    noRecent: { type: Boolean, attribute: 'no-recent' },
    voice: { type: Boolean },
    texts: { attribute: false },
    store: { attribute: false },
    locale: { attribute: false },
  };

  /** ID of the configuration. */
  declare configuration: number | undefined;
  /** A publishable access token with the scope `search`. */
  token = '';
  /** Base URL of the service; default: the base URL of this script. */
  endpoint: string = ownEndpoint;
  /** `light` or `dark`; default: the `color-scheme` of the page. */
  theme: 'light' | 'dark' | null = null;
  /** `dialog` shows a button that opens a search box, which grows into the search page; default: the page is inline. */
  mode: 'dialog' | null = null;
  /** `more` appends further results to the list; default: numbered pages. */
  paging: 'more' | null = null;
  /** BCP 47 tag of the interface language; default: the nearest `lang` attribute. */
  language: string | null = null;
  /** Title; overrides the configuration. An empty string hides the title. */
  declare heading: string | null | undefined;
  /** Heading level of the title; use 1 if the element is the whole page. */
  headingLevel = 2;
  /** Target of the title link of a result; overrides the configuration. */
  declare titleAction: 'detail_view' | 'link' | null | undefined;
  /** Key of this instance in the URL; default: its `id`, else `search`. */
  urlKey: string | null = null;
  /** Does not write the search state to the URL. */
  noUrl = false;
  /** Disables the keyboard shortcuts `/` and Ctrl or ⌘ K. */
  noShortcut = false;
  /** Hides the copy-link, print and export actions. */
  noActions = false;
  /** Does not store recent searches in the visitor's browser. */
  noRecent = false;
  /** Offers voice input if the browser supports it; some browsers send the recording to their vendor. */
  voice = false;
  /** Interface texts by language tag and key; override the texts of the configuration. */
  declare texts: InterfaceTexts | null | undefined;
  declare store: SearchStore | undefined;
  locale: Locale = english;

  readonly #ready = Promise.withResolvers<void>();
  /** Resolves when the first response or an error is rendered; in dialog mode, after the dialog was first opened. */
  readonly ready: Promise<void> = this.#ready.promise;
  readonly #urlSync = new UrlSync(this);
  readonly #announcer = new Announcer(this);
  readonly #resizeController = new ResizeController(this);
  readonly #localeController = new LocaleController(this);
  readonly #provider = new SearchProvider(this);
  /** Loading or rendering has failed, or the attribute `configuration` is not valid. */
  #failure: 'broken' | 'unconfigured' | undefined;
  /** Everything after the first paint; undefined until loaded. */
  #page: SearchPage | undefined;
  /** Set in dialog mode only. */
  #dialog: SearchDialog | undefined;
  #deferredFeatures: Promise<void> | undefined;
  /** Text of the address, or the newest one that the visitor has submitted. */
  #submitted = '';
  /** The previous store, whose query is kept when the element moves or gets another token or title. */
  #previousStore: SearchStore | undefined;

  constructor() {
    super();
    retryOnReturn(this);
  }

  /** @internal */
  get hasPanels(): boolean {
    return this.#provider.hasPanels;
  }

  /** Focuses the search box; in dialog mode, opens the dialog. */
  override focus(): void {
    if (this.mode === 'dialog' && !this.#dialog?.modal?.open) this.open();
    else this.renderRoot.querySelector('semantic-search-box')?.focus();
  }

  /** Opens the dialog in dialog mode. */
  open(): void {
    if (!this.store) this.#start();
    const isFromLink = this.#urlSync.hasUrlState;
    void this.#loadDialog().then(() => this.#dialog?.open({ isFromLink }));
  }

  /** Closes the dialog in dialog mode. */
  close(): void {
    this.#dialog?.modal?.close();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated && !this.store && this.mode !== 'dialog') this.#start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // After a move, an open dialog would be part of the page.
    for (const dialog of this.renderRoot.querySelectorAll('dialog')) dialog.close();
    this.#leave();
  }

  override willUpdate(changed: PropertyValues): void {
    this.locale = this.#localeController.withTexts(this.store?.settings?.texts, this.texts);
    if (this.mode === 'dialog') void this.#loadDialog();
    const needsStore = this.isConnected && (this.mode !== 'dialog' || this.store);
    if (needsStore && storeProperties.some((name) => changed.has(name))) this.#start();
    else if (changed.has('paging')) void this.store?.change({});
  }

  override firstUpdated(): void {
    if (this.mode === 'dialog' && this.#urlSync.hasUrlState) this.open();
  }

  /** Closes the store and keeps its query for the next one. */
  #leave(): void {
    this.store?.close();
    this.#previousStore = this.store ?? this.#previousStore;
    this.store = undefined;
  }

  /** Replaces the store and loads its data; without a valid configuration, there is no store. */
  #start(): void {
    this.#leave();
    const { configuration = 0, endpoint, token } = this;
    if (Number.isInteger(configuration) && configuration > 0) {
      this.store = new SearchStore({ endpoint, token }, configuration, this.#localeController.tag, this);
      this.#urlSync.read(this.store, this.#previousStore);
    }
    void this.#load(this.store).then(this.#ready.resolve);
  }

  /** Loads configuration, first results and the rest of the page in parallel; resolves when they, or an error, are rendered. */
  async #load(store: SearchStore | undefined): Promise<void> {
    const page = this.#loadPage().catch(this.#showFailure);
    // Scripts after this one may listen to the error.
    if (!store) return page.then(() => this.#reportUnconfigured());
    this.#submitted = store.query.input;
    const data = store.load();
    this.#page?.follow(store);
    await Promise.all([data, page]);
    await this.updateComplete;
    await this.#page?.restorePosition();
    this.#loadDeferredFeatures();
  }

  async #loadPage(): Promise<void> {
    const { SearchPage } = await import('./page/search-page.ts');
    // The first results are shown and announced in the language of the page.
    await this.#localeController.loaded;
    if (this.#page) return;
    this.#page = new SearchPage(this, this.#urlSync, this.#announcer, this.#resizeController);
    if (this.store) this.#page.follow(this.store);
    this.requestUpdate();
  }

  #loadDeferredFeatures(): void {
    const load = () => tryImport(import('./page/deferred-features.ts'));
    this.#deferredFeatures ??= load().then((loaded) => loaded?.addDeferredFeatures(this, this.#submitted));
  }

  #reportUnconfigured(): void {
    this.#failure ??= 'unconfigured';
    this.requestUpdate();
    const attribute = JSON.stringify(this.getAttribute('configuration'));
    const detail = `<semantic-search>: the attribute "configuration" must be the number of a configuration, not ${attribute}.`;
    console.warn(detail);
    this.#emitError(detail);
  }

  async #loadDialog(): Promise<void> {
    if (this.#dialog) return;
    this.#loadDeferredFeatures();
    try {
      const { SearchDialog } = await import('./page/search-dialog.ts');
      this.#dialog ??= new SearchDialog(this, this.#resizeController);
      this.requestUpdate();
    } catch (cause) {
      this.#showFailure(cause);
    }
  }

  /** Header and body, as far as their data has loaded. Without a configuration, only the error is shown. */
  override render() {
    const { store, locale } = this;
    const isErrorAlone = this.#page && store?.error && !store.settings;
    const hasHeader = store && this.#failure !== 'broken' && !isErrorAlone;
    const isUpdating = store?.request && store.response;
    const page = html`<div class="page ${isUpdating ? 'searching' : ''}" part="page" lang=${locale.tag} dir=${directionOf(this, locale) ?? nothing}
      @keydown=${pressWithKey} @announce=${this.#announcer.handleAnnounce}>
      ${hasHeader ? this.#renderHeader() : nothing}${this.#renderBody()}
    </div>
    ${this.#announcer.render()}`;
    if (this.mode !== 'dialog' || this.#failure === 'broken') return page;
    return this.#dialog?.render(page, () => this.#urlSync.clear());
  }

  #renderHeader(): TemplateResult {
    return header(this, {
      settings: this.#page && this.store?.settings,
      example: this.#page?.example ?? '',
      handleCommit: () => {
        this.#submitted = this.store?.query.input ?? '';
        this.#urlSync.commit();
      },
      skipToResults: () => this.renderRoot.querySelector<HTMLElement>('#results')?.focus(),
      choose: (event) => this.#page?.choose(event, event.detail, 0),
    });
  }

  #renderBody(): TemplateResult | undefined {
    const { store, locale } = this;
    if (this.#failure === 'broken')
      return html`<div class="body"><div class="main">${loadFailure(locale)}</div></div>`;
    if (!store) return this.#failure && unconfigured(locale);
    if (this.#page && (store.settings || store.error)) return this.#page.render(store);
    const notice = store.request === 'slow' ? slowNotice(locale, () => void store.retry()) : nothing;
    return initialBody({ isNarrow: this.#resizeController.width === 'narrow', notice });
  }

  /** Shows an error message instead of an empty page when rendering throws. */
  protected override performUpdate(): void {
    try {
      super.performUpdate();
    } catch (cause) {
      if (this.#failure === 'broken') throw cause;
      this.#showFailure(cause);
    }
  }

  override updated(): void {
    this.#page?.moveFocus();
  }

  /** Shows an error message because loading or rendering failed. */
  #showFailure = (cause: unknown): void => {
    console.error('<semantic-search>: failed to load the page', cause);
    this.#failure = 'broken';
    this.requestUpdate();
    this.#emitError('The search page could not be loaded.', cause);
  };

  #emitError(detail: string, cause?: unknown): void {
    const error = new ApiError({ status: 0, code: 'unreadable', detail, cause });
    emit(this, 'semantic-search-error', { error });
  }
}

define('semantic-search', SemanticSearch);

declare global {
  interface HTMLElementTagNameMap {
    'semantic-search': SemanticSearch;
  }
}
