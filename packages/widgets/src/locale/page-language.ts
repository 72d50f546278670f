/** Tells when the page is said to be in another language, as a switch of languages does while the page lives. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class PageLanguage implements ReactiveController {
  readonly #changed: () => void;
  #observer: MutationObserver | undefined;

  constructor(host: ReactiveControllerHost, changed: () => void) {
    this.#changed = changed;
    host.addController(this);
  }

  hostConnected(): void {
    this.#observer = new MutationObserver(this.#changed);
    this.#observer.observe(document.documentElement, { attributeFilter: ['lang'] });
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
  }
}
