/** Reports searches and clicks to the service, without data about the visitor (lazy). */
import type { RetrievedDocument, SearchEvent } from '@semantic-search/contract';
import { maskPersonalData } from '@semantic-search/contract/mask-personal-data';
import { opensElsewhere, type SemanticSearchEvents } from '../events.ts';
import type { SearchHost } from '../store/search-context.ts';
import type { SearchStore } from '../store/search-store.ts';
import { isRepeated } from '../url-state/history-entry.ts';
import { listen } from './later.ts';

/** Shorter pauses are part of typing: of `r`, `ru` and `run`, only `run` is a search. */
const PAUSE_MS = 1000;

interface Search {
  query: string;
  results: number;
  corrected: boolean;
  rule: string | undefined;
  isClicked: boolean;
}

/** Whether the visitor objects to counting, by Global Privacy Control or Do Not Track. */
const objectsToCounting = (): boolean =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true ||
  navigator.doNotTrack === '1';

export function addInsight(host: SearchHost): void {
  if (objectsToCounting()) return;
  const visit = new Visit(host);
  const listenTo = <Name extends keyof SemanticSearchEvents>(
    name: Name,
    listener: (detail: SemanticSearchEvents[Name]) => void,
  ) => host.addEventListener(name, (event) => listener((event as CustomEvent).detail));
  listenTo('semantic-search-query', () => visit.asked());
  listenTo('semantic-search-results', () => visit.answered());
  listenTo('semantic-search-select', ({ document }) => visit.opened(document.id));
  listenTo('semantic-search-redirect', () => visit.led());
  listenTo('semantic-search-facet-change', ({ selectedFacets }) =>
    visit.filtered(selectedFacets.map(({ field = '' }) => field)),
  );
  // The event of the search box does not bubble.
  host.renderRoot.addEventListener('commit', () => visit.committed(), { capture: true });
  for (const type of ['click', 'auxclick'] as const)
    host.addEventListener(type, (event) => {
      const [target] = event.composedPath();
      const isNewTab = opensElsewhere(event) || event.button === 1;
      const id = isNewTab && target instanceof Element && target.closest<HTMLElement>('[data-document]');
      if (id) visit.opened(id.dataset.document!);
    });
  listen(host, 'popstate', () => visit.restore(), { capture: true });
  listen(host, 'pagehide', () => visit.settle());
  // An event of the document, which bubbles to the window.
  listen(
    host,
    'visibilitychange' as 'pagehide',
    () => document.visibilityState === 'hidden' && visit.settle(),
    { capture: true },
  );
  if (isRepeated()) visit.restore();
  if (host.store?.response) visit.answered();
}

