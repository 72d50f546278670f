/** Concept suggestions for the typed text; a new request aborts the previous one. */
import { suggestConcepts } from '@semantic-search/client';
import type { SuggestedConcept } from '@semantic-search/contract';
import type { ReactiveControllerHost } from 'lit';
import { MAX_SEARCH_STRING_LENGTH } from '../store/limits.ts';
import { readSuggestions } from '../store/read-response.ts';
import type { SearchStore } from '../store/search-store.ts';

const MAX_SUGGESTED_CONCEPTS = 6;

export class ConceptFinder {
  concepts: SuggestedConcept[] = [];
  readonly #host: ReactiveControllerHost;
  #request: AbortController | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  clear(): void {
    this.#request?.abort();
    this.concepts = [];
    this.#host.requestUpdate();
  }

  /** Requests suggestions for `text` in a language (BCP 47). */
  async find(store: SearchStore | undefined, text: string, language: string): Promise<void> {
    this.#request?.abort();
    const request = new AbortController();
    this.#request = request;
    let concepts: SuggestedConcept[] = [];
    if (store && text) {
      const parameters = {
        searchString: text.slice(0, MAX_SEARCH_STRING_LENGTH),
        count: MAX_SUGGESTED_CONCEPTS,
        language,
      };
      const { signal } = request;
      try {
        const { connection, configuration } = store;
        const response = await suggestConcepts(connection, configuration, parameters, { signal });
        concepts = readSuggestions(response).slice(0, MAX_SUGGESTED_CONCEPTS);
      } catch {
        // Suggestions are optional; the search reports errors of the service.
        if (signal.aborted) return;
      }
    }
    this.concepts = concepts;
    this.#host.requestUpdate();
  }
}
