/** Preview: the real element with draft settings instead of the loaded ones. */
import type { Connection } from '@semantic-search/client';
import type { ConfigurationSettings, SearchResponse } from '@semantic-search/contract';
import type { SemanticSearch } from '@semantic-search/widgets/semantic-search';
import { DraftFacets } from './draft-facets.ts';
import { draftResponse, needsRequest } from './preview-response.ts';

type Store = NonNullable<SemanticSearch['store']>;

export interface Previewed {
  /** Saved settings, which the server uses. */
  saved: ConfigurationSettings;
  /** Settings to show; all are valid. */
  draft: ConfigurationSettings;
}

export class Preview {
  readonly element: SemanticSearch;
  #shown: Previewed;
  #store: Store | undefined;
  /** Response of the server, unchanged. */
  #response: SearchResponse | undefined;
  #facets: DraftFacets | undefined;

  /** `editing` is the connection of a person who may change the configuration, which permits counting draft facets. */
  constructor(configuration: number, token: string, shown: Previewed, editing?: Connection) {
    this.#shown = shown;
    if (editing) this.#facets = new DraftFacets(editing, configuration, () => this.#showDraft());
    const element = document.createElement('semantic-search');
    for (const name of ['no-url', 'no-shortcut', 'no-recent', 'no-actions']) element.setAttribute(name, '');
    element.setAttribute('configuration', `${configuration}`);
    element.setAttribute('token', token);
    this.element = element;
    void this.#attach();
  }

  show(shown: Previewed): void {
    if (shown === this.#shown) return;
    const isNewBase = shown.saved !== this.#shown.saved;
    this.#shown = shown;
    const store = this.#store;
    if (!store) return;
    // The server responds with the settings that are saved now.
    if (isNewBase) void store.retry();
    else this.#applyDraft(store);
    if (store.settings) store.applySettings(shown.draft);
  }

  /** `null` follows the preference of the visitor. */
  set theme(theme: 'light' | 'dark' | null) {
    this.element.theme = theme;
  }

  /** The store exists after the element's first update; its data comes later. */
  async #attach(): Promise<void> {
    await customElements.whenDefined('semantic-search');
    await this.element.updateComplete;
    const { store } = this.element;
    if (!store) return;
    this.#store = store;
    store.subscribe((change) => {
      if (change === 'settings' && store.settings !== this.#shown.draft)
        store.applySettings(this.#shown.draft);
      if (change !== 'response') return;
      this.#response = store.response;
      this.#applyDraft(store);
    });
  }

  #applyDraft(store: Store): void {
    const { saved, draft } = this.#shown;
    if (this.#response) store.response = draftResponse(this.#response, saved, draft, this.#groups(store));
  }

  #showDraft(): void {
    const store = this.#store;
    if (!store?.settings) return;
    this.#applyDraft(store);
    store.applySettings(this.#shown.draft);
  }

  #groups({ query: { input, selectedFacets } }: Store): SearchResponse['facets'] | undefined {
    const { saved, draft } = this.#shown;
    if (!this.#facets || !needsRequest(saved, draft)) return undefined;
    return this.#facets.groupsFor({
      query: { input, selectedFacets },
      facetsToShow: draft.filter.facetsToShow,
    });
  }
}
