/** Reactive controller that observes the language of the page. */
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
