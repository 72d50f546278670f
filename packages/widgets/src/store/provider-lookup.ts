/** Provider lookup: finds the `<semantic-search>` of an element and uses its store (lazy). */
import type { ReactiveController } from 'lit';
import { closestAcrossShadowRoots } from '../closest.ts';
import type { Locale } from '../locale/locale.ts';
import type { StoreConsumer } from './consumer-controller.ts';
import { providers, type StoreConsumers } from './consumers.ts';
import type { SearchStore } from './search-store.ts';

/** The interface of `<semantic-search>` for elements that use its store. */
export interface StoreProvider extends HTMLElement {
  readonly store: SearchStore | undefined;
  readonly locale: Locale;
  readonly theme: string | null;
  readonly consumers: StoreConsumers;
}

/** Time for the named provider to appear before a warning is logged. */
const PROVIDER_TIMEOUT_MS = 1000;

/** Keeps store and locale of `host` equal to those of its provider, and the theme unless it has its own. */
export class ProviderLookup implements ReactiveController {
  readonly #host: StoreConsumer;
  readonly #replacesFilters: boolean;
  #provider: StoreProvider | undefined;
  /** Whether the host looks up a provider; false if it got its store as a property. */
  #isLookingUp = false;
  #cleanups: (() => void)[] = [];
  #warningTimer: ReturnType<typeof setTimeout> | undefined;
  #warned: string | undefined;

  constructor(host: StoreConsumer, replacesFilters: boolean) {
    this.#host = host;
    this.#replacesFilters = replacesFilters;
    host.addController(this);
  }

  hostConnected(): void {
    this.#isLookingUp = !this.#host.store;
    if (!this.#isLookingUp) return;
    this.#attach();
    // The provider may be added or defined later; it fires an event when it is usable.
    document.addEventListener('semantic-search-ready', this.#attach);
  }

  hostDisconnected(): void {
    document.removeEventListener('semantic-search-ready', this.#attach);
    this.#isLookingUp = false;
    clearTimeout(this.#warningTimer);
    this.#detach();
  }

  /** `for` may have changed. */
  hostUpdated(): void {
    if (this.#isLookingUp) void this.#host.updateComplete.then(this.#attach);
    this.#applyTheme();
  }

  #applyTheme(): void {
    const theme = this.#host.theme ? null : (this.#provider?.theme ?? null);
    this.#host.style.setProperty('--semantic-search-scheme', theme);
  }

  #attach = (): void => {
    if (!this.#isLookingUp) return;
    const host = this.#host;
    const provider = this.#find();
    clearTimeout(this.#warningTimer);
    if (!provider && host.for) this.#warningTimer = setTimeout(this.#warn, PROVIDER_TIMEOUT_MS);
    if (provider === this.#provider) return;
    this.#detach();
    this.#provider = provider;
    if (!provider) return;
    const update = () => {
      // Detaches from a provider that was removed or whose ID another element has now.
      if (this.#find() !== provider) return this.#attach();
      host.store = provider.store;
      host.locale = provider.locale;
      this.#applyTheme();
    };
    this.#cleanups.push(provider.consumers.subscribe(update));
    if (this.#replacesFilters) this.#cleanups.push(provider.consumers.adopt(host));
    update();
  };

  #detach(): void {
    if (this.#provider) this.#host.store = undefined;
    this.#provider = undefined;
    this.#applyTheme();
    for (const cleanup of this.#cleanups.splice(0)) cleanup();
  }

  #warn = (): void => {
    const { for: id } = this.#host;
    if (id === this.#warned) return;
    this.#warned = id!;
    console.warn(
      `<${this.#host.localName} for="${id}">: there is no <semantic-search id="${id}"> in the page.`,
    );
  };

  /** Returns the provider; undefined if it does not exist or is not defined yet. */
  #find(): StoreProvider | undefined {
    const { for: id } = this.#host;
    if (!id) return asProvider(closestAcrossShadowRoots(this.#host, 'semantic-search'));
    const root = this.#host.getRootNode() as Document | ShadowRoot;
    // Only its own shadow root has elements with unique IDs.
    return asProvider(root.getElementById(id) ?? [...providers].find((provider) => provider.id === id));
  }
}

const asProvider = (element: Element | null | undefined): StoreProvider | undefined =>
  element?.localName === 'semantic-search' && 'consumers' in element ? (element as StoreProvider) : undefined;
