/** Repeats requests that failed, or that the browser suspended, while the page was hidden or offline. */
import type { LitElement } from 'lit';
import type { SearchStore } from './search-store.ts';

/** Watches the page while `host` is connected. */
export function reconnect(host: LitElement & { readonly store: SearchStore | undefined }): void {
  const retry = () => {
    const { store } = host;
    const isStuck = store?.pending || store?.error?.code === 'unreachable';
    if (isStuck && document.visibilityState === 'visible') void store!.retry();
  };
  let connection = new AbortController();
  host.addController({
    hostConnected: () => {
      connection = new AbortController();
      const { signal } = connection;
      addEventListener('online', retry, { signal });
      // A page from the back/forward cache may have lost its requests, and in Safari it gets no other event.
      addEventListener('pageshow', ({ persisted }) => persisted && retry(), { signal });
      document.addEventListener('visibilitychange', retry, { signal });
    },
    hostDisconnected: () => connection.abort(),
  });
}
