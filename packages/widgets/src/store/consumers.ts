/** Consumers of a search store: other elements of the page that show its results. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class StoreConsumers implements ReactiveController {
  readonly #provider: ReactiveControllerHost;
  readonly #panels = new Set<Element>();
  readonly #followers = new Set<() => void>();

  constructor(provider: ReactiveControllerHost) {
    this.#provider = provider;
    provider.addController(this);
  }

  /** Whether the filters stand elsewhere in the page. */
  get haveFilters(): boolean {
    return this.#panels.size > 0;
  }

  /** Counts a panel that shows the filters instead of the provider; the returned function ends that. */
  adopt(panel: Element): () => void {
    this.#panels.add(panel);
    this.#provider.requestUpdate();
    return () => {
      this.#panels.delete(panel);
      this.#provider.requestUpdate();
    };
  }

  /** Calls `follower` whenever there may be another store or locale, or none; the returned function ends that. */
  follow(follower: () => void): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  hostUpdated(): void {
    for (const follower of [...this.#followers]) follower();
  }

  hostDisconnected(): void {
    this.hostUpdated();
  }
}
