/** `<semantic-search>`: a whole search page from one configuration. */
import type { RetrievedDocument, SelectedFacet, Settings } from '@semantic-search/contract';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { AddressKeeper } from './address-keeper.ts';
import { Announcer } from './announcer.ts';
import { controls, scale } from './base-styles.ts';
import { dateRange } from './date-range.ts';
import { ownEndpoint } from './endpoint.ts';
import { define, emit } from './events.ts';
import './facet-panel.ts';
import { fieldStyles } from './field-styles.ts';
import { closeIcon } from './icons.ts';
import { directionOf, english, type Locale, languageOf, loadLocale } from './locale.ts';
import { safeImage } from './marks.ts';
import { activeCount, type ChosenFacet, emptyQuestion, type Question, toggled } from './question.ts';
import { resultsList } from './results-list.ts';
import { resultsStyles } from './results-styles.ts';
import type { ResultsView } from './results-view.ts';
import './search-box.ts';
import { semanticSearchStyles } from './semantic-search-styles.ts';
import { type Change, Session } from './session.ts';
import type { SessionOwner } from './session-source.ts';
import { Shortcuts } from './shortcuts.ts';
import { errorText, failed, skeleton } from './states.ts';
import { paint, type Surface } from './theme.ts';
import { WidthKeeper } from './width-keeper.ts';

/**
 * A search page: box with suggestions, facets, results, pages and detail view, as its configuration says.
 *
 * @slot - shown until the element is defined, then under the results
 * @slot header - after the title in the bar
 * @slot before-results - above the results
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
 * @csspart results - the list of results
 * @csspart result - one result
 * @csspart title-link - its title
 * @csspart summary - its summary
 * @csspart tag - one of its concepts
 * @csspart mark - a highlighted stretch
 * @csspart pager - the pager
 * @csspart detail - the detail view
 *
 * @cssproperty --semantic-search-font-family - default: that of the page
 * @cssproperty --semantic-search-font-size - text size, default: that of the page
 * @cssproperty --semantic-search-radius - corners of surfaces, default 8px
 * @cssproperty --semantic-search-control-radius - corners of controls, default 4px
 * @cssproperty --semantic-search-<surface>-<role> - any colour; surfaces `navbar`, `facets`, `documents`; roles
 *   `surface text muted line edge hover pressed skeleton mark tint`, and `basic`, `focus`, `critical` with `-text`, `-hover`, `-ink`
 */
export class SemanticSearch extends LitElement implements SessionOwner {
  static override styles = [scale, controls, fieldStyles, resultsStyles, semanticSearchStyles];
  static override properties = {
    configuration: { type: Number },
    token: {},
    endpoint: {},
    theme: { reflect: true },
    headingLevel: { type: Number, attribute: 'heading-level' },
    urlKey: { attribute: 'url-key' },
    noUrl: { type: Boolean, attribute: 'no-url' },
    noShortcut: { type: Boolean, attribute: 'no-shortcut' },
    session: { attribute: false },
    locale: { attribute: false },
    similarOpen: { state: true },
  };

  /** Id of the configuration. */
  declare configuration: number | undefined;
  /** A publishable access token with the scope `search`. */
  declare token: string;
  /** Base URL of the service; by default where this script came from. */
  declare endpoint: string;
  /** `light` or `dark`; by default what the visitor prefers. */
  declare theme: 'light' | 'dark' | null;
  /** Level of the title; 1 where the element is the whole page. */
  declare headingLevel: number;
  /** Name of this instance in the page's address; default: its id, else `search`. */
  declare urlKey: string | null;
  /** Leaves the page's address alone. */
  declare noUrl: boolean;
  /** Leaves `/` and Ctrl or ⌘ K to the page. */
  declare noShortcut: boolean;
  declare session: Session | undefined;
  declare locale: Locale;
  declare similarOpen: ReadonlySet<string>;

  /** Resolves when the configuration and the first answer, or an error, are on screen. */
  readonly ready: Promise<void>;
  #resolveReady!: () => void;

