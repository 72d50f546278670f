/** `<semantic-search>`: a whole search page from one configuration. */
import { ApiError } from '@semantic-search/client';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { AddressKeeper } from './address/address-keeper.ts';
import { formerPlace, keepPlace } from './address/scroll-keeper.ts';
import { define, emit } from './events.ts';
import { directionOf, english, type Locale, languageOf, loadLocale } from './locale/locale.ts';
import { Announcer } from './page/announcer.ts';
import { FocusKeeper } from './page/focus-keeper.ts';
import { LazyParts } from './page/lazy-parts.ts';
import { PageActions } from './page/page-actions.ts';
import { PagePainter } from './page/page-painter.ts';
import { resultsStyles } from './results/results-styles.ts';
import { ownEndpoint } from './session/endpoint.ts';
import { controls, scale } from './theme/base-styles.ts';
import { buttonStyles } from './theme/button-styles.ts';
import { fieldStyles } from './theme/field-styles.ts';
import './search-box/search-box.ts';
import { semanticSearchStyles } from './page/page-styles.ts';
import { searchDialog, searchDialogStyles } from './page/search-dialog.ts';
import { searchPage } from './page/search-page.ts';
import { SessionTeller } from './page/session-teller.ts';
import { sheetStyles } from './page/sheet-styles.ts';
import { Shortcuts } from './page/shortcuts.ts';
import { toolbarStyles } from './page/toolbar-styles.ts';
import { WidthKeeper } from './page/width-keeper.ts';
import { stateStyles } from './results/state-styles.ts';
import { failed, skeleton, unconfigured } from './results/states.ts';
import { Session } from './session/session.ts';
import type { SessionOwner } from './session/session-source.ts';

/**
 * A search page: box with suggestions, facets, results, pages and detail view, as its configuration says.
 *
 * @slot - shown until the element is defined, then under the results
 * @slot header - after the title in the bar
 * @slot before-results - above the results
 * @slot result - a `<template>` that is filled for each result
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
 * @csspart active-filters - the chips of what narrows the results
 * @csspart understood - what the thesaurus added to the question
 * @csspart did-you-mean - the correction on offer
 * @csspart results - the list of results
 * @csspart result - one result
 * @csspart title-link - its title
 * @csspart facts - its line of facts
 * @csspart summary - its summary
 * @csspart tag - one of its concepts
 * @csspart mark - a highlighted stretch
 * @csspart pager - the pager
 * @csspart detail - the detail view
 * @csspart empty - what stands there when nothing was found
 * @csspart error - what stands there when something failed
 * @csspart actions - the list behind "Share and export"
 * @csspart opener - in dialog mode, the button that opens the search
 * @csspart dialog - in dialog mode, what it opens
 *
 * @cssproperty --semantic-search-font-family - default: that of the page
 * @cssproperty --semantic-search-font-size - text size, default: that of the page
 * @cssproperty --semantic-search-radius - corners of surfaces, default 8px
 * @cssproperty --semantic-search-control-radius - corners of controls, default 4px
 * @cssproperty --semantic-search-<surface>-<role> - any colour; surfaces `navbar`, `facets`, `documents`; roles
 *   `surface text muted line edge hover pressed skeleton mark tint`, and `basic`, `focus`, `critical` with `-text`, `-hover`, `-ink`
 */
