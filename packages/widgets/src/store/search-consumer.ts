/** Reactive controller that connects an element to the `<semantic-search>` whose store it shows. */
import { ContextEvent } from '@lit/context';
import type { LitElement, ReactiveController } from 'lit';
import type { Locale } from '../locale/locale.ts';
import { type SearchContext, searchContext, searches } from './search-context.ts';
import type { SearchStore } from './search-store.ts';
import { followStore } from './store-subscription.ts';

interface SearchConsumerHost extends LitElement {
  /** ID of the search; null for the nearest ancestor. */
  for: string | null;
  store: SearchStore | undefined;
  locale: Locale;
  /** `light` or `dark`; null for the theme of the search. */
  theme: string | null;
}

/** Time for the named search to appear before a warning is logged. */
const SEARCH_TIMEOUT_MS = 1000;

/** Gives `host` the store, locale and theme of its search. With `replacesFilters`, `host` replaces the search's filters. */
export class SearchConsumer implements ReactiveController {
  readonly #host: SearchConsumerHost;
  readonly #replacesFilters: boolean;
  /** The target of the context request: the search with the ID, or the host itself, from which the request bubbles. */
  #target: Element | undefined;
  /** The theme of the search. */
  #theme: string | null = null;
  /** Functions that end the connection; empty while the host has no search. */
  #cleanups: (() => void)[] = [];
  #warningTimer: ReturnType<typeof setTimeout> | undefined;
  #warnedId: string | null = null;

  constructor(host: SearchConsumerHost, { replacesFilters = false } = {}) {
    this.#host = host;
    this.#replacesFilters = replacesFilters;
    host.addController(this);
    followStore(host);
  }

  hostConnected(): void {
    this.#connect();
    // The search may be added or defined later.
    document.addEventListener('context-provider', this.#connect);
  }

  hostDisconnected(): void {
    document.removeEventListener('context-provider', this.#connect);
    clearTimeout(this.#warningTimer);
    this.#disconnect();
  }

  get #isConnected(): boolean {
    return this.#cleanups.length > 0;
  }

  /** Connects again, because the attributes `for` and `theme` may have changed. */
  hostUpdated(): void {
    if (this.#host.isConnected) this.#connect();
    this.#host.style.setProperty('--semantic-search-scheme', this.#host.theme ? null : this.#theme);
  }

  readonly #connect = (): void => {
    const { for: id } = this.#host;
    const target = id ? this.#searchWithId(id) : this.#host;
    if (this.#isConnected && target === this.#target) return;
    this.#disconnect();
    this.#target = target;
    target?.dispatchEvent(new ContextEvent(searchContext, this.#host, this.#receive, true));
    clearTimeout(this.#warningTimer);
    if (id && !target) this.#warningTimer = setTimeout(() => this.#warn(id), SEARCH_TIMEOUT_MS);
  };

  readonly #receive = (context: SearchContext, unsubscribe?: () => void): void => {
    const host = this.#host;
    if (!this.#isConnected) {
      this.#cleanups.push(unsubscribe!);
      if (this.#replacesFilters) this.#cleanups.push(context.addPanel(host));
    }
    host.store = context.store;
    host.locale = context.locale;
    if (context.theme !== this.#theme) host.requestUpdate();
    this.#theme = context.theme;
  };

  #disconnect(): void {
    if (!this.#isConnected) return;
    for (const cleanup of this.#cleanups.splice(0)) cleanup();
    this.#host.store = undefined;
    this.#theme = null;
  }

  /** Looks in the host's own root first, because IDs are unique only within a root. */
  #searchWithId(id: string): Element | undefined {
    const root = this.#host.getRootNode() as Document | ShadowRoot;
    const searchInRoot = root.querySelector(`semantic-search#${CSS.escape(id)}`);
    return searchInRoot ?? [...searches].find((search) => search.id === id);
  }

  #warn(id: string): void {
    if (id === this.#warnedId) return;
    this.#warnedId = id;
    const { localName } = this.#host;
    console.warn(`<${localName} for="${id}">: there is no <semantic-search id="${id}"> in the page.`);
  }
}
