/** Scroll restoration: stores the scroll position in the history entry that the visitor leaves (lazy). */
import type { LitElement, ReactiveController } from 'lit';
import { isExtensibleState, scrollMember } from './history-entry.ts';
import type { ScrollPosition } from './scroll-position.ts';

/** Stores the scroll position in the history entry that the visitor leaves. */
export class ScrollRestoration implements ReactiveController {
  readonly #host: HTMLElement;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('pagehide', this.#save);
    addEventListener('click', this.#saveBeforeLink);
  }

  hostDisconnected(): void {
    removeEventListener('pagehide', this.#save);
    removeEventListener('click', this.#saveBeforeLink);
  }

  /** For a link to another site, `pagehide` is too late: another process already owns the history. */
  #saveBeforeLink = (event: Event): void => {
    const path = event.composedPath() as HTMLAnchorElement[];
    if (!event.defaultPrevented && path.some(({ href }) => href)) this.#save(event);
  };

  #save = ({ timeStamp: at }: Event): void => {
    const state = history.state as Record<string, ScrollPosition> | null;
    // A state of the page that is not a plain object must not be overwritten.
    if (state !== null && !isExtensibleState()) return;
    const focused = this.#host.shadowRoot?.activeElement ?? document.activeElement;
    const id = focused instanceof HTMLElement ? focused.dataset.document : undefined;
    // Another instance on the page may have saved the position at the same event.
    if (state?.[scrollMember]?.at === at && !id) return;
    const position: ScrollPosition = { top: scrollY, document: id, at };
    history.replaceState({ ...state, [scrollMember]: position }, '');
  };
}
