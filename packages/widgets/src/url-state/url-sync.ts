/** Two-way sync of the store with URL and history, for shareable links, Back and Forward. */
import type { ReactiveController } from 'lit';
import { initialQuery, isSameQuery } from '../store/query-state.ts';
import type { SearchHost } from '../store/search-context.ts';
import type { SearchStore } from '../store/search-store.ts';
import { listen } from '../store/window-events.ts';
import { historyState, writeHistory } from './history-entry.ts';
import { hasUrlState, readUrlState, type UrlState, writeUrlState } from './url-state.ts';

/** In a history state: the key of the search that opened a document, and the number of entries since the list. */
type Opened = [key: string, steps: number];
const openedMember = 'semantic-search-opened';
/** Marks the history entry of the filter drawer; changes made in the drawer replace the entry. */
export const drawerMember = 'semantic-search-drawer';

export class UrlSync implements ReactiveController {
  readonly #host: SearchHost;
  /** The current history entry belongs to a text that the visitor is still typing; further keystrokes replace it. */
  #isTypedEntry = false;
  /** A sync between URL and store is running, in either direction. */
  #isSyncing = false;
  /** Key of an instance that has neither `url-key` nor `id`. */
  #reservedKey: string | undefined;

  constructor(host: SearchHost) {
    this.#host = host;
    host.addController(this);
    listen(host, 'popstate', () => this.#handlePopstate());
    // In Safari, a page from the back/forward cache gets no other event.
    listen(host, 'pageshow', ({ persisted }) => persisted && this.#readUrl());
  }

  hostConnected(): void {
    // Not all browsers support the Navigation API.
    globalThis.navigation?.addEventListener('currententrychange', this.#handleEntryChange);
  }

  hostDisconnected(): void {
    globalThis.navigation?.removeEventListener('currententrychange', this.#handleEntryChange);
    if (this.#reservedKey) reservedKeys.delete(this.#reservedKey);
    this.#reservedKey = undefined;
  }

  /** Whether the URL contains state of this instance. */
  get hasUrlState(): boolean {
    return !this.#isDisabled && hasUrlState(new URL(location.href), this.#key);
  }

  /** Removes the parameters of this instance from the URL, when the dialog is closed. */
  clear(): void {
    if (!this.hasUrlState) return;
    const empty: UrlState = { query: initialQuery, document: undefined };
    this.#sync(() => writeHistory('replaceState', history.state, this.#urlOf(empty)));
  }

  /** Restores the store from the URL; if it lacks the state, from the previous store. */
  read(store: SearchStore, previous: UrlState = store): void {
    const { query, document } = this.#isDisabled ? previous : this.#urlState;
    Object.assign(store, { query, document });
  }

  /** Writes the state of the store. Typing replaces its history entry; every other change adds one. */
  write(store: SearchStore): void {
    if (!this.#isDisabled && !this.#isSyncing) this.#sync(() => this.#pushOrReplace(store));
  }

  /** Runs `change` without reacting to the events that it causes. */
  #sync(change: () => void): void {
    this.#isSyncing = true;
    try {
      change();
    } finally {
      this.#isSyncing = false;
    }
  }

  #pushOrReplace(store: SearchStore): void {
    const current = this.#urlState;
    const { query, document } = store;
    const hasQueryChanged = !isSameQuery(current.query, query);
    // Different URLs may describe the same state; only a different state is written.
    if (!hasQueryChanged && current.document === document) return;
    const nextUrl = this.#urlOf(store);
    const { input, start } = query;
    const isTyping = current.query.input !== input && isSameQuery({ ...current.query, input, start }, query);
    const continuesTyping = isTyping && this.#isTypedEntry;
    this.#isTypedEntry = isTyping;
    // Back must not lead to the broken link again.
    const isRepair = store.notice === 'filterGone' && current.document === document;
    if (isRepair || continuesTyping || historyState()[drawerMember])
      writeHistory('replaceState', history.state, nextUrl);
    else if (current.document && !document && !hasQueryChanged) this.#closeDocument(nextUrl);
    else {
      const state = { ...historyState(), [openedMember]: this.#openedState(current, store) };
      writeHistory('pushState', state, nextUrl);
    }
  }

  /** Goes back to the list if the document was opened from it, so that Back does not reopen the document. */
  #closeDocument(nextUrl: string): void {
    const [key, steps] = this.#opened;
    if (key === this.#key) history.go(-steps!);
    else writeHistory('replaceState', history.state, nextUrl);
  }

  /** History state of a newly opened document: the number of entries back to the list. */
  #openedState(current: UrlState, { document }: SearchStore): Opened | undefined {
    if (!document || document === current.document) return undefined;
    const [key, steps = 0] = current.document ? this.#opened : [this.#key];
    return key === this.#key ? [key, steps + 1] : undefined;
  }

  get #urlState(): UrlState {
    return readUrlState(new URL(location.href), this.#key);
  }

  get #opened(): Opened | [] {
    return (historyState()[openedMember] as Opened | undefined) ?? [];
  }

  /** Ends the typing phase: the next keystroke starts a new history entry. */
  commit(): void {
    this.#isTypedEntry = false;
  }

  /** URL of `state`; undefined if URL sync is disabled. */
  linkTo(state: UrlState): string | undefined {
    return this.#isDisabled ? undefined : this.#urlOf(state);
  }

  #urlOf(state: UrlState): string {
    return writeUrlState(new URL(location.href), this.#key, state).href;
  }

  /** Disabled by the owner, in a page without a URL (`srcdoc`) and after removal: late events must not keep the key from a successor. */
  get #isDisabled(): boolean {
    return this.#host.noUrl || !this.#host.isConnected || !/^(http|file)/.test(location.protocol);
  }

  get #key(): string {
    this.#reservedKey ??= this.#host.urlKey || this.#host.id ? undefined : reserveKey('search');
    return this.#host.urlKey || this.#host.id || this.#reservedKey!;
  }

  /** Back and Forward restore the query and the document of the history entry. */
  #handlePopstate(): void {
    const { mode, renderRoot } = this.#host;
    // The filter drawer handles Back itself.
    if (this.#isDisabled || renderRoot.querySelector('.drawer[open]')) return;
    // On phones, visitors go back to close a dialog.
    if (mode === 'dialog' && this.hasUrlState) this.#host.open();
    else if (mode === 'dialog') this.#host.close();
    this.#isTypedEntry = false;
    const { store } = this.#host;
    const query = store?.query;
    this.#readUrl();
    // After Back, nothing has the focus. After other changes of the history, the visitor may still be typing.
    if (store?.query !== query) renderRoot.querySelector('semantic-search-box')?.blur();
  }

  /** Follows URL changes made by the page, for example by a client-side router. */
  #handleEntryChange = ({ navigationType, from }: NavigationCurrentEntryChangeEvent): void => {
    if (this.#isSyncing || navigationType === 'traverse' || historyState()[drawerMember]) return;
    const isDialog = this.#host.mode === 'dialog';
    if (isDialog && navigationType === 'push' && this.#leavesDialog(new URL(from.url ?? location.href))) {
      this.clear();
      this.#host.close();
    } else if (isDialog) {
      if (!this.hasUrlState) return;
      this.#host.open();
    }
    this.#readUrl();
  };

  /** Whether a link led from `previous` to a heading, or a router to another page, which the dialog would cover. */
  #leavesDialog(previous: URL): boolean {
    const isOtherHash = previous.hash !== location.hash;
    if (this.hasUrlState) return isOtherHash && previous.search === location.search;
    return isOtherHash || previous.pathname !== location.pathname;
  }

  #readUrl(): void {
    const { store } = this.#host;
    if (!store || this.#isDisabled) return;
    const { query, document } = this.#urlState;
    this.#sync(() => {
      // The document comes last, because a new query may close it.
      if (!isSameQuery(query, store.query)) void store.change(query);
      if (document !== store.document) store.showDocument(document);
    });
  }
}

const reservedKeys = new Set<string>();

/** Reserves the preferred key, with a number appended if another instance on the page uses that key. */
function reserveKey(preferredKey: string): string {
  let key = preferredKey;
  for (let number = 2; reservedKeys.has(key); number++) key = `${preferredKey}-${number}`;
  reservedKeys.add(key);
  return key;
}
