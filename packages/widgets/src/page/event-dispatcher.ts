/** Store subscriber that dispatches events, announces changes and updates the URL. */
import type { ApiError } from '@semantic-search/client';
import type { LitElement } from 'lit';
import { emit } from '../events.ts';
import { tryImport } from '../lazy-import.ts';
import type { Locale } from '../locale/locale.ts';
import { errorText } from '../markup/error-messages.ts';
import { resultSummary } from '../results/status.ts';
import { examplesOf } from '../search-box/example-query.ts';
import type { QueryState } from '../store/query-state.ts';
import type { Change, SearchStore } from '../store/search-store.ts';
import type { UrlSync } from '../url-state/url-sync.ts';
import type { Announcer } from './announcer.ts';
import type { LazyComponents } from './lazy-components.ts';
import type { PageActions } from './page-actions.ts';
import { initialComponents } from './page-body.ts';
import type { ResizeController } from './resize-controller.ts';

interface Page extends LitElement {
  readonly store: SearchStore | undefined;
  readonly locale: Locale;
}

interface Helpers {
  urlSync: UrlSync;
  announcer: Announcer;
  parts: LazyComponents;
  actions: PageActions;
  width: ResizeController;
}

/** Longer Retry-After times require a manual retry. */
const MAX_RETRY_AFTER_SECONDS = 600;

export class EventDispatcher {
  readonly #page: Page;
  readonly #helpers: Helpers;
  #lastQuery: QueryState | undefined;
  #loggedReason = '';

  constructor(page: Page, helpers: Helpers) {
    this.#page = page;
    this.#helpers = helpers;
  }

  /** Reports changes that happened before the subscription. */
  follow(store: SearchStore): void {
    this.#lastQuery = store.query;
    store.subscribe((change) => this.#handleChange(store, change));
    const { pending, response, error, isSlow } = store;
    if (pending || response || error) this.#handleChange(store, 'query');
    for (const change of ['settings', 'response', 'error'] as const)
      if (store[change]) this.#handleChange(store, change);
    if (isSlow) this.#handleChange(store, 'slow');
  }

  #handleChange(store: SearchStore, change: Change): void {
    const { urlSync, actions, announcer } = this.#helpers;
    const { settings, error } = store;
    // A checkbox of a filter changes in the next frame, and the rest of the page after it.
    if (change === 'query') afterPaint(() => this.#page.requestUpdate());
    else this.#page.requestUpdate();
    if (change === 'settings' && settings) {
      if (settings.filter.componentOrder.includes('trends')) this.#helpers.parts.need('trends');
      emit(this.#page, 'semantic-search-ready', { settings });
      void this.#renderRest(store);
    }
    if (change === 'query') this.#handleQuery(store);
    if (change === 'slow') announcer.announce(this.#page.locale.text('slow'));
    if (change === 'document') {
      urlSync.write(store);
      actions.documentChanged(store.document !== undefined);
    }
    if (change === 'response') this.#handleResponse(store);
    if (change === 'error' && error) {
      announcer.announce(errorText(error, this.#page.locale));
      void this.#logReason(error, store);
      emit(this.#page, 'semantic-search-error', { error });
      this.#scheduleRetry(store, error);
    }
  }

  /** Retries after the Retry-After time of the service, unless the visitor has retried. */
  #scheduleRetry(store: SearchStore, error: ApiError): void {
    const { retryAfter } = error;
    const again = () => this.#page.store === store && store.error === error && store.retry();
    if (retryAfter && retryAfter < MAX_RETRY_AFTER_SECONDS) setTimeout(again, 1000 * retryAfter);
  }

  /** Logs once, because settings and results fail with the same error. */
  async #logReason(error: ApiError, { connection }: SearchStore): Promise<void> {
    const loaded = await tryImport(import('./error-reasons.ts'));
    const reason = await loaded?.reasonOf(error, connection.endpoint);
    if (!reason || this.#loggedReason === reason) return;
    this.#loggedReason = reason;
    console.error(`<semantic-search>: ${reason}`);
  }

  #handleQuery(store: SearchStore): void {
    const { query } = store;
    const { selectedFacets } = query;
    const last = this.#lastQuery;
    this.#lastQuery = query;
    // Other words lead back to the results; filters, order and pages only where the document replaces them.
    if (query !== last && (query.input !== last?.input || !this.#helpers.width.wide))
      store.document = undefined;
    this.#helpers.urlSync.write(store);
    emit(this.#page, 'semantic-search-query', { question: query });
    if (selectedFacets === last?.selectedFacets) return;
    emit(this.#page, 'semantic-search-facet-change', { selectedFacets });
  }

  #handleResponse(store: SearchStore): void {
    const { actions, announcer } = this.#helpers;
    const { query, response } = store;
    actions.example ??= examplesOf(response!)[0];
    void this.#renderRest(store);
    const { locale } = this.#page;
    const notice = store.notice ? ` ${locale.text(store.notice)}` : '';
    if (!store.error) announcer.announce(resultSummary(store, locale) + notice);
    emit(this.#page, 'semantic-search-results', { question: query, response: response! });
  }

  /** Parts that the first results do not wait for, and the owner's template, whose renderer is lazy. */
  async #renderRest(store: SearchStore): Promise<void> {
    const { settings, response } = store;
    if (!settings || !response) return;
    const { parts } = this.#helpers;
    afterPaint(() => initialComponents(settings).map((name) => parts.need(name)));
    const template = this.#page.querySelector<HTMLTemplateElement>(':scope > template[slot=result]');
    if (!template) return;
    const loaded = await tryImport(import('../results/result-templates.ts'));
    // If the import fails, the default results are shown.
    loaded?.renderTemplates(this.#page, template, store, this.#helpers);
    this.#page.requestUpdate();
  }
}

const afterPaint = (run: () => void) => requestAnimationFrame(() => setTimeout(run));
