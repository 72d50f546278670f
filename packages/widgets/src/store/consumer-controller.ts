/** Reactive controller that connects an element to the store of its provider. */
import type { LitElement, ReactiveController } from 'lit';
import { closestAcrossShadowRoots } from '../closest.ts';
import { tryImport } from '../lazy-import.ts';
import type { Locale } from '../locale/locale.ts';
import type { SearchStore } from './search-store.ts';

export interface StoreConsumer extends LitElement {
  for: string | null;
  store: SearchStore | undefined;
  locale: Locale;
  /** `light` or `dark`; inside another element, that of the outer element. */
  theme?: string | null;
}

/** Updates `host` when its store changes. With `replacesFilters`, it replaces the built-in filters of the provider. */
export class StoreConsumerController implements ReactiveController {
  readonly #host: StoreConsumer;
  readonly #replacesFilters: boolean;
  #store: SearchStore | undefined;
  #unfollow: (() => void) | undefined;
  #finding: Promise<void> | undefined;

  constructor(host: StoreConsumer, { replacesFilters = false } = {}) {
    this.#host = host;
    this.#replacesFilters = replacesFilters;
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

  /** Elements inside `<semantic-search>` get their store as a property; others look up a provider by `for` or ancestor. */
  #find(): void {
    const host = this.#host;
    if (host.store || !(host.for || closestAcrossShadowRoots(host, 'semantic-search'))) return;
    this.#finding ??= customElements.whenDefined('semantic-search').then(async () => {
      const loaded = await tryImport(import('./provider-lookup.ts'));
      if (loaded) new loaded.ProviderLookup(host, this.#replacesFilters);
    });
  }
}
