/** Controller of the search page (lazy): follows the store, fires events, acts for the visitor. */
import type { ApiError } from '@semantic-search/client';
import type { RetrievedDocument } from '@semantic-search/contract';
import type { TemplateResult } from 'lit';
import { emit } from '../events.ts';
import { LazyComponents } from '../lazy-components.ts';
import { errorBody, errorText, tryImport } from '../markup/failures.ts';
import { opensElsewhere } from '../markup/user-input.ts';
import { resultsStyles, stateStyles } from '../results/results-styles.ts';
import { errorState, resultSummary } from '../results/status.ts';
import { tabsStyles } from '../results/tabs.ts';
import type { ActionsPlace } from '../results/view-model.ts';
import { selectionAfterChoice } from '../store/checkbox-state.ts';
import { examplesOf } from '../store/facet-values.ts';
import { noFilters, type QueryState } from '../store/query-state.ts';
import { safeLink } from '../store/safe-url.ts';
import type { SearchHost } from '../store/search-context.ts';
import type { Change, SearchStore } from '../store/search-store.ts';
import { addStyles } from '../theme/base-styles.ts';
import { fieldStyles } from '../theme/button-styles.ts';
import { applyTheme, pageSurfaces } from '../theme/theme.ts';
import { scroller, takeScrollPosition } from '../url-state/history-entry.ts';
import type { UrlSync } from '../url-state/url-sync.ts';
import type { Announcer } from './announcer.ts';
import { initialComponents, pageBody } from './page-body.ts';
import type { ResizeController } from './resize-controller.ts';
import { toolbarStyles } from './styles/toolbar-styles.ts';

// Exported for the script of the page, which then needs no further chunk.
export { componentLoaders } from '../lazy-components.ts';

/** After a longer Retry-After time, only the visitor retries: nobody waits that long at a page. */
const MAX_RETRY_AFTER_SECONDS = 600;

export class SearchPage {
  /** Example query; undefined until a response has concepts. */
  example: string | undefined;
  readonly #host: SearchHost;
  readonly #urlSync: UrlSync;
  readonly #announcer: Announcer;
  readonly #resizeController: ResizeController;
  readonly #components: LazyComponents;
  /** The query before the newest change. */
  #previousQuery: QueryState | undefined;
  /** The reason of the latest error in the console. */
  #loggedReason = '';
  /** IDs of the documents whose similar documents are expanded. */
  readonly #expandedSimilar = new Set<string>();
  /** The place whose menu "Share and export" is open. */
  #openActions: ActionsPlace | undefined;
  /** Focus target after the next response: the heading, or the title of the first new result. */
  #focusNext: 'heading' | number | undefined;
  /** The visitor opened the detail view; one opened from the URL does not take the focus. */
  #isOpenedByVisitor = false;
  /** ID of the document whose detail view is or was open, to restore the focus to its title. */
  #latestDocument: string | undefined;

  constructor(host: SearchHost, urlSync: UrlSync, announcer: Announcer, resizeController: ResizeController) {
    this.#host = host;
    this.#urlSync = urlSync;
    this.#announcer = announcer;
    this.#resizeController = resizeController;
    this.#components = new LazyComponents(host);
    addStyles(host, fieldStyles, toolbarStyles, resultsStyles, stateStyles, tabsStyles);
  }

