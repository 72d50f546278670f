/** Scroll restoration: stores the scroll position when the visitor leaves the page (lazy). */
import type { LitElement, ReactiveController } from 'lit';
import { saveScrollPosition } from './scroll-position.ts';

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
    saveScrollPosition({ top: scrollY, document: id });
  };
}
