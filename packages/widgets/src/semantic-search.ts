/** `<semantic-search>`: a whole search page from one configuration. */
import { LitElement, nothing, type PropertyValues } from 'lit';
import { define } from './events.ts';
import { elementLanguage, english, type Locale } from './locale/locale.ts';
import { PageLanguage } from './locale/page-language.ts';
import { Announcer } from './page/announcer.ts';
import { frame } from './page/layout.ts';
import { PageLoader } from './page/page-loader.ts';
import { pageStyles } from './page/page-styles.ts';
import { WidthKeeper } from './page/resize-controller.ts';
import { givenNothing, renewsSession, searchAttributes } from './page/search-attributes.ts';
import { Shortcuts } from './page/shortcuts.ts';
import { skeletonStyles } from './results/skeleton-styles.ts';
import { Borrowers } from './store/consumers.ts';
import { sessionFor } from './store/create-store.ts';
import type { SessionOwner } from './store/provider-lookup.ts';
import type { SearchStore } from './store/search-store.ts';
import { controls, scale } from './theme/base-styles.ts';
import { buttonStyles } from './theme/button-styles.ts';
import { PlaceKeeper } from './url-state/scroll-restoration.ts';
import { AddressKeeper } from './url-state/url-sync.ts';

/**
 * A search page: box with suggestions, facets, results, pages and detail view, as its configuration says. With `trends` in
 * `componentOrder` it draws the documents over time, from the date facet; with `showDynamicSentiment` a result tells the
 * number `sentiment` (−1 to 1) of its document.
 *
 * @slot - shown until the element is defined, then under the results
 * @slot header - after the title in the bar
 * @slot before-filters - above the filters
 * @slot after-filters - under the filters
 * @slot before-results - above the results
 * @slot result - a `<template>` that is filled for each result
 * @slot empty - in the place of the hints and buttons where nothing was found
 * @slot error - under what is said where something failed
 * @slot after-detail - in the detail view, under what is known of the document
 * @slot footer - under everything
 *
 * @event semantic-search-ready - the configuration has arrived
 * @event semantic-search-query - a question is on its way
 * @event semantic-search-results - its answer has arrived
 * @event semantic-search-select - a document was chosen; cancelable
 * @event semantic-search-facet-change - the chosen facet values have changed
 * @event semantic-search-error - something could not be loaded
 *
 * @csspart page - everything
 * @csspart navbar - the bar with logo, title and search box
 * @csspart logo - the owner's logo
 * @csspart title - the title
 * @csspart search-box - the field around the input
 * @csspart input - the input
 * @csspart suggestions - the panel under the box
 * @csspart suggestion - one row of it
 * @csspart filters - the column of filters
 * @csspart facet - one facet
 * @csspart facet-heading - its heading
 * @csspart facet-value - one of its values
 * @csspart date-range - the filter by date
 * @csspart active-filters - the chips of what narrows the results
 * @csspart active-filter - one of them
 * @csspart understood - what the thesaurus added to the question
 * @csspart did-you-mean - the correction on offer
 * @csspart results - the list of results
 * @csspart result - one result
 * @csspart title-link - its title
 * @csspart facts - its line of facts
 * @csspart sentiment - its sentiment
 * @csspart summary - its summary
 * @csspart tag - one of its concepts
 * @csspart mark - a highlighted stretch
 * @csspart pager - the pager
 * @csspart detail - the detail view
 * @csspart text - the text of the document in it
 * @csspart similar - the lists of similar and recommended documents
 * @csspart similar-title - the title of a document in them
 * @csspart concept-card - what explains a concept of the text
 * @csspart empty - what stands there when nothing was found
 * @csspart error - what stands there when something failed
 * @csspart actions - the list behind "Share and export"
 * @csspart opener - in dialog mode, the button that opens the search
 * @csspart dialog - in dialog mode, what it opens
 *
 * @cssproperty --semantic-search-font-family - default: that of the page
 * @cssproperty --semantic-search-font-size - text size, default: that of the page
 * @cssproperty --semantic-search-min-block-size - least height of the page, default 32rem
 * @cssproperty --semantic-search-radius - corners of surfaces, default 8px
 * @cssproperty --semantic-search-control-radius - corners of controls, default 4px
 * @cssproperty --semantic-search-<surface>-<role> - any colour; surfaces `navbar`, `facets`, `documents`; roles
 *   `surface text muted line edge hover pressed skeleton mark tint`, and `basic`, `focus`, `critical` with `-text`, `-hover`, `-ink`
 */
export class SemanticSearch extends LitElement implements SessionOwner {
  static override styles = [scale, controls, buttonStyles, skeletonStyles, pageStyles];
  static override properties = {
    ...searchAttributes,
    session: { attribute: false },
    locale: { attribute: false },
  };

