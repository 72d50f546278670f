/** Reactive controller that connects an element to the store of its provider. */
import type { LitElement, ReactiveController } from 'lit';
import type { Locale } from '../locale/locale.ts';
import { tryImport } from '../util/lazy-import.ts';
import type { SearchStore } from './search-store.ts';

export interface StoreConsumer extends LitElement {
  for: string | null;
  store: SearchStore | undefined;
  locale: Locale;
  /** `light` or `dark`; of one that stands in another element, that of the other. */
  theme?: string | null;
}

/** Renders `host` again when its store changes. With `standsIn` it shows in the owner's place what it borrows. */
export class StoreConsumerController implements ReactiveController {
  readonly #host: StoreConsumer;
  readonly #standsIn: boolean;
  #store: SearchStore | undefined;
  #unfollow: (() => void) | undefined;
  #finding: Promise<void> | undefined;

  constructor(host: StoreConsumer, { standsIn = false } = {}) {
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
    this.#store = undefined;
  }

  hostUpdate(): void {
    const { store } = this.#host;
    if (store === this.#store) return;
    this.#unfollow?.();
    this.#store = store;
    this.#unfollow = store?.subscribe(() => this.#host.requestUpdate());
  }

  /** Elements inside <semantic-search> are handed their store; only those of a page look for one, where one is named or around. */
  #find(): void {
    const host = this.#host;
    if (host.store || !(host.for || host.closest('semantic-search'))) return;
    this.#finding ??= customElements.whenDefined('semantic-search').then(async () => {
      const loaded = await tryImport(import('./provider-lookup.ts'));
      if (loaded) new loaded.ProviderLookup(host, this.#standsIn);
    });
  }
}
