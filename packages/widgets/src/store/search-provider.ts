/** Context provider of a search, for elements of the page, whose panels replace its filters. */
import { ContextProvider } from '@lit/context';
import { type SearchContext, type SearchHost, searchContext, searches } from './search-context.ts';

export class SearchProvider extends ContextProvider<typeof searchContext, SearchHost> {
  /** Panels of the page that replace the built-in filters. */
  readonly #panels = new Set<Element>();

  constructor(host: SearchHost) {
    super(host, { context: searchContext });
    this.hostUpdate();
  }

  get hasPanels(): boolean {
    return this.#panels.size > 0;
  }

  override hostConnected(): void {
    // Consumers look for the search by its ID as soon as they hear of it.
    searches.add(this.host);
    super.hostConnected();
  }

  hostDisconnected(): void {
    searches.delete(this.host);
  }

  hostUpdate(): void {
    const { store, locale, theme, isConnected } = this.host;
    this.setValue({ store, locale, theme: isConnected ? theme : null, addPanel: this.#addPanel });
  }

  readonly #addPanel: SearchContext['addPanel'] = (panel) => {
    if (panel.getRootNode() === this.host.renderRoot) return () => {};
    this.#panels.add(panel);
    this.host.requestUpdate();
    return () => {
      this.#panels.delete(panel);
      this.host.requestUpdate();
    };
  };
}