  /** Subscribes to a store that has begun to load, and reports its earlier changes. */
  follow(store: SearchStore): void {
    this.#isOpenedByVisitor = false;
    if (store.document) this.#components.need('detail');
    this.#previousQuery = store.query;
    store.subscribe((change) => this.#handleChange(store, change));
    this.#handleChange(store, 'query');
    for (const change of ['settings', 'response', 'error'] as const)
      if (store[change]) this.#handleChange(store, change);
    if (store.request === 'slow') this.#handleChange(store, 'slow');
  }

  #handleChange(store: SearchStore, change: Change): void {
    // A checkbox of a filter changes in the next frame, and the rest of the page after it.
    if (change === 'query') afterPaint(() => this.#host.requestUpdate());
    else this.#host.requestUpdate();
    this.#handlers[change](store);
  }

  readonly #handlers: Record<Change, (store: SearchStore) => void> = {
    settings: (store) => {
      const settings = store.settings!;
      applyTheme(this.#host.renderRoot as ShadowRoot, settings.layout, pageSurfaces);
      emit(this.#host, 'semantic-search-ready', { settings });
      void this.#renderRest(store);
    },
    query: (store) => {
      const { query } = store;
      const previous = this.#previousQuery;
      this.#previousQuery = query;
      // Another text returns to the results. Filters, order and page do so only if the document hides the list.
      const hidesList = this.#resizeController.width !== 'wide';
      if (query !== previous && (query.input !== previous?.input || hidesList)) store.document = undefined;
      this.#urlSync.write(store);
      // Results of a text may have sections. Their code loads with the response, because the list would wait for it.
      if (query.input) void this.#components.need('richResults');
      emit(this.#host, 'semantic-search-query', { question: query });
      if (query.selectedFacets !== previous?.selectedFacets)
        emit(this.#host, 'semantic-search-facet-change', { selectedFacets: query.selectedFacets });
    },
    slow: () => this.#announcer.announce(this.#host.locale.text('slow')),
    response: (store) => {
      const { query, notice } = store;
      const response = store.response!;
      const { locale } = this.#host;
      this.example ??= examplesOf(response)[0];
      void this.#renderRest(store);
      if (!store.error)
        this.#announcer.announce(resultSummary(store, locale) + (notice ? ` ${locale.text(notice)}` : ''));
      emit(this.#host, 'semantic-search-results', { question: query, response });
    },
    error: (store) => {
      const error = store.error!;
      const { retryAfter } = error;
      this.#announcer.announce(errorText(error, this.#host.locale));
      void this.#logReason(error, store.connection.endpoint);
      emit(this.#host, 'semantic-search-error', { error });
      // The page may have another store by then, and the visitor may have retried.
      const retry = () => this.#host.store === store && store.error === error && store.retry();
      if (retryAfter && retryAfter < MAX_RETRY_AFTER_SECONDS) setTimeout(retry, 1000 * retryAfter);
    },
    document: (store) => {
      this.#urlSync.write(store);
      this.#isOpenedByVisitor = true;
      this.#openActions = undefined;
      if (store.document) void this.#focusDetail();
      else void this.#host.updateComplete.then(() => this.#focusTitle(this.#latestDocument));
    },
  };

  /** Logs once, because settings and results fail with the same error. */
  async #logReason(error: ApiError, endpoint: string): Promise<void> {
    const loaded = await tryImport(import('./error-reasons.ts'));
    const reason = await loaded?.reasonOf(error, endpoint);
    if (!reason || this.#loggedReason === reason) return;
    this.#loggedReason = reason;
    console.error(`<semantic-search>: ${reason}`);
  }

  /** Loads what the first results do not wait for, and renders the owner's template, whose renderer is lazy. */
  async #renderRest(store: SearchStore): Promise<void> {
    const { settings, response } = store;
    if (!settings || !response) return;
    afterPaint(() => initialComponents(settings).map((name) => this.#components.need(name)));
    const template = this.#host.querySelector<HTMLTemplateElement>(':scope > template[slot=result]');
    if (!template) return;
    const loaded = await tryImport(import('../results/result-templates.ts'));
    // If the import fails, the default results are shown.
    loaded?.renderTemplates(this.#host, template, store, { actions: this, urlSync: this.#urlSync });
    this.#host.requestUpdate();
  }

  /** View of a store whose settings have loaded or failed to load. */
  render(store: SearchStore): TemplateResult {
    const host = this.#host;
    const { settings } = store;
    if (!settings) return errorBody(errorState(store, host.locale));
    if (store.document) this.#latestDocument = store.document;
    return pageBody({
      store,
      settings,
      components: this.#components,
      filtersElsewhere: host.hasPanels,
      locale: host.locale,
      headingLevel: host.headingLevel + 1,
      width: this.#resizeController.width,
      takesFocus: this.#isOpenedByVisitor,
      expandedSimilar: this.#expandedSimilar,
      isTemplated: host.querySelector(':scope > [slot="result-0"]') !== null,
      actions: host.noActions ? undefined : { open: this.#openActions, toggle: this.#toggleActions },
      change: this.#change,
      toggleFilter: (facet) => this.#change({ selectedFacets: selectionAfterChoice(store, facet) }),
      reset: this.#reset,
      liveRegion: this.#announcer.render(),
      goTo: this.#goTo,
      choose: this.choose,
      toggleSimilar: this.#toggleSimilar,
      detailUrl: (document) => this.#urlSync.linkTo({ query: store.query, document }),
      pageUrl: (start) => this.#urlSync.linkTo({ query: { ...store.query, start }, document: undefined }),
    });
  }

  /** Moves the focus after a response is rendered. */
  moveFocus(): void {
    if (!this.#host.store || this.#host.store.request) return;
    const focusTarget = this.#focusNext;
    this.#focusNext = undefined;
    if (typeof focusTarget === 'number') this.#titles()[focusTarget]?.focus();
    if (focusTarget !== 'heading') return;
    const heading = this.#find('#results');
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: 'start' });
  }

  /** Restores scroll position and focus after the first response is rendered. */
  async restorePosition(): Promise<void> {
    const position = takeScrollPosition();
    if (!position || this.#host.store?.document) return;
    await this.#components.need('furtherResults');
    if (position.document) this.#focusTitle(position.document, { preventScroll: true });
    scroller(this.#host).scrollTo({ top: position.top, behavior: 'instant' });
  }

  /** Opens a result as its configuration says: its link, which the browser follows, or the detail view. */
  readonly choose = (event: Event, document: RetrievedDocument, position: number): void => {
    if (event instanceof MouseEvent && opensElsewhere(event)) return;
    const { store } = this.#host;
    const { titleAction } = store!.settings!.result;
    const link = titleAction === 'link' ? safeLink(document.link) : undefined;
    const isAccepted = emit(this.#host, 'semantic-search-select', { document, position });
    if (!isAccepted || !link) event.preventDefault();
    if (isAccepted && !link) store!.showDocument(document.id);
    // A suggestion is not a link that the browser follows.
    if (isAccepted && link && event.type !== 'click') location.assign(link);
  };

  /** The detail view takes the focus itself; the error message that replaces it does not. */
  async #focusDetail(): Promise<void> {
    await this.#components.need('detail');
    await this.#host.updateComplete;
    this.#find('section.detail button')?.focus();
  }

  /** Focuses the title of a result if it is rendered, else the heading of the results. */
  #focusTitle(id: string | undefined, options?: FocusOptions): void {
    (this.#titles().find(({ dataset }) => dataset.document === id) ?? this.#find('#results'))?.focus(options);
  }

  #find = (selector: string): HTMLElement | null => this.#host.renderRoot.querySelector(selector);

  #titles(): HTMLElement[] {
    const roots = [this.#host.renderRoot, this.#host];
    return roots.flatMap((root) => [...root.querySelectorAll<HTMLElement>('[data-document]')]);
  }

  #change = (part: Partial<QueryState>): void => {
    void this.#host.store?.change(part);
    // A new text from outside the search box takes the focus from the box, which shows it then.
    if (part.input !== undefined) this.#find('semantic-search-box')?.blur();
  };

  #reset = (): void => {
    this.#change(noFilters);
    this.#find('#results')?.focus({ preventScroll: true });
  };

  #goTo = (start: number): void => {
    this.#focusNext = this.#host.store?.accumulates ? start : 'heading';
    this.#change({ start });
  };

  #toggleActions = (place: ActionsPlace): void => {
    this.#openActions = this.#openActions === place ? undefined : place;
    if (this.#openActions) this.#components.need('actions');
    else this.#find(`.of-${place} > button`)?.focus({ preventScroll: true });
    this.#host.requestUpdate();
  };

  #toggleSimilar = (id: string): void => {
    this.#components.need('similar');
    if (!this.#expandedSimilar.delete(id)) this.#expandedSimilar.add(id);
    this.#host.requestUpdate();
  };
}

/** A timer that is set in a frame fires after the frame is painted. */
const afterPaint = (run: () => void) => requestAnimationFrame(() => setTimeout(run));
