/** Counting of searches and clicks for the owner, without data about the visitor (lazy). */
import type { RetrievedDocument, SearchEvent } from '@semantic-search/contract';
import { maskPersonalData } from '@semantic-search/contract/mask-personal-data';
import type {} from '../events.ts';
import { opensElsewhere } from '../markup/user-input.ts';
import { MAX_TYPED_CHARACTERS } from '../store/limits.ts';
import { serviceUrl } from '../store/safe-url.ts';
import type { SearchHost } from '../store/search-context.ts';
import type { SearchStore } from '../store/search-store.ts';
import { listen } from '../store/window-events.ts';
import { isRepeated } from '../url-state/history-entry.ts';

/** Shorter pauses are part of typing: of `r`, `ru` and `run`, only `run` is a search. */
const PAUSE_MS = 1000;
/** Events of a visible page wait for further ones, because a request costs the service more than its events. */
const BATCH_MS = 30_000;
/** Ten events with the longest texts fit into the 64 KiB of a beacon. */
const MAX_EVENTS_PER_BEACON = 10;

/** Counts what happens in `host`, unless the visitor objects by Global Privacy Control or Do Not Track. */
export function addInsight(host: SearchHost): void {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean };
  if (globalPrivacyControl || doNotTrack === '1') return;
  const visit = new Visit(host);
  host.addEventListener('semantic-search-query', () => visit.handleRequest());
  host.addEventListener('semantic-search-results', () => visit.handleResponse());
  host.addEventListener('semantic-search-select', ({ detail }) => visit.handleOpening(detail.document.id));
  host.addEventListener('semantic-search-redirect', () => visit.handleRedirect());
  host.addEventListener('semantic-search-facet-change', ({ detail: { selectedFacets } }) =>
    visit.handleFilters(selectedFacets.map(({ field = '' }) => field)),
  );
  host.renderRoot.addEventListener('commit', () => visit.handleCommit());
  // No element fires an event for a link that opens in another tab.
  const handleClick = (event: MouseEvent) => {
    const [target] = event.composedPath() as Element[];
    const { dataset } = target!.closest?.<HTMLElement>('[data-document], [data-suggested]') ?? {};
    const id = dataset?.document ?? dataset?.suggested;
    if (id && opensElsewhere(event)) visit.handleOpening(id);
  };
  for (const type of ['click', 'auxclick'] as const) host.addEventListener(type, handleClick);
  listen(host, 'popstate', () => visit.restore(), { capture: true });
  const leave = () => {
    visit.countDraft();
    visit.flush();
  };
  // Phones end a hidden page without a further event. Old versions of Safari leave a page without hiding it.
  listen(host, 'pagehide', leave);
  listen(host, 'visibilitychange' as 'pagehide', () => document.hidden && leave(), { capture: true });
  host.addController({ hostDisconnected: leave });
  if (isRepeated()) visit.restore();
  if (host.store?.response) visit.handleResponse();
}

