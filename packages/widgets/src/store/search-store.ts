/** Search store: configuration, query and newest response; aborts stale requests; no DOM. */
import { ApiError, type Connection, getConfiguration, suggestConcepts } from '@semantic-search/client';
import type { ConfigurationSettings, SearchResponse } from '@semantic-search/contract';
import { MAX_FRAGMENT_CHARACTERS } from './limits.ts';
import { dropInvalidMembers, initialQuery, type QueryState } from './query-state.ts';
import { listOf, readSettings, unreadable, watchResponse } from './read-response.ts';
import { fetchPage, fetchPagesUpTo } from './result-pages.ts';

/** Loaded settings wait this long for the first results: a page that renders both at once lays out once less. */
const MAX_SETTINGS_WAIT_MS = 100;

/** The part of the store that has changed; `slow` means that the response takes long. */
export type Change = 'settings' | 'query' | 'slow' | 'response' | 'error' | 'document';

/** Attributes of the element that replace settings; an empty heading hides the title. */
interface Overrides {
  heading?: string | null | undefined;
  /** `more` appends further pages instead of replacing the results. */
  paging?: 'more' | null;
  titleAction?: ConfigurationSettings['result']['titleAction'] | null | undefined;
}

export class SearchStore {
  readonly connection: Connection;
  readonly configuration: number;
  readonly language: string | undefined;
  settings: ConfigurationSettings | undefined;
  query: QueryState = initialQuery;
  response: SearchResponse | undefined;
  /** The query that `response` answers. */
  responseQuery: QueryState | undefined;
  error: ApiError | undefined;
  /** Notice for the visitor: parts of the query were dropped, or the service relaxed the query. */
  notice: 'filterGone' | 'fewerWords' | 'unquoted' | undefined;
  /** State of the search request; undefined without one. */
  request: 'running' | 'slow' | undefined;
  /** URI of the document in the detail view. */
  document: string | undefined;

  readonly #overrides: Overrides;
  readonly #subscribers = new Set<(change: Change) => void>();
  readonly #closed = new AbortController();
  /** Aborts the newest search request. */
  #requestController: AbortController | undefined;
  /** More results mean that the service relaxed the query, which sets a notice. */
  #maxTotal = Number.POSITIVE_INFINITY;
  /** Error of loading the settings; a search response does not clear it. */
  #settingsError: ApiError | undefined;

  /** `overrides` may be the element itself: its members are read whenever they are needed. */
  constructor(connection: Connection, configuration: number, language?: string, overrides: Overrides = {}) {
    this.connection = connection;
    this.configuration = configuration;
    this.language = language;
    this.#overrides = overrides;
  }

  /** Whether further pages are appended to the results. */
  get accumulates(): boolean {
    return this.#overrides.paging === 'more';
  }

  /** Calls `subscriber` after every change; returns a function that unsubscribes. */
  subscribe(subscriber: (change: Change) => void): () => void {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  /** Loads the configuration and the first results in parallel; resolves when both have arrived. */
  async load(): Promise<void> {
    const results = this.search();
    await Promise.all([this.#loadSettings(results), results]);
  }

  /** Merges `part` into the query and searches. Resets the page, and for another input the sort order, unless `part` sets them. */
  change(part: Partial<QueryState>, maxTotal = Number.POSITIVE_INFINITY): Promise<void> {
    this.#maxTotal = maxTotal;
    const { input = this.query.input } = part;
    const sort = input === this.query.input ? this.query.sort : initialQuery.sort;
    this.query = { ...this.query, start: 0, sort, ...part };
    this.notice = undefined;
    return this.search();
  }

  /** Applies settings. Without overrides, `settings` is the same object, by which the editor recognizes its draft. */
  applySettings(settings: ConfigurationSettings): void {
    const { heading: ownHeading, titleAction } = this.#overrides;
    const heading = ownHeading ?? settings.title;
    const result = titleAction ? { ...settings.result, titleAction } : settings.result;
    const isOverridden = heading !== settings.title || result !== settings.result;
    this.settings = isOverridden ? { ...settings, title: heading, result } : settings;
    if (this.error === this.#settingsError) this.error = undefined;
    this.#settingsError = undefined;
    this.#notify('settings');
  }

  /** Opens the detail view of the document with this URI; undefined closes it. */
  showDocument(document: string | undefined): void {
    this.document = document;
    this.#notify('document');
  }

  /** Concepts for a text; none if the request fails, because the search itself reports an unavailable service. */
  async suggest(parameters: Parameters<typeof suggestConcepts>[2], signal: AbortSignal) {
    const searchString = parameters.searchString.slice(0, MAX_FRAGMENT_CHARACTERS);
    const limited = { ...parameters, searchString };
    try {
      return listOf(await suggestConcepts(this.connection, this.configuration, limited, { signal }));
    } catch {
      return [];
    }
  }

  /** Repeats the failed requests. */
  retry(): Promise<void> {
    return this.settings ? this.search() : this.load();
  }

  /** Aborts all requests permanently, without notifying subscribers. */
  close(): void {
    this.#closed.abort();
    this.#requestController?.abort();
    this.#subscribers.clear();
  }

  /** Sends the current query; aborts an older request. */
  async search(): Promise<void> {
    if (this.#closed.signal.aborted) return;
    this.#requestController?.abort();
    this.#requestController = new AbortController();
    const { signal } = this.#requestController;
    this.request = 'running';
    this.#notify('query');
    const { query } = this;
    const isAppended = this.accumulates && query.start > 0;
    try {
      const fetching = isAppended ? fetchPagesUpTo(this, query, signal) : fetchPage(this, query, { signal });
      const response = await watchResponse(fetching, () => {
        if (signal.aborted) return;
        this.request = 'slow';
        this.#notify('slow');
      });
      if (!signal.aborted) this.#accept(response, query);
    } catch (error) {
      if (!signal.aborted) await this.#repairOrFail(query, error as ApiError);
    }
  }

  async #loadSettings(results: Promise<void>): Promise<void> {
    const { signal } = this.#closed;
    try {
      const settings = readSettings(await getConfiguration(this.connection, this.configuration, { signal }));
      await Promise.race([results, new Promise((resolve) => setTimeout(resolve, MAX_SETTINGS_WAIT_MS))]);
      this.applySettings(settings);
    } catch (error) {
      if (signal.aborted) return;
      this.#fail(error);
      this.#settingsError = this.error;
    }
  }

  #accept(response: SearchResponse, query: QueryState): void {
    if (response.query.unquoted) this.notice = 'unquoted';
    else if (response.total > this.#maxTotal) this.notice = 'fewerWords';
    this.response = response;
    this.responseQuery = query;
    this.error = this.#settingsError;
    this.request = undefined;
    this.#notify('response');
  }

  /** An old link may contain filters that no longer exist; the rest of its query is still valid. */
  async #repairOrFail(query: QueryState, error: ApiError): Promise<void> {
    const repaired = error.status === 400 ? dropInvalidMembers(query, error.errors) : undefined;
    if (!repaired) return this.#fail(error);
    this.query = repaired;
    this.notice = 'filterGone';
    await this.search();
  }

  #fail(cause: unknown): void {
    this.error = cause instanceof ApiError ? cause : unreadable(cause);
    this.request = undefined;
    this.#notify('error');
  }

  #notify(change: Change): void {
    for (const subscriber of [...this.#subscribers])
      try {
        subscriber(change);
      } catch (cause) {
        // A failing subscriber must not keep other subscribers from the change.
        console.error(cause);
      }
  }
}