/** What one loaded page has searched; kept in memory only. */
class Visit {
  readonly #host: SearchHost;
  /** Store of the latest results; the host has no store any more after the page has removed it. */
  #store: SearchStore | undefined;
  readonly #queries = new Set<string>();
  #isClicked = false;
  /** The newest search that is not yet counted: a pause, a click or leaving the page counts it. */
  #draft: Search | undefined;
  /** The newest search that was counted. */
  #search: Search | undefined;
  /** Text for which the visitor has pressed Enter. */
  #committed: string | undefined;
  #fields: readonly string[];
  #suggestion: string | undefined;
  #isRestored = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: SearchHost) {
    this.#host = host;
    this.#fields = host.store?.query.selectedFacets.map(({ field }) => field) ?? [];
  }

  /** The next results belong to an earlier search, to which the visitor went back. */
  restore(): void {
    this.#isRestored = true;
  }

  /** A request was sent: for another text than the committed one, the commit no longer applies. */
  asked(): void {
    clearTimeout(this.#timer);
    if (this.#host.store?.query.input !== this.#committed) this.#committed = undefined;
  }

  /** Enter ends the search: it is counted now, or when its results arrive. */
  committed(): void {
    this.#committed = this.#host.store?.query.input;
    if (this.#draft?.query === this.#committed) this.settle();
  }

  answered(): void {
    this.#store = this.#host.store!;
    const { query, response, responseQuery } = this.#store;
    const { input, selectedFacets } = responseQuery ?? query;
    const wrong = this.#search ?? this.#draft;
    clearTimeout(this.#timer);
    this.#draft = undefined;
    if ((input === '' && selectedFacets.length === 0) || input === this.#search?.query) return;
    const corrected = wrong !== undefined && this.#suggestion === input;
    this.#suggestion = response!.suggestion;
    const search = {
      query: input,
      results: response!.total,
      corrected,
      rule: response!.rules?.[0],
      isClicked: false,
    };
    if (this.#isRestored) this.#search = search;
    else this.#draft = search;
    this.#isRestored = false;
    if (this.#draft) this.#timer = setTimeout(() => this.settle(), PAUSE_MS);
    if (input === this.#committed) this.settle();
  }

  /** Counts the newest search. */
  settle(): void {
    clearTimeout(this.#timer);
    const { query, results, corrected, rule } = this.#draft ?? {};
    if (query === undefined) return;
    const previous = this.#search;
    const words = query.toLowerCase().replace(/\s+/g, ' ').trim();
    this.#search = this.#draft;
    this.#draft = undefined;
    this.#send({
      type: 'search',
      query,
      results: results!,
      ...(corrected && { corrected }),
      ...(rule && { rule }),
      ...(previous?.results === 0 && previous.query && { after: maskPersonalData(previous.query) }),
      firstOfVisit: this.#queries.size === 0,
      firstOfQuery: !this.#queries.has(words),
    });
    this.#queries.add(words);
  }

  /** A visitor opened a result, or a similar document. */
  opened(id: string): void {
    this.settle();
    const { response, query, accumulates } = this.#host.store!;
    const index = response?.result.findIndex((document: RetrievedDocument) => document.id === id) ?? -1;
    if (index >= 0) this.#clicked(index + 1 + (accumulates ? 0 : query.start));
    else if (this.#search) this.#send({ type: 'similar', query: this.#search.query });
  }

  /** A rule redirected the visitor, perhaps before the listener for results was called. */
  led(): void {
    const { query, responseQuery } = this.#host.store!;
    if (this.#draft?.query !== (responseQuery ?? query).input) this.answered();
    this.settle();
    this.#clicked(1);
  }

  #clicked(position: number): void {
    const search = this.#search;
    if (!search) return;
    const firstTimes = { firstOfQuery: !search.isClicked, firstOfVisit: !this.#isClicked };
    this.#send({ type: 'click', query: search.query, position, ...firstTimes });
    search.isClicked = true;
    this.#isClicked = true;
  }

  filtered(fields: readonly string[]): void {
    const added = fields.length > this.#fields.length && fields.at(-1);
    this.#fields = fields;
    this.settle();
    if (added && this.#search) this.#send({ type: 'filter', query: this.#search.query, field: added });
  }

  #send(event: SearchEvent): void {
    const { settings, connection, configuration, language } = this.#store!;
    const { token, endpoint } = connection;
    if (settings?.insight === 'off' || typeof token !== 'string' || !isPublishable(token)) return;
    const about = { ...event, query: maskPersonalData(event.query), ...(language && { language }) };
    const path = `/api/configurations/${configuration}/events?access_token=${encodeURIComponent(token)}`;
    // Text needs no preflight request; a closing page would not wait for one.
    navigator.sendBeacon(endpoint.replace(/\/{1,9}$/, '') + path, JSON.stringify({ events: [about] }));
  }
}

/** Searches with other tokens are tests of the owner, such as the preview of the editor. */
function isPublishable(token: string): boolean {
  try {
    return atob(token.split('.')[0]!.replaceAll('-', '+').replaceAll('_', '/')).includes('publishable');
  } catch {
    return false;
  }
}
