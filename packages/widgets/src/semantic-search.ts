/** `<semantic-search>`: complete search page from one configuration. */
import { nothing, type PropertyValues } from 'lit';
import { define } from './define.ts';
import { canonical, elementLanguage, english, type Locale } from './locale/locale.ts';
import { PageLanguage } from './locale/page-language.ts';
import { skeletonStyles } from './markup/skeleton-styles.ts';
import { Announcer } from './page/announcer.ts';
import { pageLayout } from './page/layout.ts';
import { PageLoader } from './page/page-loader.ts';
import { ResizeController } from './page/resize-controller.ts';
import { defaultValues, recreatesStore, searchAttributes } from './page/search-attributes.ts';
import { pageStyles } from './page/styles/page-styles.ts';
import { PublicElement } from './public-element.ts';
import { StoreConsumers } from './store/consumers.ts';
import { createStore } from './store/create-store.ts';
import type { StoreProvider } from './store/provider-lookup.ts';
import type { SearchStore } from './store/search-store.ts';
import { controls, scale } from './theme/base-styles.ts';
import { buttonStyles } from './theme/button-styles.ts';
import { UrlSync } from './url-state/url-sync.ts';

/**
 * Search page with search box, suggestions, facets, results, pager and detail view, as defined by its configuration. With
 * `trends` in `componentOrder` it draws the number of documents over time, from the date facet. With `showDynamicSentiment`
 * each result shows the `sentiment` of its document (−1 to 1).
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
 * @event semantic-search-ready - the configuration has loaded
 * @event semantic-search-query - a search request was sent
 * @event semantic-search-results - the search response has arrived
 * @event semantic-search-select - a document was selected; cancelable
 * @event semantic-search-facet-change - the selected facet values have changed
 * @event semantic-search-error - a request failed
 *
 * @csspart page - the complete page
 * @csspart navbar - the header with logo, title and search box
 * @csspart logo - the owner's logo
 * @csspart title - the title
 * @csspart search-box - the field around the input
 * @csspart input - the input
 * @csspart suggestions - the listbox below the input
 * @csspart suggestion - one suggestion
 * @csspart filters - the column of filters
 * @csspart facet - one facet
 * @csspart facet-heading - the heading of a facet
 * @csspart facet-value - one value of a facet
 * @csspart date-range - the date range filter
 * @csspart active-filters - the list of active filters
 * @csspart active-filter - one active filter
 * @csspart understood - the concepts that the thesaurus added to the query
 * @csspart did-you-mean - the suggested spelling correction
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
 * @cssproperty --semantic-search-font-family - font family; default: that of the page
 * @cssproperty --semantic-search-font-size - text size; default: that of the page
 * @cssproperty --semantic-search-min-block-size - minimum height of the page; default `min(100vh, 80rem)`
 * @cssproperty --semantic-search-sticky-offset - height of a fixed header of the page, below which filters and detail view stay
 * @cssproperty --semantic-search-radius - corner radius of surfaces; default 8px
 * @cssproperty --semantic-search-control-radius - corner radius of controls; default 4px
 * @cssproperty --semantic-search-<surface>-<role> - color of a role on a surface; surfaces `navbar`, `facets`, `documents`; roles
 *   `surface raised text muted line edge hover pressed skeleton`, `mark` with `-text`, `-ink`, `tint` with `-text`, and
 *   `basic`, `focus`, `critical` with `-text`, `-hover`, `-ink`
 */
export class SemanticSearch extends PublicElement implements StoreProvider {
  static override styles = [scale, controls, buttonStyles, skeletonStyles, pageStyles];
  static override properties = {
    ...searchAttributes,
    store: { attribute: false },
    locale: { attribute: false },
  };

  /** ID of the configuration. */
  declare configuration: number | undefined;
  /** A publishable access token with the scope `search`. */
  declare token: string;
  /** Base URL of the service; default: the base URL of this script. */
  declare endpoint: string;
  /** `light` or `dark`; default: the `color-scheme` of the page. */
  declare theme: 'light' | 'dark' | null;
  /** `dialog` shows a button that opens a search box, which grows into the search page; default: the page is inline. */
  declare mode: 'dialog' | null;
  /** `more` appends further results to the list; default: numbered pages. */
  declare paging: 'more' | null;
  /** BCP 47 tag of the interface language; default: the nearest `lang` attribute. */
  declare language: string | null;
  /** Title; overrides the configuration. An empty string hides the title. */
  declare heading: string | null | undefined;
  /** Heading level of the title; use 1 if the element is the whole page. */
  declare headingLevel: number;
  /** Number of results per page, 1 to 100; overrides the configuration. */
  declare itemsPerPage: number | null | undefined;
  /** Target of the title link of a result; overrides the configuration. */
  declare titleAction: 'detail_view' | 'link' | null | undefined;
  /** Date format; overrides the configuration. */
  declare dateFormat: 'short' | 'medium' | 'long' | 'full' | null | undefined;
  /** Shows results as image cards; overrides the configuration. */
  declare asImages: boolean;
  /** Hides the concepts of the results; overrides the configuration. */
  declare noTags: boolean;
  /** Key of this instance in the URL; default: its `id`, else `search`. */
  declare urlKey: string | null;
  /** Does not write the search state to the URL. */
  declare noUrl: boolean;
  /** Disables the keyboard shortcuts `/` and Ctrl or ⌘ K. */
  declare noShortcut: boolean;
  /** Hides the copy-link, print and export actions. */
  declare noActions: boolean;
  /** Does not store recent searches in the visitor's browser. */
  declare noRecent: boolean;
  /** Offers voice input if the browser supports it; some browsers send the recording to their vendor. */
  declare voice: boolean;
  declare store: SearchStore | undefined;
  declare locale: Locale;

