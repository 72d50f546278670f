/** Search store: configuration, query and newest response; aborts stale requests; no DOM. */
import type { Connection } from '@semantic-search/client';
import { ApiError, getConfiguration, search, suggestConcepts } from '@semantic-search/client';
import type { ConfigurationSettings, SearchResponse, SuggestedConcept } from '@semantic-search/contract';
import { MAX_FRAGMENT_CHARACTERS, MAX_PAGE_SIZE } from './limits.ts';
import type { QueryState } from './query-state.ts';
import { dropInvalidMembers, initialQuery, isSameQuery, requestOf } from './query-state.ts';
import { readResponse, readSettings, readSuggestions, unreadable, watchResponse } from './read-response.ts';

/** Loaded settings wait this long for the first results: a page that renders both at once lays out once less. */
const MAX_SETTINGS_WAIT_MS = 100;
/** Maximum number of requests for the earlier pages of a shared URL: 500 results, although the URL may ask for millions. */
const MAX_INITIAL_REQUESTS = 5;

/** The part of the store that has changed; `slow` means that the response takes long. */
export type Change = 'settings' | 'query' | 'slow' | 'response' | 'error' | 'document';

type SuggestParameters = Parameters<typeof suggestConcepts>[2];

/** Settings that attributes of the element override; an empty heading hides the title. */
interface Overrides {
  heading?: string | null | undefined;
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
  /** A search request is running. */
  pending = false;
  /** The response is slow. */
  isSlow = false;
  /** Appends further pages instead of replacing the results. */
  accumulates = false;
  /** URI of the document in the detail view. */
  document: string | undefined;
  /** Popular searches; undefined until a visitor enters an empty search box. */
  popular: { kind: 'popular'; input: string }[] | undefined;

  readonly #overrides: Overrides;
  readonly #subscribers = new Set<(change: Change) => void>();
  readonly #closed = new AbortController();
  /** Aborts the newest search request. */
  #request: AbortController | undefined;
  /** More results mean that the service relaxed the query, which sets a notice. */
  #maxTotal = Number.POSITIVE_INFINITY;
  /** Error of loading the settings; a search response does not clear it. */
  #settingsError: ApiError | undefined;

  /** `overrides` may be the element itself: its members are read whenever settings arrive. */
  constructor(connection: Connection, configuration: number, language?: string, overrides: Overrides = {}) {
    this.connection = connection;
    this.configuration = configuration;
    this.language = language;
    this.#overrides = overrides;
  }

  /** Calls `subscriber` after every change; returns a function that unsubscribes. */
  subscribe(subscriber: (change: Change) => void): () => void {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  /** Loads the configuration and the first results in parallel; resolves when both have arrived. */
  async load(): Promise<void> {
    const { signal } = this.#closed;
    const results = this.search();
    const settingsApplied = getConfiguration(this.connection, this.configuration, { signal }).then(
      async (configuration) => {
        await Promise.race([results, new Promise((resolve) => setTimeout(resolve, MAX_SETTINGS_WAIT_MS))]);
        this.applySettings(readSettings(configuration));
      },
    );
    const loaded = settingsApplied.catch((error: ApiError) => {
      if (signal.aborted) return;
      this.#fail(error);
      this.#settingsError = this.error;
    });
    await Promise.all([loaded, results]);
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
  async suggest(parameters: SuggestParameters, signal: AbortSignal): Promise<SuggestedConcept[]> {
    const searchString = parameters.searchString.slice(0, MAX_FRAGMENT_CHARACTERS);
    const limited = { ...parameters, searchString };
    try {
      return readSuggestions(await suggestConcepts(this.connection, this.configuration, limited, { signal }));
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
    this.#request?.abort();
    this.#subscribers.clear();
  }

  /** Sends the current query; aborts an older request. */
  async search(): Promise<void> {
    if (this.#closed.signal.aborted) return;
    this.#request?.abort();
    this.#request = new AbortController();
    const { signal } = this.#request;
    this.pending = true;
    this.isSlow = false;
    this.#notify('query');
    const { query } = this;
    const isAppended = this.accumulates && query.start > 0;
    try {
      const fetching = isAppended ? this.#fetchPagesUpTo(query, signal) : this.#fetchPage(query, signal);
      const response = await watchResponse(fetching, () => this.#reportSlow());
      if (!signal.aborted) this.#accept(response, query);
    } catch (error) {
      if (!signal.aborted) await this.#repairOrFail(query, error as ApiError);
    }
  }

  #reportSlow(): void {
    this.isSlow = true;
    this.#notify('slow');
  }

  #accept(response: SearchResponse, query: QueryState): void {
    if (response.query.unquoted) this.notice = 'unquoted';
    else if (response.total > this.#maxTotal) this.notice = 'fewerWords';
    this.response = response;
    this.responseQuery = query;
    this.error = this.#settingsError;
    this.pending = false;
    this.isSlow = false;
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

  async #fetchPage(query: QueryState, signal: AbortSignal, count?: number): Promise<SearchResponse> {
    const { connection, configuration, language } = this;
    const request = { ...requestOf(query, language), ...(count && { count }) };
    return readResponse(await search(connection, configuration, request, { signal }), connection.endpoint);
  }

  /** The results of the query from the first one to its page; reuses those that the store has. */
  async #fetchPagesUpTo(query: QueryState, signal: AbortSignal): Promise<SearchResponse> {
    const { response, responseQuery } = this;
    const isContinued = responseQuery && isSameQuery({ ...responseQuery, start: query.start }, query);
    const result = isContinued ? response!.result.slice(0, query.start) : [];
    for (let requests = 0; requests < MAX_INITIAL_REQUESTS && result.length < query.start; requests++) {
      const start = result.length;
      const count = Math.min(MAX_PAGE_SIZE, query.start - start);
      const part = await this.#fetchPage({ ...query, start }, signal, count);
      if (!part.result.length) break;
      result.push(...part.result);
    }
    const page = await this.#fetchPage({ ...query, start: result.length }, signal);
    return { ...page, result: [...result, ...page.result] };
  }

  #fail(cause: unknown): void {
    this.error = cause instanceof ApiError ? cause : unreadable(cause);
    this.pending = false;
    this.isSlow = false;
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
