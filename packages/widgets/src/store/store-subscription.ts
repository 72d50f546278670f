/** Reactive controller that follows the store of its host: updates the host after each change. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Change, SearchStore } from './search-store.ts';

interface Host extends ReactiveControllerHost {
  readonly store: SearchStore | undefined;
}

export class StoreSubscription implements ReactiveController {
  readonly #host: Host;
  readonly #onChange: ((change: Change) => unknown) | undefined;
  #store: SearchStore | undefined;
  #unsubscribe: (() => void) | undefined;

  /** `onChange` runs before the host updates. */
  constructor(host: Host, onChange?: (change: Change) => unknown) {
    this.#host = host;
    this.#onChange = onChange;
    host.addController(this);
  }

  /** A host that returns to the page may have missed changes. */
  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#unsubscribe?.();
    this.#store = undefined;
  }

  hostUpdate(): void {
    const { store } = this.#host;
    if (store === this.#store) return;
    this.#unsubscribe?.();
    this.#store = store;
    this.#unsubscribe = store?.subscribe((change) => {
      this.#onChange?.(change);
      this.#host.requestUpdate();
    });
  }
}
