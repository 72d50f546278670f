/** Search store: query state and newest response; aborts stale requests; no DOM. */
import { ApiError, type Connection, getConfiguration, search } from '@semantic-search/client';
import type { ConfigurationSettings, SearchResponse } from '@semantic-search/contract';
import { type AttributeOverrides, ownPage, withOwn } from './attribute-overrides.ts';
import { initialQuery, type QueryState, requestOf } from './query-state.ts';
import { readResponse, readSettings, unreadable } from './read-response.ts';
import { SlowResponseTimer } from './slow-response-timer.ts';

export type Change = 'settings' | 'query' | 'slow' | 'response' | 'error' | 'document';

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
  /** Notice for the visitor: parts of the query were dropped, or the service relaxed it. */
  notice: 'filterGone' | 'fewerWords' | undefined;
  pending = false;
  /** Appends further pages instead of replacing the results. */
  accumulates = false;
  /** URI of the document in the detail view. */
  document: string | undefined;

  readonly #slowTimer = new SlowResponseTimer(() => this.#tell('slow'));
  readonly #own: AttributeOverrides;
  readonly #followers = new Set<(update: Change) => void>();
  readonly #life = new AbortController();
  #running: AbortController | undefined;
  #most = Number.POSITIVE_INFINITY;
  /** Error of loading the settings; a search response does not clear it. */
  #unset: ApiError | undefined;

  /** `own` overrides the settings of the configuration. */
  constructor(
    connection: Connection,
    configuration: number,
    language?: string,
    own: AttributeOverrides = {},
  ) {
    this.connection = connection;
    this.configuration = configuration;
    this.language = language;
    this.#own = own;
  }

  /** The response is slow. */
  get isSlow(): boolean {
    return this.#slowTimer.isOver;
  }

  /** Calls `follower` after every change; returns a function that unsubscribes. */
  subscribe(follower: (change: Change) => void): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  /** Requests settings and first results in parallel; resolves when both have arrived. */
  async open(): Promise<void> {
    const { signal } = this.#life;
    const settings = getConfiguration(this.connection, this.configuration, { signal }).then((configuration) =>
      this.applySettings(readSettings(configuration)),
    );
    const told = settings.catch((error: ApiError) => {
      if (signal.aborted) return;
      this.#fail(error);
      this.#unset = this.error;
    });
    await Promise.all([told, this.search()]);
  }

  /**
   * Merges `part` into the query, resets the page unless `part` sets it, and searches. More than `most` results mean that the
   * service relaxed the query, which sets a notice.
   */
  change(part: Partial<QueryState>, most = Number.POSITIVE_INFINITY): Promise<void> {
    this.#most = most;
    this.query = { ...this.query, start: 0, ...part };
    this.notice = undefined;
    return this.search();
  }

  /** Applies settings, such as those of a draft in an editor, with a response if it is known. */
  applySettings(settings: ConfigurationSettings, response?: SearchResponse): void {
    this.settings = withOwn(settings, this.#own);
    if (response) Object.assign(this, { response, responseQuery: this.query });
    if (this.error === this.#unset) this.error = undefined;
    this.#unset = undefined;
    this.#tell('settings');
    if (response) this.#tell('response');
  }

  showDocument(document: string | undefined): void {
    this.document = document;
    this.#tell('document');
  }

  /** Repeats what failed. */
  retry(): Promise<void> {
    return this.settings ? this.search() : this.open();
  }

  /** Aborts all requests permanently, without notifying subscribers. */
  close(): void {
    this.#slowTimer.end();
    this.#life.abort();
    this.#running?.abort();
    this.#followers.clear();
  }

  /** Sends the current query; aborts an older request. */
  async search(): Promise<void> {
    if (this.#life.signal.aborted) return;
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    this.pending = true;
    this.#slowTimer.begin();
    this.#tell('query');
    const { query } = this;
    try {
      const response = await this.#answerTo(query, running.signal);
      if (running !== this.#running) return;
      this.#slowTimer.end();
      if (response.total > this.#most) this.notice = 'fewerWords';
      Object.assign(this, { response, responseQuery: query, error: this.#unset, pending: false });
      this.#tell('response');
    } catch (error) {
      const mended = await mendedAfter(error as ApiError, query);
      if (running !== this.#running || running.signal.aborted) return;
      if (!mended) return this.#fail(error);
      this.query = mended;
      this.notice = 'filterGone';
      await this.search();
    }
  }

  async #answerTo(query: QueryState, signal: AbortSignal): Promise<SearchResponse> {
    const { connection, configuration, language } = this;
    const ask = async (start: number, count = ownPage(this.#own)) => {
      const request = { ...requestOf({ ...query, start }, language), ...(count && { count }) };
      return readResponse(await search(connection, configuration, request, { signal }));
    };
    if (!this.accumulates || !query.start) return ask(query.start);
    const earlier = isSameButStart(this.responseQuery, query) ? (this.response?.result ?? []) : [];
    const result = earlier.slice(0, query.start);
    // A shared URL or a reload can request many pages at once. The service returns at most a hundred results per request, and
    // the number of requests is limited.
    for (let parts = 0; parts < MAX_INITIAL_REQUESTS && result.length < query.start; parts++) {
      const part = await ask(result.length, Math.min(100, query.start - result.length));
      if (!part.result.length) break;
      result.push(...part.result);
    }
    const last = await ask(result.length);
    return { ...last, result: [...result, ...last.result] };
  }

  #fail(cause: unknown): void {
    this.error = cause instanceof ApiError ? cause : unreadable(cause);
    this.pending = false;
    this.#slowTimer.end();
    this.#tell('error');
  }

  #tell(change: Change): void {
    for (const follower of [...this.#followers])
      try {
        follower(change);
      } catch (cause) {
        // A failing subscriber must not keep the others from the change.
        console.error(cause);
      }
  }
}

/** An old link may contain filters that no longer exist; the rest of its query is still valid. */
async function mendedAfter({ status, errors }: ApiError, query: QueryState): Promise<QueryState | undefined> {
  if (status !== 400) return undefined;
  return import('./drop-invalid-filters.ts')
    .then(({ withoutInvalidFilters: withoutFaults }) => withoutFaults(query, errors))
    .catch(() => undefined);
}

const MAX_INITIAL_REQUESTS = 5;

const isSameButStart = (one: QueryState | undefined, other: QueryState): boolean =>
  JSON.stringify({ ...one, start: 0 }) === JSON.stringify({ ...other, start: 0 });