  /** Id of the configuration. */
  declare configuration: number | undefined;
  /** A publishable access token with the scope `search`. */
  declare token: string;
  /** Base URL of the service; by default where this script came from. */
  declare endpoint: string;
  /** `light` or `dark`; by default what the visitor prefers. */
  declare theme: 'light' | 'dark' | null;
  /** `dialog` shows a button that opens the search page; by default the page stands where the element does. */
  declare mode: 'dialog' | null;
  /** `more` adds later results under the former ones; by default there are pages. */
  declare paging: 'more' | null;
  /** BCP 47 tag of the language to speak; by default that of the page around the element. */
  declare language: string | null;
  /** The title, in place of the configuration's; an empty one shows none. */
  declare heading: string | null | undefined;
  /** Level of the title; 1 where the element is the whole page. */
  declare headingLevel: number;
  /** Results on a page, 1 to 100, in place of what the configuration says. */
  declare itemsPerPage: number | null | undefined;
  /** What the title of a result opens, in place of what the configuration says. */
  declare titleAction: 'detail_view' | 'link' | null | undefined;
  /** How dates are written, in place of what the configuration says. */
  declare dateFormat: 'short' | 'medium' | 'long' | 'full' | null | undefined;
  /** Shows results as pictures, whatever the configuration says. */
  declare asImages: boolean;
  /** Shows no concepts under the results, whatever the configuration says. */
  declare noTags: boolean;
  /** Name of this instance in the page's address; default: its id, else `search`. */
  declare urlKey: string | null;
  /** Leaves the page's address alone. */
  declare noUrl: boolean;
  /** Leaves `/` and Ctrl or ⌘ K to the page. */
  declare noShortcut: boolean;
  /** Does without copying the link, printing and exporting. */
  declare noActions: boolean;
  /** Remembers no searches in the visitor's browser. */
  declare noRecent: boolean;
  /** Offers voice input where the browser has it; some browsers send what is said to their maker. */
  declare voice: boolean;
  declare session: SearchStore | undefined;
  declare locale: Locale;

  readonly #ready = Promise.withResolvers<void>();
  /** Resolves when the configuration and the first answer, or an error, are on screen; in dialog mode once it was opened. */
  readonly ready: Promise<void>;
  /** The elements of the page that show what is asked here. */
  readonly borrowers = new Borrowers(this);
  readonly #keepers = {
    address: new AddressKeeper(this),
    announcer: new Announcer(this),
    borrowers: this.borrowers,
    width: new WidthKeeper(this),
  };
  readonly #loader = new PageLoader(this, this.#keepers);
  /** What was asked before the element was moved, or got another token or title. */
  #former: SearchStore | undefined;

  constructor() {
    super();
    Object.assign(this, givenNothing);
    this.locale = english;
    this.ready = this.#ready.promise;
    new Shortcuts(this);
    new PlaceKeeper(this);
    new PageLanguage(this, () => this.#followPage());
  }

  /** Puts the focus into the search box; in dialog mode it opens the dialog. */
  override focus(): void {
    if (this.mode === 'dialog' && !this.#loader.dialog?.modal?.open) this.open();
    else this.renderRoot.querySelector('semantic-search-box')?.focus();
  }

  /** Dialog mode: opens it. */
  open(): void {
    if (!this.session) this.#start();
    void this.#loader.openDialog();
  }

  /** Dialog mode: closes it. */
  close(): void {
    this.#loader.dialog?.modal?.close();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated && !this.session && this.mode !== 'dialog') this.#start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#leave();
  }

  override willUpdate(changed: PropertyValues): void {
    if (!this.hasUpdated || changed.has('language')) void this.#loader.loadWords(this.#tag);
    if (this.mode === 'dialog') void this.#loader.loadDialog();
    if (renewsSession(changed) && (this.mode !== 'dialog' || this.session)) this.#start();
    else if (changed.has('paging') && this.session) {
      this.session.accumulates = this.paging === 'more';
      void this.session.change({});
    }
  }

  override firstUpdated(): void {
    if (this.mode === 'dialog' && this.#keepers.address.isAsked) this.open();
  }

  get #tag(): string {
    return this.language || elementLanguage(this);
  }

  /** As if it were the element's own that has changed. */
  #followPage(): void {
    if (!this.language && this.#tag !== this.session?.language) this.requestUpdate('language', 'former');
  }

  override createRenderRoot(): HTMLElement | DocumentFragment {
    if (!this.#loader.isServed) return super.createRenderRoot();
    this.renderOptions.renderBefore = this.shadowRoot!.firstChild;
    return this.shadowRoot!;
  }

  #leave(): void {
    this.session?.close();
    this.#former = this.session ?? this.#former;
    this.session = undefined;
  }

  #start(): void {
    this.#leave();
    this.session = sessionFor(this, this.#tag);
    if (this.session) this.#keepers.address.read(this.session, this.#former);
    void this.#loader.begin(this.session).then(this.#ready.resolve);
  }

  override render() {
    if (this.#loader.waits) return nothing;
    const page = frame(this, this.#loader, this.#keepers);
    if (this.mode !== 'dialog' || this.#loader.isBroken) return page;
    return this.#loader.dialog?.around(page, () => this.#keepers.address.clear());
  }

  /** What cannot be shown leaves no empty page: it says so. */
  protected override performUpdate(): void {
    try {
      super.performUpdate();
    } catch (cause) {
      if (this.#loader.isBroken) throw cause;
      this.#loader.failed(cause);
    }
  }

  override updated(): void {
    if (this.#loader.isServed && !this.#loader.waits) this.#loader.takePlace();
    this.#loader.page?.rendered();
  }
}

define('semantic-search', SemanticSearch);

declare global {
  interface HTMLElementTagNameMap {
    'semantic-search': SemanticSearch;
  }
}
