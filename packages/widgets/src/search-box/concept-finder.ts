/** Concept suggestions for the typed text; drops stale responses. */
import { suggestConcepts } from '@semantic-search/client';
import type { SuggestedConcept } from '@semantic-search/contract';
import type { ReactiveControllerHost } from 'lit';
import { readSuggestions } from '../store/read-response.ts';
import type { SearchStore } from '../store/search-store.ts';

export class ConceptFinder {
  concepts: SuggestedConcept[] = [];
  readonly #host: ReactiveControllerHost;
  #asking: AbortController | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  clear(): void {
    this.#asking?.abort();
    this.concepts = [];
    this.#host.requestUpdate();
  }

  /** Asks for those of `text` in a language (BCP 47). */
  async find(session: SearchStore | undefined, text: string, language: string): Promise<void> {
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    let found: SuggestedConcept[] = [];
    if (session && text) {
      const parameters = { searchString: text.slice(0, 200), count: 6, language };
      const { signal } = asking;
      try {
        found = readSuggestions(
          await suggestConcepts(session.connection, session.configuration, parameters, { signal }),
        );
      } catch {
        // Without suggestions the box still searches; the search itself tells what is wrong with the service.
        if (signal.aborted) return;
      }
    }
    this.concepts = found;
    this.#host.requestUpdate();
  }
}
