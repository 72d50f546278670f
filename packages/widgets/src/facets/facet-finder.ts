/** Remote search for facet values that the response does not include. */
import { suggestConcepts } from '@semantic-search/client';
import type { FacetGroup } from '@semantic-search/contract';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Locale } from '../locale/locale.ts';
import { MAX_SEARCH_STRING_LENGTH } from '../store/limits.ts';
import { readSuggestions } from '../store/read-response.ts';
import type { SearchStore } from '../store/search-store.ts';
import type { FacetState } from './facet-value.ts';

const TYPING_DEBOUNCE_MS = 150;
const MAX_SUGGESTED_VALUES = 10;

type Host = ReactiveControllerHost & { readonly locale: Locale };

export class FacetFinder implements ReactiveController {
  readonly #host: Host;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request: AbortController | undefined;

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#request?.abort();
  }

  /** Stores the found concepts in `state`. The service can search for concepts only, not for literals and ranges. */
  find(store: SearchStore, group: FacetGroup, text: string, state: FacetState): void {
    this.hostDisconnected();
    if (!text) state.found = [];
    else if (group.facets.some(({ value }) => value))
      this.#timer = setTimeout(() => void this.#search(store, group, text, state), TYPING_DEBOUNCE_MS);
  }

  async #search(store: SearchStore, { field }: FacetGroup, text: string, state: FacetState): Promise<void> {
    const request = new AbortController();
    this.#request = request;
    const searchString = text.slice(0, MAX_SEARCH_STRING_LENGTH);
    const parameters = {
      searchString,
      context: field,
      count: MAX_SUGGESTED_VALUES,
      language: this.#host.locale.tag,
    };
    try {
      const { connection, configuration } = store;
      const { signal } = request;
      const response = await suggestConcepts(connection, configuration, parameters, { signal });
      state.found = readSuggestions(response).map(({ label, value }) => ({
        label,
        value,
        count: -1,
        children: null,
      }));
    } catch {
      // The values of the response can still be filtered; the search reports errors of the service.
      if (request.signal.aborted) return;
      state.found = [];
    }
    this.#host.requestUpdate();
  }
}
