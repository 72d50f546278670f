/** Subscription of an element to its store, which updates the element after each change. */
import type { ReactiveControllerHost } from 'lit';
import type { Change, SearchStore } from './search-store.ts';

interface Host extends ReactiveControllerHost {
  readonly store: SearchStore | undefined;
}

/** Follows the store of `host`, even when the host gets another store; `onChange` runs before the host updates. */
export function followStore(host: Host, onChange?: (change: Change) => unknown): void {
  let currentStore: SearchStore | undefined;
  let unsubscribe: (() => void) | undefined;
  const subscribeTo = (store: SearchStore | undefined) => {
    if (store === currentStore) return;
    unsubscribe?.();
    currentStore = store;
    unsubscribe = store?.subscribe((change) => {
      onChange?.(change);
      host.requestUpdate();
    });
  };
  host.addController({
    // A host that returns to the page may have missed changes.
    hostConnected: () => host.requestUpdate(),
    hostDisconnected: () => subscribeTo(undefined),
    hostUpdate: () => subscribeTo(host.store),
  });
}
