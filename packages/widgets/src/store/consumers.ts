/** Consumers of a search store: other elements of the page that show its results. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** The providers in the page, also those in shadow roots. */
export const providers = new Set<Element>();

export class StoreConsumers implements ReactiveController {
  readonly #provider: ReactiveControllerHost & Element;
  readonly #panels = new Set<Element>();
  readonly #subscribers = new Set<() => void>();

  constructor(provider: ReactiveControllerHost & Element) {
    this.#provider = provider;
    provider.addController(this);
  }

  /** Whether a separate panel shows the filters. */
  get haveFilters(): boolean {
    return this.#panels.size > 0;
  }

  /** Registers a panel that replaces the built-in filters; returns a function that removes it. */
  adopt(panel: Element): () => void {
    this.#panels.add(panel);
    this.#provider.requestUpdate();
    return () => {
      this.#panels.delete(panel);
      this.#provider.requestUpdate();
    };
  }

  /** Calls `subscriber` whenever the store or locale may have changed; returns a function that unsubscribes. */
  subscribe(subscriber: () => void): () => void {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  hostUpdated(): void {
    for (const subscriber of [...this.#subscribers]) subscriber();
  }

  hostConnected(): void {
    providers.add(this.#provider);
  }

  hostDisconnected(): void {
    providers.delete(this.#provider);
    this.hostUpdated();
  }
}
