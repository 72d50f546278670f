/** Reactive controller that connects an element to the store of its provider. */
import type { LitElement, ReactiveController } from 'lit';
import type { Locale } from '../locale/locale.ts';
import { tryImport } from '../util/lazy-import.ts';
import type { SearchStore } from './search-store.ts';

export interface Borrower extends LitElement {
  for: string | null;
  session: SearchStore | undefined;
  locale: Locale;
  /** `light` or `dark`; of one that stands in another element, that of the other. */
  theme?: string | null;
}

/** Renders `host` again when its session changes. With `standsIn` it shows in the owner's place what it borrows. */
export class SessionSource implements ReactiveController {
  readonly #host: Borrower;
  readonly #standsIn: boolean;
  #session: SearchStore | undefined;
  #unfollow: (() => void) | undefined;
  #finding: Promise<void> | undefined;

  constructor(host: Borrower, { standsIn = false } = {}) {
    this.#host = host;
    this.#standsIn = standsIn;
    host.addController(this);
  }

  hostConnected(): void {
    this.#find();
  }

  hostUpdated(): void {
    this.#find();
  }

  hostDisconnected(): void {
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

  /** Elements inside <semantic-search> are handed their session; only those of a page look for one, where one is named or around. */
  #find(): void {
    const host = this.#host;
    if (host.session || !(host.for || host.closest('semantic-search'))) return;
    this.#finding ??= customElements.whenDefined('semantic-search').then(async () => {
      const loaded = await tryImport(import('./provider-lookup.ts'));
      if (loaded) new loaded.OwnerFinder(host, this.#standsIn);
    });
  }
}
