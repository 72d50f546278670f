/** Repeats requests that failed, or that the browser suspended, while the page was hidden or offline. */
import type { LitElement } from 'lit';
import { listen } from '../events.ts';
import type { SearchStore } from './search-store.ts';

/** Watches the page while `host` is connected. */
export function reconnect(host: LitElement & { readonly store: SearchStore | undefined }): void {
  const retry = () => {
    const { store } = host;
    const isStuck = store?.pending || store?.error?.code === 'unreachable';
    if (isStuck && document.visibilityState === 'visible') void store!.retry();
  };
  listen(host, 'online', retry);
  // A page from the back/forward cache may have lost its requests, and in Safari it gets no other event.
  listen(host, 'pageshow', ({ persisted }) => persisted && retry());
  listen(host, 'visibilitychange' as 'online', retry);
}
