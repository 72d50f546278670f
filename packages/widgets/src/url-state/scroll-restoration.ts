/** Scroll restoration: stores the scroll position when the visitor leaves the page (lazy). */
import type { LitElement, ReactiveController } from 'lit';
import { scrollKey } from './history-entry.ts';
import type { ScrollPosition } from './scroll-position.ts';

/** Another instance on the page may have saved the position at this event. */
let lastEvent: Event | undefined;

export class ScrollRestoration implements ReactiveController {
  readonly #host: HTMLElement;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('pagehide', this.#save);
  }

  hostDisconnected(): void {
    removeEventListener('pagehide', this.#save);
  }

  #save = (event: Event): void => {
    const focused = this.#host.shadowRoot?.activeElement ?? document.activeElement;
    const id = focused instanceof HTMLElement ? focused.dataset.document : undefined;
    if (event === lastEvent && !id) return;
    lastEvent = event;
    const position: ScrollPosition = { top: scrollY, document: id };
    try {
      sessionStorage.setItem(scrollKey(), JSON.stringify(position));
    } catch {
      // Storage is blocked or full; the page begins at its top.
    }
  };
}