export class SemanticSearch extends LitElement implements SessionOwner {
  static override styles = [
    scale,
    controls,
    buttonStyles,
    fieldStyles,
    toolbarStyles,
    resultsStyles,
    stateStyles,
    semanticSearchStyles,
    sheetStyles,
    searchDialogStyles,
  ];
  static override properties = {
    configuration: { type: Number },
    token: {},
    endpoint: {},
    theme: { reflect: true },
    mode: { reflect: true },
    paging: {},
    headingLevel: { type: Number, attribute: 'heading-level' },
    urlKey: { attribute: 'url-key' },
    noUrl: { type: Boolean, attribute: 'no-url' },
    noShortcut: { type: Boolean, attribute: 'no-shortcut' },
    noActions: { type: Boolean, attribute: 'no-actions' },
    noRecent: { type: Boolean, attribute: 'no-recent' },
    voice: { type: Boolean },
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
  /** Level of the title; 1 where the element is the whole page. */
  declare headingLevel: number;
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
  declare session: Session | undefined;
  declare locale: Locale;

  /** Resolves when the configuration and the first answer, or an error, are on screen; in dialog mode once it was opened. */
  readonly ready: Promise<void>;
  #resolveReady!: () => void;

  readonly #announcer = new Announcer(this);
  readonly #address = new AddressKeeper(this);
  readonly #width = new WidthKeeper(this);
  readonly #parts = new LazyParts(this);
  readonly #painter = new PagePainter();
  readonly #adopted = new Set<Element>();
  readonly #ownerFollowers = new Set<() => void>();
  readonly #actions = new PageActions(this, {
    address: this.#address,
    parts: this.#parts,
    width: this.#width,
  });
  readonly #teller = new SessionTeller(this, {
    address: this.#address,
    announcer: this.#announcer,
    parts: this.#parts,
    actions: this.#actions,
  });
  #stopKeeping: (() => void) | undefined;

  constructor() {
    super();
    this.token = '';
    this.endpoint = ownEndpoint;
    this.theme = null;
    this.mode = null;
    this.paging = null;
    this.headingLevel = 2;
    this.urlKey = null;
    this.noUrl = false;
    this.noShortcut = false;
    this.noActions = false;
    this.noRecent = false;
    this.voice = false;
    this.locale = english;
    this.ready = new Promise((resolve) => {
      this.#resolveReady = resolve;
    });
    new Shortcuts(this);
    new FocusKeeper(this);
  }

  /** Puts the focus into the search box; in dialog mode it opens the dialog. */
  override focus(): void {
    if (this.mode === 'dialog' && !this.#modal?.open) this.open();
    else this.renderRoot.querySelector('semantic-search-box')?.focus();
  }

  /** Dialog mode: opens it. */
  open(): void {
    if (!this.session) this.#start();
    this.#modal?.showModal();
    this.#width.measure();
    void this.ready.then(() => this.renderRoot.querySelector('semantic-search-box')?.focus());
  }

  /** Dialog mode: closes it. */
  close(): void {
    this.#modal?.close();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stopKeeping = keepPlace(() => this.#focusedTitle);
    if (this.hasUpdated && !this.session && this.mode !== 'dialog') this.#start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stopKeeping?.();
    this.session?.close();
    this.session = undefined;
  }

  adopt(panel: Element): () => void {
    this.#adopted.add(panel);
    this.requestUpdate();
    return () => {
      this.#adopted.delete(panel);
      this.requestUpdate();
    };
  }

  followOwner(follower: () => void): () => void {
    this.#ownerFollowers.add(follower);
    return () => this.#ownerFollowers.delete(follower);
  }

  override willUpdate(changed: PropertyValues): void {
    if (!this.hasUpdated) this.#loadWords();
    const renewed = changed.has('configuration') || changed.has('token') || changed.has('endpoint');
    if (renewed && (this.mode !== 'dialog' || this.session)) this.#start();
  }

  override firstUpdated(): void {
    if (this.mode === 'dialog' && this.#address.isAsked) this.open();
  }

  #loadWords(): void {
    void loadLocale(languageOf(this)).then((locale) => {
      this.locale = locale;
    });
  }

  #start(): void {
    this.session?.close();
    this.session = undefined;
    if (!this.#hasConfiguration) {
      this.#tellUnconfigured();
      return;
    }
    const connection = { endpoint: this.endpoint, token: this.token };
    const session = new Session(connection, this.configuration!, languageOf(this));
    this.session = session;
    session.accumulates = this.paging === 'more';
    this.#address.read(session);
    this.#actions.started();
    if (session.document) this.#parts.need('detail');
    this.#teller.follow(session);
    void session
      .open()
      .then(() => this.updateComplete)
      .then(() => this.#arrived());
  }

  /** For the owner of the page, who forgot or mistyped the attribute. */
  #tellUnconfigured(): void {
    const given = JSON.stringify(this.getAttribute('configuration'));
    const detail = `<semantic-search>: the attribute "configuration" must be the number of a configuration, not ${given}.`;
    console.warn(detail);
    emit(this, 'semantic-search-error', {
      error: new ApiError({ status: 0, code: 'unreadable', detail }),
    });
    this.#resolveReady();
  }

  /** The first answer is on screen; a visitor who comes back gets the place in it that was left. */
  #arrived(): void {
    this.#resolveReady();
    const place = formerPlace();
    if (!place || this.session?.document) return;
    if (place.document) this.#actions.focusTitle(place.document, { preventScroll: true });
    scrollTo({ top: place.top, behavior: 'instant' });
  }

  override render() {
    const { session, locale } = this;
    const page = html`<div class="page" part="page" lang=${locale.tag} dir=${directionOf(this, locale) ?? nothing}>
      ${session ? this.#page(session) : this.#hasConfiguration ? nothing : alone(unconfigured(locale))}
    </div>
    ${this.#announcer.render()}`;
    if (this.mode !== 'dialog') return page;
    return searchDialog(
      {
        locale,
        title: session?.settings?.title ?? '',
        hasShortcut: !this.noShortcut,
        open: () => this.open(),
        closed: () => this.#address.clear(),
      },
      page,
    );
  }

  #page(session: Session) {
    const { settings, error } = session;
    if (settings) return searchPage(this.#actions.view(session, settings, this.#adopted.size > 0));
    const retry = () => void session.retry();
    return error
      ? alone(failed(error, this.locale, { stale: false, retry }))
      : html`<div class="navbar waiting"></div><div class="body"><section class="main">${skeleton(4)}</section></div>`;
  }

  override updated(changed: PropertyValues): void {
    if (changed.has('session') || changed.has('locale'))
      for (const follower of this.#ownerFollowers) follower();
    const { settings, pending } = this.session ?? {};
    if (settings) this.#painter.paint(this, this.renderRoot, settings.layout);
    if (this.session && !pending) this.#actions.answered();
  }

  get #hasConfiguration(): boolean {
    return Number.isInteger(this.configuration) && this.configuration! > 0;
  }

  get #focusedTitle(): string | undefined {
    const at = this.shadowRoot?.activeElement ?? document.activeElement;
    return at instanceof HTMLElement ? at.dataset.document : undefined;
  }

  get #modal(): HTMLDialogElement | null {
    return this.renderRoot.querySelector('dialog.modal');
  }
}

/** A message in the place of the whole page. */
const alone = (message: TemplateResult) =>
  html`<div class="body"><section class="main alone">${message}</section></div>`;

define('semantic-search', SemanticSearch);

declare global {
  interface HTMLElementTagNameMap {
    'semantic-search': SemanticSearch;
  }
}
