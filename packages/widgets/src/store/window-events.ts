/** Events of the window: listeners of an element, and the repetition of failed requests. */
import type { LitElement, ReactiveControllerHost } from 'lit';
import type { SearchStore } from './search-store.ts';

/** Listens to an event of the window, or one that bubbles to the window, while the element is connected. */
export function listen<Name extends keyof WindowEventMap>(
  host: ReactiveControllerHost,
  name: Name,
  listener: (event: WindowEventMap[Name]) => void,
  options: { capture?: boolean } = {},
): void {
  host.addController({
    hostConnected: () => addEventListener(name, listener, options),
    hostDisconnected: () => removeEventListener(name, listener, options),
  });
}

/** Repeats requests that failed, or that the browser suspended, while the page was hidden or offline. */
export function retryOnReturn(host: LitElement & { readonly store: SearchStore | undefined }): void {
  const retry = () => {
    const { store } = host;
    const isUnanswered = store?.request || store?.error?.code === 'unreachable';
    if (isUnanswered && document.visibilityState === 'visible') void store!.retry();
  };
  listen(host, 'online', retry);
  // A page from the back/forward cache may have lost its requests, and in Safari it gets no other event.
  listen(host, 'pageshow', ({ persisted }) => persisted && retry());
  listen(host, 'visibilitychange' as 'online', retry); // Bubbles, but only `DocumentEventMap` has it.
}