  readonly #ready = Promise.withResolvers<void>();
  /** Resolves when the first response or an error is rendered; in dialog mode, after the dialog was first opened. */
  readonly ready: Promise<void>;
  /** The other elements of the page that use the store of this element. @internal */
  readonly consumers = new StoreConsumers(this);
  readonly #controllers = {
    urlSync: new UrlSync(this),
    announcer: new Announcer(this),
    consumers: this.consumers,
    width: new ResizeController(this),
  };
  readonly #loader = new PageLoader(this, this.#controllers);
  /** The previous store, whose query is kept when the element moves or gets another token or title. */
  #previousStore: SearchStore | undefined;

  constructor() {
    super();
    Object.assign(this, defaultValues);
    this.locale = english;
    this.ready = this.#ready.promise;
    new PageLanguage(this, () => this.#followPage());
  }

  /** Focuses the search box; in dialog mode, opens the dialog. */
  override focus(): void {
    if (this.mode === 'dialog' && !this.#loader.dialog?.modal?.open) this.open();
    else this.renderRoot.querySelector('semantic-search-box')?.focus();
  }

  /** Opens the dialog in dialog mode. */
  open(): void {
    if (!this.store) this.#start();
    void this.#loader.openDialog();
  }

  /** Closes the dialog in dialog mode. */
  close(): void {
    this.#loader.dialog?.modal?.close();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated && !this.store && this.mode !== 'dialog') this.#start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#leave();
  }

  override willUpdate(changed: PropertyValues): void {
    if (!this.hasUpdated || changed.has('language')) void this.#loader.loadLocale(this.#tag);
    if (this.mode === 'dialog') void this.#loader.loadDialog();
    if (recreatesStore(changed) && (this.mode !== 'dialog' || this.store)) this.#start();
    else if (changed.has('paging') && this.store) {
      this.store.accumulates = this.paging === 'more';
      void this.store.change({});
    }
  }

  override firstUpdated(): void {
    if (this.mode === 'dialog' && this.#controllers.urlSync.hasUrlState) this.open();
  }

  get #tag(): string {
    return this.language ? canonical(this.language) : elementLanguage(this);
  }

  /** Treats a change of the page language like a change of the `lang` attribute. */
  #followPage(): void {
    if (!this.language && this.#tag !== this.store?.language) this.requestUpdate('language', 'former');
  }

  override createRenderRoot(): HTMLElement | DocumentFragment {
    if (!this.#loader.isServerRendered) return super.createRenderRoot();
    this.renderOptions.renderBefore = this.shadowRoot!.firstChild;
    return this.shadowRoot!;
  }

  #leave(): void {
    this.store?.close();
    this.#previousStore = this.store ?? this.#previousStore;
    this.store = undefined;
  }

  #start(): void {
    this.#leave();
    this.store = createStore(this, this.#tag);
    if (this.store) this.#controllers.urlSync.read(this.store, this.#previousStore);
    void this.#loader.begin(this.store).then(this.#ready.resolve);
  }

  override render() {
    if (this.#loader.awaitsHydration) return nothing;
    const page = pageLayout(this, this.#loader, this.#controllers);
    if (this.mode !== 'dialog' || this.#loader.isBroken) return page;
    return this.#loader.dialog?.around(page, () => this.#controllers.urlSync.clear());
  }

  /** Shows an error message instead of an empty page when rendering throws. */
  protected override performUpdate(): void {
    try {
      super.performUpdate();
    } catch (cause) {
      if (this.#loader.isBroken) throw cause;
      this.#loader.showFailure(cause);
    }
  }

  override updated(): void {
    this.#loader.hydrate();
    this.#loader.page?.rendered();
  }
}

define('semantic-search', SemanticSearch);

declare global {
  interface HTMLElementTagNameMap {
    'semantic-search': SemanticSearch;
  }
}
