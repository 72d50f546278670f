/** Provider lookup: finds the `<semantic-search>` of an element and uses its store (lazy). */
import type { ReactiveController } from 'lit';
import type { Locale } from '../locale/locale.ts';
import type { StoreConsumer } from './consumer-controller.ts';
import type { StoreConsumers } from './consumers.ts';
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
  readonly #standsIn: boolean;
  #owner: StoreProvider | undefined;
  /** Whether the host looks up a provider; false if it got its store as a property. */
  #looks = false;
  #leave: (() => void)[] = [];
  #doubt: ReturnType<typeof setTimeout> | undefined;
  #warned: string | undefined;

  constructor(host: StoreConsumer, standsIn: boolean) {
    this.#host = host;
    this.#standsIn = standsIn;
    host.addController(this);
  }

  hostConnected(): void {
    this.#looks = !this.#host.store;
    if (!this.#looks) return;
    this.#attach();
    // The provider may be added or defined later; it fires an event when it is usable.
    document.addEventListener('semantic-search-ready', this.#attach);
  }

  hostDisconnected(): void {
    document.removeEventListener('semantic-search-ready', this.#attach);
    this.#looks = false;
    clearTimeout(this.#doubt);
    this.#detach();
  }

  /** `for` may have changed. */
  hostUpdated(): void {
    if (this.#looks) void this.#host.updateComplete.then(this.#attach);
    this.#takeTheme();
  }

  #takeTheme(): void {
    const theme = this.#host.theme ? null : (this.#owner?.theme ?? null);
    this.#host.style.setProperty('--semantic-search-scheme', theme);
  }

  #attach = (): void => {
    if (!this.#looks) return;
    const host = this.#host;
    const owner = this.#find();
    clearTimeout(this.#doubt);
    if (!owner && host.for) this.#doubt = setTimeout(this.#warn, PROVIDER_TIMEOUT_MS);
    if (owner === this.#owner) return;
    this.#detach();
    this.#owner = owner;
    if (!owner) return;
    const take = () => {
      // Detaches from a provider that was removed or whose ID another element has now.
      if (this.#find() !== owner) return this.#attach();
      host.store = owner.store;
      host.locale = owner.locale;
      this.#takeTheme();
    };
    this.#leave.push(owner.consumers.follow(take));
    if (this.#standsIn) this.#leave.push(owner.consumers.adopt(host));
    take();
  };

  #detach(): void {
    if (this.#owner) this.#host.store = undefined;
    this.#owner = undefined;
    this.#takeTheme();
    for (const leave of this.#leave.splice(0)) leave();
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
    const root = this.#host.getRootNode() as Document | ShadowRoot;
    const found = id ? root.getElementById(id) : this.#host.closest('semantic-search');
    const isProvider = found?.localName === 'semantic-search' && 'consumers' in found;
    return isProvider ? (found as StoreProvider) : undefined;
  }
}