  readonly #announcer = new Announcer(this);
  readonly #address = new AddressKeeper(this);
  readonly #width = new WidthKeeper(this);
  readonly #adopted = new Set<Element>();
  readonly #ownerFollowers = new Set<() => void>();
  readonly #painted = new Map<Element, Settings['layout']>();
  #focusResults = false;
  #lastFacets: readonly SelectedFacet[] = [];
  /** The visitor opened the detail view here; one that came with the address leaves the focus where it is. */
  #opened = false;
  /** Id of the document whose detail view was open, to give the focus back to its title. */
  #closed: string | undefined;

  constructor() {
    super();
    this.token = '';
    this.endpoint = ownEndpoint;
    this.theme = null;
    this.headingLevel = 2;
    this.urlKey = null;
    this.noUrl = false;
    this.noShortcut = false;
    this.locale = english;
    this.similarOpen = new Set();
    this.ready = new Promise((resolve) => {
      this.#resolveReady = resolve;
    });
    new Shortcuts(this);
  }

  override focus(): void {
    this.renderRoot.querySelector('semantic-search-box')?.focus();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated && !this.session) this.#start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
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
    if (changed.has('configuration') || changed.has('token') || changed.has('endpoint')) this.#start();
  }

  #start(): void {
    this.session?.close();
    this.session = undefined;
    if (!this.configuration) return;
    const language = languageOf(this);
    const session = new Session({ endpoint: this.endpoint, token: this.token }, this.configuration, language);
    this.session = session;
    this.#address.read(session);
    this.#opened = false;
    if (session.document) void import('./detail-view.ts');
    this.#lastFacets = session.question.selectedFacets;
    session.follow((change) => this.#react(session, change));
    void loadLocale(language).then((locale) => {
      this.locale = locale;
    });
    void session
      .open()
      .then(() => this.updateComplete)
      .then(this.#resolveReady);
  }

  #react(session: Session, change: Change): void {
    const { question, answer, error, settings } = session;
    this.requestUpdate();
    if (change === 'settings' && settings) emit(this, 'semantic-search-ready', { settings });
    if (change === 'question') {
      this.#address.write(session);
      emit(this, 'semantic-search-query', { question });
      if (question.selectedFacets !== this.#lastFacets) {
        this.#lastFacets = question.selectedFacets;
        emit(this, 'semantic-search-facet-change', { selectedFacets: question.selectedFacets });
      }
    }
    if (change === 'document') this.#showDocument(session);
    if (change === 'answer' && answer) {
      this.#announcer.say(
        answer.total
          ? this.locale.text(question.input ? 'resultsFor' : 'results', {
              count: answer.total,
              input: question.input,
            })
          : this.locale.text(question.input ? 'nothing' : 'nothingAtAll', { input: question.input }),
      );
      emit(this, 'semantic-search-results', { question, response: answer });
    }
    if (change === 'error' && error) {
      this.#announcer.say(errorText(error, this.locale));
      emit(this, 'semantic-search-error', { error });
    }
  }

  #showDocument(session: Session): void {
    this.#opened = true;
    this.#address.write(session);
    if (session.document) void import('./detail-view.ts');
    else this.#focusTitle();
  }

  #focusTitle(): void {
    const id = this.#closed;
    void this.updateComplete.then(() => {
      const titles = this.renderRoot.querySelectorAll<HTMLElement>('[data-document]');
      const title = [...titles].find((link) => link.dataset.document === id);
      (title ?? this.renderRoot.querySelector<HTMLElement>('#results'))?.focus();
    });
  }

  override render() {
    const { session, locale } = this;
    return html`<div class="page" part="page" lang=${locale.tag} dir=${directionOf(this, locale) ?? nothing}>
      ${session ? this.#page(session) : nothing}
    </div>
    ${this.#announcer.render()}`;
  }

  #page(session: Session) {
    const { settings, error } = session;
    if (settings) return this.#searchPage(session, settings);
    const retry = () => void session.retry();
    return error
      ? failed(error, this.locale, { stale: false, retry })
      : html`<div class="navbar waiting"></div><div class="body"><section class="main">${skeleton(4)}</section></div>`;
  }

  #searchPage(session: Session, settings: Settings) {
    const { narrow, wide } = this.#width;
    const order = settings.filter.componentOrder;
    const side = this.#adopted.size
      ? []
      : order.filter((name) => name === 'facets' || name === 'date' || name === 'reset');
    const hasSide =
      side.some((name) => name !== 'facets') ||
      (side.length > 0 && settings.filter.facetsToShow.some(({ show }) => show));
    const after = order.indexOf('results') >= 0 && order.indexOf('results') < order.indexOf('facets');
    // All at once with the first answer: what came before it would be pushed down.
    const filters = () => (session.answer ? side.map((name) => this.#component(name, session)) : nothing);
    const detail = session.document;
    if (detail) this.#closed = detail;
    return html`${this.#bar(settings, !order.length || order.includes('search'))}
      <div class="body ${hasSide && !narrow ? (after ? 'side-after' : 'side-before') : ''} ${detail && wide ? 'beside' : ''}">
        ${hasSide && !narrow ? html`<section class="side" part="filters" aria-label=${this.locale.text('filters')}>${filters()}</section>` : nothing}
        <section class="main" aria-labelledby="results" ?hidden=${detail !== undefined && !wide} @click=${this.#clicked}>
          <slot name="before-results"></slot>
          ${resultsList(this.#view(session, settings), {
            goTo: (start) => this.#goTo(start),
            openFilters: hasSide && narrow ? () => this.#dialog?.showModal() : undefined,
          })}
          <slot></slot>
        </section>
        ${
          detail
            ? html`<semantic-search-detail class="detail" part="detail" exportparts="mark" .session=${session} .locale=${this.locale} .headingLevel=${this.headingLevel + 1} .takesFocus=${this.#opened} ?beside=${wide}></semantic-search-detail>`
            : nothing
        }
      </div>
      ${hasSide && narrow ? this.#sheet(session, filters) : nothing}`;
  }

  #bar({ title, layout }: Settings, hasBox: boolean) {
    const logo = safeImage(layout.logo);
    return html`<header class="navbar" part="navbar">
      <div class="brand">
        ${logo ? html`<img class="logo" part="logo" src=${logo} alt="" />` : nothing}
        <h2 class="title" part="title" aria-level=${this.headingLevel}>${title}</h2>
        <slot name="header"></slot>
      </div>
      ${
        hasBox
          ? html`<semantic-search-box
              exportparts="search-box, input, suggestions, suggestion"
              .session=${this.session}
              .locale=${this.locale}
              @commit=${() => this.#address.commit()}
              @choose-document=${(event: CustomEvent<RetrievedDocument>) => this.#choose(event, event.detail, 0)}
            ></semantic-search-box>`
          : nothing
      }
    </header>`;
  }

  #component(name: string, session: Session) {
    const { locale } = this;
    if (name === 'date') return dateRange(session.question, locale, (part) => this.#change(part));
    if (name === 'reset')
      return html`<button class="plain critical" type="button" ?hidden=${!activeCount(session.question)} @click=${this.#reset}>
        ${locale.text('clearAll')}
      </button>`;
    return html`<facet-panel
      exportparts="facet, facet-heading, facet-value"
      .session=${session}
      .locale=${locale}
      .headingLevel=${this.headingLevel + 1}
    ></facet-panel>`;
  }

  #sheet({ answer }: Session, filters: () => unknown) {
    const { locale } = this;
    const close = () => this.#dialog?.close();
    return html`<dialog class="side sheet" part="filters" aria-labelledby="sheet-title" @click=${(event: Event) => event.target === event.currentTarget && close()}>
      <div class="sheet-head">
        <h2 id="sheet-title" aria-level=${this.headingLevel + 1}>${locale.text('filters')}</h2>
        <button class="square" type="button" aria-label=${locale.text('close')} @click=${close}>${closeIcon}</button>
      </div>
      <div class="sheet-body">${filters()}</div>
      <div class="sheet-foot">
        <button class="button primary" type="button" @click=${close}>${locale.text('showResults', { count: answer?.total ?? 0 })}</button>
      </div>
    </dialog>`;
  }

  get #dialog(): HTMLDialogElement | null {
    return this.renderRoot.querySelector('dialog');
  }

  override updated(changed: PropertyValues): void {
    if (changed.has('session') || changed.has('locale'))
      for (const follower of this.#ownerFollowers) follower();
    const { settings, pending } = this.session ?? {};
    if (settings) this.#paint(settings.layout);
    if (this.#focusResults && !pending) {
      this.#focusResults = false;
      const heading = this.renderRoot.querySelector<HTMLElement>('#results');
      heading?.focus({ preventScroll: true });
      heading?.scrollIntoView({ block: 'start' });
    }
  }

  /** The surfaces come and go with width and state; each is painted once. */
  #paint(layout: Settings['layout']): void {
    const surfaces: [Element | null, Surface][] = [
      [this, 'documents'],
      [this.renderRoot.querySelector('.navbar'), 'navbar'],
      [this.renderRoot.querySelector('semantic-search-box'), 'documents'],
      [this.renderRoot.querySelector('.side'), 'facets'],
    ];
    for (const [element, surface] of surfaces) {
      if (!element || this.#painted.get(element) === layout) continue;
      paint(element as HTMLElement, layout, surface);
      this.#painted.set(element, layout);
    }
  }

  #view(session: Session, settings: Settings): ResultsView {
    return {
      session,
      settings,
      locale: this.locale,
      headingLevel: this.headingLevel + 1,
      similarOpen: this.similarOpen,
      change: (part) => this.#change(part),
      narrow: (facet) => this.#narrow(facet),
      choose: (event, document, position) => this.#choose(event, document, position),
      toggleSimilar: (id) => this.#toggleSimilar(id),
      addressOf: (id) => this.#address.of({ question: session.question, document: id }),
    };
  }

  #change(part: Partial<Question>): void {
    void this.session?.change(part);
  }

  #reset = (): void => {
    this.#change({ selectedFacets: [], dateRange: emptyQuestion.dateRange });
    this.renderRoot.querySelector<HTMLElement>('#results')?.focus({ preventScroll: true });
  };

  #narrow(facet: ChosenFacet): void {
    this.#change({ selectedFacets: toggled(this.session!.question, facet) });
  }

  #goTo(start: number): void {
    this.#focusResults = true;
    this.#change({ start });
  }

  #toggleSimilar(id: string): void {
    void import('./similar-docs.ts');
    const open = new Set(this.similarOpen);
    if (!open.delete(id)) open.add(id);
    this.similarOpen = open;
  }

  #choose(event: Event, document: RetrievedDocument, position: number): void {
    // Another tab or window is the visitor's own wish.
    if (event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey))
      return;
    const outside = this.session!.settings!.result.titleAction === 'link' && event.type === 'click';
    const go = emit(this, 'semantic-search-select', { document, position });
    if (!go || !outside) event.preventDefault();
    if (go && !outside) this.session!.show(document.id);
  }

  /** A removed chip takes the focus with it: it goes to the next one, else to the results. */
  #clicked = (event: Event): void => {
    if (!(event.target as Element).closest('.active, .understood')) return;
    void this.updateComplete.then(() => {
      if (this.shadowRoot?.activeElement) return;
      const next =
        this.renderRoot.querySelector<HTMLElement>('.active .remove') ??
        this.renderRoot.querySelector<HTMLElement>('#results');
      next?.focus({ preventScroll: true });
    });
  };
}

define('semantic-search', SemanticSearch);

declare global {
  interface HTMLElementTagNameMap {
    'semantic-search': SemanticSearch;
  }
}
