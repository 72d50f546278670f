/** Facets of the preview that only the server can count, requested with the draft settings. */
import { ApiError, type Connection, search } from '@semantic-search/client';
import type { ConfigurationSettings, SearchRequest, SearchResponse } from '@semantic-search/contract';

type FacetSettings = ConfigurationSettings['filter']['facetsToShow'];

type FacetQuery = Pick<SearchRequest, 'input' | 'selectedFacets'> & { facetsToShow: FacetSettings };

/** Pause in typing before a request. */
const TYPING_PAUSE_MS = 250;

export class DraftFacets {
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
      const body = { ...query, facetsToShow: query.facetsToShow.filter(isComplete), count: 0 };
      const { facets } = await search(this.#connection, this.#id, body, { signal });
      this.#latest = { key, groups: facets };
      this.#changed();
    } catch (error) {
      // After a rejection, the preview shows the saved facets.
      if (!(error instanceof ApiError) && !request.signal.aborted) throw error;
    }
  }
}

/** Whether facet settings are complete; a new facet has no source yet. */
const isComplete = ({ uri, title }: FacetSettings[number]): boolean => uri !== '' && title !== '';
