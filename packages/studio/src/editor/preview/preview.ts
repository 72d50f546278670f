/** Preview: the `<semantic-search>` element with the draft settings instead of the saved ones. */
import { ApiError, type Connection, search } from '@semantic-search/client';
import type { SearchRequest, SearchResponse } from '@semantic-search/contract';
import type { SemanticSearch } from '@semantic-search/widgets/semantic-search';
import { draftResponse, needsRequest, type PreviewSettings } from './preview-response.ts';

type Store = NonNullable<SemanticSearch['store']>;

export class Preview {
  readonly element: SemanticSearch;
  #settings: PreviewSettings;
  #store: Store | undefined;
  /** Response of the server, unchanged. */
  #response: SearchResponse | undefined;
  #draftFacets: DraftFacets | undefined;

  /** `connection` has the permission to change the configuration, which counting draft facets requires. */
  constructor(configuration: number, token: string, settings: PreviewSettings, connection?: Connection) {
    this.#settings = settings;
    if (connection) this.#draftFacets = new DraftFacets(connection, configuration, () => this.#showFacets());
    const element = document.createElement('semantic-search');
    for (const name of ['no-url', 'no-shortcut', 'no-recent', 'no-actions']) element.setAttribute(name, '');
    element.setAttribute('configuration', `${configuration}`);
    element.setAttribute('token', token);
    this.element = element;
    void this.#attach();
  }

  show(settings: PreviewSettings): void {
    if (settings === this.#settings) return;
    const areOthersSaved = settings.saved !== this.#settings.saved;
    this.#settings = settings;
    const store = this.#store;
    if (!store) return;
    // The server responds with the settings that are saved now.
    if (areOthersSaved) void store.retry();
    else this.#applyDraft(store);
    if (store.settings) store.applySettings(settings.draft);
  }

  /** The store exists after the element's first update; its data comes later. */
  async #attach(): Promise<void> {
    await customElements.whenDefined('semantic-search');
    await this.element.updateComplete;
    const { store } = this.element;
    if (!store) return;
    this.#store = store;
    store.subscribe((change) => {
      // The store copies the settings but shares their groups: another `layout` object comes from the server.
      if (change === 'settings' && store.settings?.layout !== this.#settings.draft.layout)
        store.applySettings(this.#settings.draft);
      if (change !== 'response') return;
      this.#response = store.response;
      this.#applyDraft(store);
    });
  }

  #applyDraft(store: Store): void {
    const { saved, draft } = this.#settings;
    if (this.#response) store.response = draftResponse(this.#response, saved, draft, this.#groupsOf(store));
  }

  #showFacets(): void {
    const store = this.#store;
    if (!store?.settings) return;
    this.#applyDraft(store);
    store.applySettings(this.#settings.draft);
  }

  #groupsOf({ query: { input, selectedFacets } }: Store): SearchResponse['facets'] | undefined {
    const { saved, draft } = this.#settings;
    if (!this.#draftFacets || !needsRequest(saved, draft)) return undefined;
    const { facetsToShow } = draft.filter;
    return this.#draftFacets.groupsFor({ input, selectedFacets, facetsToShow });
  }
}

type FacetQuery = Required<Pick<SearchRequest, 'input' | 'selectedFacets' | 'facetsToShow'>>;

/** Pause in typing before a request. */
const TYPING_PAUSE_MS = 250;

/** Facets of the preview that only the server can count, requested with the draft settings. */
class DraftFacets {
  readonly #connection: Connection;
  readonly #id: number;
  readonly #changed: () => void;
  /** The facets that were requested last; `groups` is undefined until they have arrived. */
  #latest: { key: string; groups: SearchResponse['facets'] | undefined } | undefined;
  #request: AbortController | undefined;

  /** `changed` is called when facets have arrived. */
  constructor(connection: Connection, id: number, changed: () => void) {
    this.#connection = connection;
    this.#id = id;
    this.#changed = changed;
  }

  /** The facets of this query; undefined while the request is running, and if the server rejects it. */
  groupsFor(query: FacetQuery): SearchResponse['facets'] | undefined {
    const key = JSON.stringify(query);
    if (this.#latest?.key !== key) {
      this.#latest = { key, groups: undefined };
      void this.#load(key, query);
    }
    return this.#latest.groups;
  }

  async #load(key: string, query: FacetQuery): Promise<void> {
    this.#request?.abort();
    const request = new AbortController();
    this.#request = request;
    await new Promise((resolve) => setTimeout(resolve, TYPING_PAUSE_MS));
    if (request.signal.aborted) return;
    try {
      const { signal } = request;
      // A new facet has no source yet.
      const facetsToShow = query.facetsToShow.filter(({ uri, title }) => uri !== '' && title !== '');
      const body = { ...query, facetsToShow, count: 0 };
      const { facets } = await search(this.#connection, this.#id, body, { signal });
      this.#latest = { key, groups: facets };
      this.#changed();
    } catch (error) {
      // After a rejection, the preview shows the saved facets.
      if (!(error instanceof ApiError) && !request.signal.aborted) throw error;
    }
  }
}