/** Searches of one loaded page, which are kept in memory only. */
class Visit {
  readonly #host: SearchHost;
  /** Store of the latest results; the host has no store any more after the page has removed it. */
  #store: SearchStore | undefined;
  /** The counted texts, in lower case. */
  readonly #countedTexts = new Set<string>();
  /** The newest search that is not yet counted: a pause, a click or leaving the page counts it. */
  #draft: SearchEvent | undefined;
  /** The newest search that was counted. */
  #search: SearchEvent | undefined;
  /** The newest search of which a result was opened. */
  #clickedSearch: SearchEvent | undefined;
  /** Text for which the visitor has pressed Enter. */
  #committed: string | undefined;
  /** The facet of each selected value. */
  #fields: readonly string[];
  /** The spelling that the latest response suggests. */
  #suggestion: string | undefined;
  /** The next results belong to an earlier search, to which the visitor went back. */
  #isRestored = false;
  #pauseTimer: ReturnType<typeof setTimeout> | undefined;
  /** Events that wait for the next beacon, and its address. */
  #events: SearchEvent[] = [];
  #address = '';
  #batchTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: SearchHost) {
    this.#host = host;
    this.#fields = host.store?.query.selectedFacets.map(({ field }) => field) ?? [];
  }

  /** The visitor has returned to an earlier search, which is not counted again. */
  restore(): void {
    this.#isRestored = true;
  }

  /** A request was sent. If its text differs from the committed text, the commit no longer applies. */
  handleRequest(): void {
    clearTimeout(this.#pauseTimer);
    if (this.#host.store?.query.input !== this.#committed) this.#committed = undefined;
  }

  /** Enter ends the search: it is counted now, or when its results arrive. */
  handleCommit(): void {
    this.#committed = this.#host.store?.query.input;
    if (this.#draft?.query === this.#committed) this.countDraft();
  }

  /** The results become the draft, unless the text is counted already, or the page shows all documents. */
  handleResponse(): void {
    this.#store = this.#host.store!;
    const { query, response, responseQuery } = this.#store;
    const { input, selectedFacets } = responseQuery ?? query;
    const hasEarlierSearch = this.#search !== undefined || this.#draft !== undefined;
    clearTimeout(this.#pauseTimer);
    this.#draft = undefined;
    if ((input === '' && selectedFacets.length === 0) || input === this.#search?.query) return;
    const corrected = hasEarlierSearch && this.#suggestion === input;
    const { total: results, suggestion, rules: [rule] = [] } = response!;
    this.#suggestion = suggestion;
    const optional = { ...(corrected && { corrected }), ...(rule && { rule }) };
    const search: SearchEvent = { type: 'search', query: input, results, ...optional };
    if (this.#isRestored) this.#search = search;
    else this.#begin(search);
    this.#isRestored = false;
  }

  /** Makes the search the draft, or counts it at once if the visitor has pressed Enter. */
  #begin(search: SearchEvent): void {
    this.#draft = search;
    if (search.query === this.#committed) this.countDraft();
    else this.#pauseTimer = setTimeout(() => this.countDraft(), PAUSE_MS);
  }

  countDraft(): void {
    clearTimeout(this.#pauseTimer);
    const search = this.#draft;
    if (!search) return;
    const previous = this.#search;
    const text = search.query.toLowerCase().replace(/\s+/g, ' ').trim();
    this.#search = search;
    this.#draft = undefined;
    this.#send({
      ...search,
      ...(previous?.results === 0 && previous.query && { after: maskedText(previous.query) }),
      firstOfVisit: this.#countedTexts.size === 0,
      firstOfQuery: !this.#countedTexts.has(text),
    });
    this.#countedTexts.add(text);
  }

  /** A visitor opened a result, or a similar document. */
  handleOpening(id: string): void {
    this.countDraft();
    const { response, query, accumulates } = this.#host.store!;
    const index = response?.result.findIndex((document: RetrievedDocument) => document.id === id) ?? -1;
    if (index >= 0) this.#countClick(index + 1 + (accumulates ? 0 : query.start));
    else if (this.#search) this.#send({ type: 'similar', query: this.#search.query });
  }

  /** A rule redirected the visitor, perhaps before the listener for results was called. */
  handleRedirect(): void {
    const { query, responseQuery } = this.#host.store!;
    if (this.#draft?.query !== (responseQuery ?? query).input) this.handleResponse();
    this.countDraft();
    this.#countClick(1);
  }

  /** `position` begins with 1, across all pages of results. */
  #countClick(position: number): void {
    const search = this.#search;
    if (!search) return;
    const firstTimes = { firstOfQuery: this.#clickedSearch !== search, firstOfVisit: !this.#clickedSearch };
    this.#send({ type: 'click', query: search.query, position, ...firstTimes });
    this.#clickedSearch = search;
  }

  /** Counts an added filter, which is the last one of `fields`; removed filters are not counted. */
  handleFilters(fields: readonly string[]): void {
    const added = fields.length > this.#fields.length && fields.at(-1);
    this.#fields = fields;
    this.countDraft();
    if (added && this.#search) this.#send({ type: 'filter', query: this.#search.query, field: added });
  }

  #send(event: SearchEvent): void {
    const { settings, connection, configuration, language } = this.#store!;
    const { token, endpoint } = connection;
    if (settings?.insight === 'off' || typeof token !== 'string' || !isPublishable(token)) return;
    const path = `/api/configurations/${configuration}/events?access_token=${encodeURIComponent(token)}`;
    const address = serviceUrl(endpoint, path);
    if (address !== this.#address) this.flush();
    this.#address = address;
    this.#events.push({ ...event, query: maskedText(event.query), ...(language && { language }) });
    const isFull = this.#events.length >= MAX_EVENTS_PER_BEACON;
    const mayWait = this.#host.isConnected && !document.hidden && !isFull;
    if (mayWait) this.#batchTimer ??= setTimeout(() => this.flush(), BATCH_MS);
    else this.flush();
  }

  /** Sends the waiting events. The browser refuses while other beacons of the page are too long; the events then continue to wait. */
  flush(): void {
    clearTimeout(this.#batchTimer);
    this.#batchTimer = undefined;
    const events = this.#events;
    if (events.length === 0) return;
    // Text needs no preflight request; a closing page would not wait for one. Some settings of browsers remove the function.
    const isAccepted = navigator.sendBeacon?.(this.#address, JSON.stringify({ events }));
    if (isAccepted || events.length >= MAX_EVENTS_PER_BEACON) this.#events = [];
  }
}

/** The text without personal data, as long as the contract permits: an address of the page can have a longer one. */
const maskedText = (query: string): string => maskPersonalData(query).slice(0, MAX_TYPED_CHARACTERS);

/** Whether visitors use the token. Other tokens are for tests of the owner, such as the preview of the editor. */
function isPublishable(token: string): boolean {
  try {
    return atob(token.split('.')[0]!.replaceAll('-', '+').replaceAll('_', '/')).includes('publishable');
  } catch {
    return false;
  }
}
