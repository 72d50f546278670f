/** Consumers of a search store: other elements of the page that show its results. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class Borrowers implements ReactiveController {
  readonly #lender: ReactiveControllerHost;
  readonly #panels = new Set<Element>();
  readonly #followers = new Set<() => void>();

  constructor(lender: ReactiveControllerHost) {
    this.#lender = lender;
    lender.addController(this);
  }

  /** Whether the filters stand elsewhere in the page. */
  get haveFilters(): boolean {
    return this.#panels.size > 0;
  }

  /** Counts a panel that shows the filters instead of the lender; the returned function ends that. */
  adopt(panel: Element): () => void {
    this.#panels.add(panel);
    this.#lender.requestUpdate();
    return () => {
      this.#panels.delete(panel);
      this.#lender.requestUpdate();
    };
  }

  /** Calls `follower` whenever there may be another session or locale, or none; the returned function ends that. */
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
