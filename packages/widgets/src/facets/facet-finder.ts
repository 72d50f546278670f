/** Remote search for facet values that the response does not include. */
import { suggestConcepts } from '@semantic-search/client';
import type { FacetGroup } from '@semantic-search/contract';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Locale } from '../locale/locale.ts';
import { readSuggestions } from '../store/read-response.ts';
import type { SearchStore } from '../store/search-store.ts';
import type { FacetState } from './facet-value.ts';

/** Milliseconds of quiet before the service is asked. */
const quiet = 150;

type Host = ReactiveControllerHost & { readonly locale: Locale };

export class FacetFinder implements ReactiveController {
  readonly #host: Host;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking: AbortController | undefined;

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#asking?.abort();
  }

  /** Puts what was found into `state`; literals and ranges are delivered whole or known to nobody. */
  find(store: SearchStore, group: FacetGroup, text: string, state: FacetState): void {
    this.hostDisconnected();
    if (!text) state.found = [];
    else if (group.facets.some(({ value }) => value))
      this.#timer = setTimeout(() => void this.#ask(store, group, text, state), quiet);
  }

  async #ask(store: SearchStore, { field }: FacetGroup, text: string, state: FacetState): Promise<void> {
    const asking = new AbortController();
    this.#asking = asking;
    const searchString = text.slice(0, 200);
    const parameters = { searchString, context: field, count: 10, language: this.#host.locale.tag };
    try {
      const { connection, configuration } = store;
      const { signal } = asking;
      const response = await suggestConcepts(connection, configuration, parameters, { signal });
      state.found = readSuggestions(response).map(({ label, value }) => ({
        label,
        value,
        count: 0,
        children: null,
      }));
    } catch {
      // What was delivered can still be searched; the search itself tells what is wrong with the service.
      if (asking.signal.aborted) return;
      state.found = [];
    }
    this.#host.requestUpdate();
  }
}
