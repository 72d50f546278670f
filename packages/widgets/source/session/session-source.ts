/** Where an element gets its session from: set by its parent, or from the `<semantic-search>` it names or stands in. */
import type { LitElement, ReactiveController } from 'lit';
import type { Locale } from '../locale/locale.ts';
import type { Borrowers } from './borrowers.ts';
import type { Session } from './session.ts';

/** What a `<semantic-search>` offers to the elements that belong to it. */
export interface SessionOwner extends HTMLElement {
  readonly session: Session | undefined;
  readonly locale: Locale;
  readonly borrowers: Borrowers;
}

interface Borrower extends LitElement {
  for: string | null;
  session: Session | undefined;
  locale: Locale;
}

/** Keeps `host.session` and `host.locale` those of its owner, and re-renders the host when the session changes. */
export class SessionSource implements ReactiveController {
  readonly #host: Borrower;
  readonly #standsIn: boolean;
  #session: Session | undefined;
  #leave: (() => void)[] = [];
  #unfollow: (() => void) | undefined;

  constructor(host: Borrower, { standsIn = false } = {}) {
    this.#host = host;
    this.#standsIn = standsIn;
    host.addController(this);
  }

  hostConnected(): void {
    // Elements inside <semantic-search> are handed their session; only those of a page look for one.
    if (this.#host.session) return;
    void customElements.whenDefined('semantic-search').then(this.#attach);
    // The owner may come later, or be there before it is defined: it says when it can be used.
    document.addEventListener('semantic-search-ready', this.#attach);
  }

  hostDisconnected(): void {
    document.removeEventListener('semantic-search-ready', this.#attach);
    for (const leave of this.#leave.splice(0)) leave();
    this.#unfollow?.();
    this.#unfollow = undefined;
    this.#session = undefined;
  }

  hostUpdate(): void {
    const { session } = this.#host;
    if (session === this.#session) return;
    this.#unfollow?.();
    this.#session = session;
    this.#unfollow = session?.follow(() => this.#host.requestUpdate());
  }

  #attach = (): void => {
    const host = this.#host;
    const owner = this.#owner();
    if (!host.isConnected || host.session || this.#leave.length || !owner?.session) return;
    const take = () => {
      host.session = owner.session;
      host.locale = owner.locale;
    };
    this.#leave.push(owner.borrowers.follow(take));
    if (this.#standsIn) this.#leave.push(owner.borrowers.adopt(host));
    this.#leave.push(() => {
      host.session = undefined;
    });
    take();
  };

  #owner(): SessionOwner | null {
    const { for: id } = this.#host;
    const root = this.#host.getRootNode() as Document | ShadowRoot;
    const found = id ? root.getElementById(id) : this.#host.closest('semantic-search');
    return found?.localName === 'semantic-search' ? (found as SessionOwner) : null;
  }
}
