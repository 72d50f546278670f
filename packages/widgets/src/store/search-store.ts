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
  /** What a visitor should know of the response: parts of the query were dropped, or not all of its words are in it. */
  notice: 'filterGone' | 'fewerWords' | undefined;
  pending = false;
  /** Later pages are added to those that are there instead of taking their place. */
  accumulates = false;
  /** URI of the document in the detail view. */
  document: string | undefined;

  readonly #patience = new SlowResponseTimer(() => this.#tell('slow'));
  readonly #own: AttributeOverrides;
  readonly #followers = new Set<(update: Change) => void>();
  readonly #life = new AbortController();
  #running: AbortController | undefined;
  #most = Number.POSITIVE_INFINITY;
  /** Why there are no settings; an response alone does not end that. */
  #unset: ApiError | undefined;

  /** `own` goes before the settings of the configuration, whenever it was given to the store. */
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

  /** The response has been awaited for long. */
  get isSlow(): boolean {
    return this.#patience.isOver;
  }

  /** Calls `follower` after every change; the returned function ends that. */
  subscribe(follower: (change: Change) => void): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  /** Loads the settings and asks the first query at the same time; resolves when both are answered. */
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
   * Merges, goes back to the first page unless told otherwise, and asks. With `most` an response of more tells that not
   * all words of the query are in it.
   */
  change(part: Partial<QueryState>, most = Number.POSITIVE_INFINITY): Promise<void> {
    this.#most = most;
    this.query = { ...this.query, start: 0, ...part };
    this.notice = undefined;
    return this.search();
  }

  /** From now on the page is as these settings say: the stored ones, or a draft of them in an editor; with the response, where it is known. */
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

  /** What failed, again. */
  retry(): Promise<void> {
    return this.settings ? this.search() : this.open();
  }

  /** For good: what still runs is aborted and tells nothing. */
  close(): void {
    this.#patience.end();
    this.#life.abort();
    this.#running?.abort();
    this.#followers.clear();
  }

  /** Asks the query as it stands. An older one that still runs is aborted and never shown. */
  async search(): Promise<void> {
    if (this.#life.signal.aborted) return;
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    this.pending = true;
    this.#patience.begin();
    this.#tell('query');
    const { query } = this;
    try {
      const response = await this.#answerTo(query, running.signal);
      if (running !== this.#running) return;
      this.#patience.end();
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
    // A shared address or a reload asks for many at once, and the service gives at most a hundred; who made the
    // address up is given no more than anyone reads.
    for (let parts = 0; parts < mostParts && result.length < query.start; parts++) {
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
    this.#patience.end();
    this.#tell('error');
  }

  #tell(change: Change): void {
    for (const follower of [...this.#followers])
      try {
        follower(change);
      } catch (cause) {
        // What one of them cannot do is no reason to leave the visitor without an response.
        console.error(cause);
      }
  }
}

/** An old link may name what the owner has removed since: the rest of it is still a query. */
async function mendedAfter({ status, errors }: ApiError, query: QueryState): Promise<QueryState | undefined> {
  if (status !== 400) return undefined;
  return import('./drop-invalid-filters.ts')
    .then(({ withoutInvalidFilters: withoutFaults }) => withoutFaults(query, errors))
    .catch(() => undefined);
}

const mostParts = 5;

const isSameButStart = (one: QueryState | undefined, other: QueryState): boolean =>
  JSON.stringify({ ...one, start: 0 }) === JSON.stringify({ ...other, start: 0 });
