/** Two-way sync of the store with the URL: shareable links, working Back button. */
import type { LitElement, ReactiveController } from 'lit';
import { emptyQuestion } from '../store/query-state.ts';
import type { SearchStore } from '../store/search-store.ts';
import { stateOfPage } from './history-state.ts';
import { takeKey } from './instance-keys.ts';
import { isInAddress, type Place, readAddress, writeAddress } from './url-state.ts';

interface Keeper extends LitElement {
  session: SearchStore | undefined;
  mode: 'dialog' | null;
  open(): void;
  close(): void;
  urlKey: string | null;
  noUrl: boolean;
}

/** In a history state: the instance that opened a document, and the number of entries since the list. */
type Opened = [key: string, steps: number];
const member = 'semantic-search-opened';
/** Marks the history entry of an overlay (filter drawer); changes made inside it replace the entry. */
export const covering = 'semantic-search-covering';

export class AddressKeeper implements ReactiveController {
  readonly #host: Keeper;
  /** The current history entry belongs to the text being typed; further keystrokes replace it. */
  #typing = false;
  /** A sync between URL and store is running, in either direction. */
  #isSyncing = false;
  #reserved: ReturnType<typeof takeKey> | undefined;

  constructor(host: Keeper) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('popstate', this.#handlePopstate);
    // Not all browsers support the Navigation API.
    globalThis.navigation?.addEventListener('currententrychange', this.#handleEntryChange);
    addEventListener('online', this.#online);
  }

  hostDisconnected(): void {
    removeEventListener('popstate', this.#handlePopstate);
    globalThis.navigation?.removeEventListener('currententrychange', this.#handleEntryChange);
    removeEventListener('online', this.#online);
    this.#reserved?.leave();
    this.#reserved = undefined;
  }

  /** Whether the URL contains state of this instance. */
  get isAsked(): boolean {
    return !this.#isDisabled && isInAddress(new URL(location.href), this.#key);
  }

  /** Removes the parameters of this instance from the URL, when the dialog is closed. */
  clear(): void {
    if (!this.isAsked) return;
    const empty: Place = { question: emptyQuestion, document: undefined };
    this.#sync(() => history.replaceState(history.state, '', this.of(empty)));
  }

  /** Restores the store from the URL; with URL sync disabled, from the previous store. */
  read(session: SearchStore, former: Place = session): void {
    const { question, document } = this.#isDisabled ? former : readAddress(new URL(location.href), this.#key);
    Object.assign(session, { question, document });
  }

  /** Typing replaces its history entry; every other change adds one. */
  write(session: SearchStore): void {
    if (!this.#isDisabled && !this.#isSyncing) this.#sync(() => this.#pushOrReplace(session));
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

  #pushOrReplace(session: SearchStore): void {
    const current = readAddress(new URL(location.href), this.#key);
    const { question, document } = session;
    // Different URLs may describe the same state; only a different state is written.
    if (JSON.stringify(current) === JSON.stringify({ question, document })) return;
    const next = this.of(session);
    const isTyping =
      current.question.input !== session.question.input &&
      JSON.stringify({ ...current.question, input: '', start: 0 }) ===
        JSON.stringify({ ...session.question, input: '', start: 0 });
    // Back must not lead to the broken link again.
    const isRepair = session.notice === 'filterGone' && current.document === document;
    if (isRepair || (isTyping && this.#typing) || stateOfPage()[covering])
      history.replaceState(history.state, '', next);
    else if (current.document && !document) this.#closeDocument(next);
    else history.pushState({ ...stateOfPage(), [member]: this.#openedState(current, session) }, '', next);
    this.#typing = isTyping;
  }

  /** Goes back to the list if the document was opened from it, so that Back does not reopen the document. */
  #closeDocument(next: string): void {
    const [key, steps] = this.#opened;
    if (key === this.#key) history.go(-steps!);
    else history.replaceState(history.state, '', next);
  }

  /** History state of a newly opened document: the number of entries back to the list. */
  #openedState(current: Place, { document }: SearchStore): Opened | undefined {
    if (!document || document === current.document) return undefined;
    const [key, steps = 0] = current.document ? this.#opened : [this.#key];
    return key === this.#key ? [key, steps + 1] : undefined;
  }

  get #opened(): Opened | [] {
    return (stateOfPage()[member] as Opened | undefined) ?? [];
  }

  /** Ends the typing phase: the next keystroke starts a new history entry. */
  commit(): void {
    this.#typing = false;
  }

  /** URL of `place`; undefined if URL sync is disabled. */
  link(place: Place): string | undefined {
    return this.#isDisabled ? undefined : this.of(place);
  }

  of(place: Place): string {
    return writeAddress(new URL(location.href), this.#key, place).href;
  }

  /** Disabled by the owner, or because the page has no URL of its own, such as one in `srcdoc`. */
  get #isDisabled(): boolean {
    return this.#host.noUrl || !/^(http|file)/.test(location.protocol);
  }

  get #key(): string {
    const given = this.#host.urlKey || this.#host.id;
    if (given) return given;
    this.#reserved ??= takeKey('search');
    return this.#reserved.key;
  }

  #handlePopstate = (): void => {
    const { mode, renderRoot } = this.#host;
    // The filter drawer handles Back itself.
    if (this.#isDisabled || renderRoot.querySelector('.sheet[open]')) return;
    // On phones, visitors go back to close a dialog.
    if (mode === 'dialog') this.isAsked ? this.#host.open() : this.#host.close();
    this.#typing = false;
    this.#readUrl();
  };

  /** Follows URL changes made by the page, such as those of a client-side router. */
  #handleEntryChange = ({ navigationType }: NavigationCurrentEntryChangeEvent): void => {
    const { mode } = this.#host;
    const isIgnored = this.#isSyncing || this.#isDisabled || stateOfPage()[covering];
    if (isIgnored || navigationType === 'traverse' || (mode === 'dialog' && !this.isAsked)) return;
    if (mode === 'dialog') this.#host.open();
    this.#readUrl();
  };

  #readUrl(): void {
    const { session } = this.#host;
    if (!session) return;
    const { question, document } = readAddress(new URL(location.href), this.#key);
    this.#sync(() => {
      if (document !== session.document) session.show(document);
      if (JSON.stringify(question) !== JSON.stringify(session.question)) void session.change(question);
    });
  }

  #online = (): void => {
    if (this.#host.session?.error?.code === 'unreachable') void this.#host.session.retry();
  };
}
