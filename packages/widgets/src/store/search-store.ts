/** Search store: query state and newest response; aborts stale requests; no DOM. */
import { ApiError, type Connection, getConfiguration, search } from '@semantic-search/client';
import type { ConfigurationSettings, SearchResponse } from '@semantic-search/contract';
import { type OwnSettings, ownPage, withOwn } from './attribute-overrides.ts';
import { emptyQuestion, type QueryState, requestOf } from './query-state.ts';
import { readAnswer, readSettings, unreadable } from './read-response.ts';
import { Patience } from './slow-response-timer.ts';

export type Change = 'settings' | 'question' | 'slow' | 'answer' | 'error' | 'document';

export class SearchStore {
  readonly connection: Connection;
  readonly configuration: number;
  readonly language: string | undefined;
  settings: ConfigurationSettings | undefined;
  question: QueryState = emptyQuestion;
  answer: SearchResponse | undefined;
  /** The question that `answer` answers. */
  answered: QueryState | undefined;
  error: ApiError | undefined;
  /** What a visitor should know of the answer: parts of the question were dropped, or not all of its words are in it. */
  notice: 'filterGone' | 'fewerWords' | undefined;
  pending = false;
  /** Later pages are added to those that are there instead of taking their place. */
  accumulates = false;
  /** URI of the document in the detail view. */
  document: string | undefined;

  readonly #patience = new Patience(() => this.#tell('slow'));
  readonly #own: OwnSettings;
  readonly #followers = new Set<(change: Change) => void>();
  readonly #life = new AbortController();
  #running: AbortController | undefined;
  #most = Number.POSITIVE_INFINITY;
  /** Why there are no settings; an answer alone does not end that. */
  #unset: ApiError | undefined;

  /** `own` goes before the settings of the configuration, whenever it was given to the session. */
  constructor(connection: Connection, configuration: number, language?: string, own: OwnSettings = {}) {
    this.connection = connection;
    this.configuration = configuration;
    this.language = language;
    this.#own = own;
  }

  /** The answer has been awaited for long. */
  get isSlow(): boolean {
    return this.#patience.isOver;
  }

  /** Calls `follower` after every change; the returned function ends that. */
  follow(follower: (change: Change) => void): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  /** Loads the settings and asks the first question at the same time; resolves when both are answered. */
  async open(): Promise<void> {
    const { signal } = this.#life;
    const settings = getConfiguration(this.connection, this.configuration, { signal }).then((configuration) =>
      this.take(readSettings(configuration)),
    );
    const told = settings.catch((error: ApiError) => {
      if (signal.aborted) return;
      this.#fail(error);
      this.#unset = this.error;
    });
    await Promise.all([told, this.ask()]);
  }

  /**
   * Merges, goes back to the first page unless told otherwise, and asks. With `most` an answer of more tells that not
   * all words of the question are in it.
   */
  change(part: Partial<QueryState>, most = Number.POSITIVE_INFINITY): Promise<void> {
    this.#most = most;
    this.question = { ...this.question, start: 0, ...part };
    this.notice = undefined;
    return this.ask();
  }

  /** From now on the page is as these settings say: the stored ones, or a draft of them in an editor; with the answer, where it is known. */
  take(settings: ConfigurationSettings, answer?: SearchResponse): void {
    this.settings = withOwn(settings, this.#own);
    if (answer) Object.assign(this, { answer, answered: this.question });
    if (this.error === this.#unset) this.error = undefined;
    this.#unset = undefined;
    this.#tell('settings');
    if (answer) this.#tell('answer');
  }

  show(document: string | undefined): void {
    this.document = document;
    this.#tell('document');
  }

  /** What failed, again. */
  retry(): Promise<void> {
    return this.settings ? this.ask() : this.open();
  }

  /** For good: what still runs is aborted and tells nothing. */
  close(): void {
    this.#patience.end();
    this.#life.abort();
    this.#running?.abort();
    this.#followers.clear();
  }

  /** Asks the question as it stands. An older one that still runs is aborted and never shown. */
  async ask(): Promise<void> {
    if (this.#life.signal.aborted) return;
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    this.pending = true;
    this.#patience.begin();
    this.#tell('question');
    const { question } = this;
    try {
      const answer = await this.#answerTo(question, running.signal);
      if (running !== this.#running) return;
      this.#patience.end();
      if (answer.total > this.#most) this.notice = 'fewerWords';
      Object.assign(this, { answer, answered: question, error: this.#unset, pending: false });
      this.#tell('answer');
    } catch (error) {
      const mended = await mendedAfter(error as ApiError, question);
      if (running !== this.#running || running.signal.aborted) return;
      if (!mended) return this.#fail(error);
      this.question = mended;
      this.notice = 'filterGone';
      await this.ask();
    }
  }

  async #answerTo(question: QueryState, signal: AbortSignal): Promise<SearchResponse> {
    const { connection, configuration, language } = this;
    const ask = async (start: number, count = ownPage(this.#own)) => {
      const request = { ...requestOf({ ...question, start }, language), ...(count && { count }) };
      return readAnswer(await search(connection, configuration, request, { signal }));
    };
    if (!this.accumulates || !question.start) return ask(question.start);
    const earlier = isSameButStart(this.answered, question) ? (this.answer?.result ?? []) : [];
    const result = earlier.slice(0, question.start);
    // A shared address or a reload asks for many at once, and the service gives at most a hundred; who made the
    // address up is given no more than anyone reads.
    for (let parts = 0; parts < mostParts && result.length < question.start; parts++) {
      const part = await ask(result.length, Math.min(100, question.start - result.length));
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
        // What one of them cannot do is no reason to leave the visitor without an answer.
        console.error(cause);
      }
  }
}

/** An old link may name what the owner has removed since: the rest of it is still a question. */
async function mendedAfter(
  { status, errors }: ApiError,
  question: QueryState,
): Promise<QueryState | undefined> {
  if (status !== 400) return undefined;
  return import('./drop-invalid-filters.ts')
    .then(({ withoutFaults }) => withoutFaults(question, errors))
    .catch(() => undefined);
}

const mostParts = 5;

const isSameButStart = (one: QueryState | undefined, other: QueryState): boolean =>
  JSON.stringify({ ...one, start: 0 }) === JSON.stringify({ ...other, start: 0 });
