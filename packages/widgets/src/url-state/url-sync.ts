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

/** In the state of an entry of the history: which instance opened a document, and how many steps ago the list was left. */
type Opened = [key: string, steps: number];
const member = 'semantic-search-opened';
/** In the state of an entry that has been made for what covers the page: what is chosen there makes no further ones. */
export const covering = 'semantic-search-covering';

export class AddressKeeper implements ReactiveController {
  readonly #host: Keeper;
  /** The input as typed so far has an entry of its own, which further keystrokes replace. */
  #typing = false;
  /** The address is being written from the session, or the session from the address. */
  #isHeld = false;
  #taken: ReturnType<typeof takeKey> | undefined;

  constructor(host: Keeper) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('popstate', this.#back);
    // Not every browser tells of it.
    globalThis.navigation?.addEventListener('currententrychange', this.#led);
    addEventListener('online', this.#online);
  }

  hostDisconnected(): void {
    removeEventListener('popstate', this.#back);
    globalThis.navigation?.removeEventListener('currententrychange', this.#led);
    removeEventListener('online', this.#online);
    this.#taken?.leave();
    this.#taken = undefined;
  }

  /** The address asks this instance for something. */
  get isAsked(): boolean {
    return !this.#isLeftAlone && isInAddress(new URL(location.href), this.#key);
  }

  /** Takes this instance out of the address, when what it showed is put away. */
  clear(): void {
    if (!this.isAsked) return;
    const empty: Place = { question: emptyQuestion, document: undefined };
    this.#hold(() => history.replaceState(history.state, '', this.of(empty)));
  }

  /** Where the address is left alone, the visitor goes on with what was asked before. */
  read(session: SearchStore, former: Place = session): void {
    const { question, document } = this.#isLeftAlone
      ? former
      : readAddress(new URL(location.href), this.#key);
    Object.assign(session, { question, document });
  }

  /** What is typed replaces its own entry; every other step gets a new one. */
  write(session: SearchStore): void {
    if (!this.#isLeftAlone && !this.#isHeld) this.#hold(() => this.#step(session));
  }

  /** What changes here is not taken for a change by others. */
  #hold(change: () => void): void {
    this.#isHeld = true;
    try {
      change();
    } finally {
      this.#isHeld = false;
    }
  }

  #step(session: SearchStore): void {
    const here = readAddress(new URL(location.href), this.#key);
    const { question, document } = session;
    // The same place may be spelled in more than one way; only another place is a step.
    if (JSON.stringify(here) === JSON.stringify({ question, document })) return;
    const next = this.of(session);
    const typed =
      here.question.input !== session.question.input &&
      JSON.stringify({ ...here.question, input: '', start: 0 }) ===
        JSON.stringify({ ...session.question, input: '', start: 0 });
    // Back must not lead to the broken link again.
    const mended = session.notice === 'filterGone' && here.document === document;
    if (mended || (typed && this.#typing) || stateOfPage()[covering])
      history.replaceState(history.state, '', next);
    else if (here.document && !document) this.#leave(next);
    else history.pushState({ ...stateOfPage(), [member]: this.#opening(here, session) }, '', next);
    this.#typing = typed;
  }

  /** A document that was opened here is left by the way it was entered, so that Back does not open it again. */
  #leave(next: string): void {
    const [key, steps] = this.#opened;
    if (key === this.#key) history.go(-steps!);
    else history.replaceState(history.state, '', next);
  }

  /** For the entry of a document that is opened from the list, or from another one: how many steps lead back there. */
  #opening(here: Place, { document }: SearchStore): Opened | undefined {
    if (!document || document === here.document) return undefined;
    const [key, steps = 0] = here.document ? this.#opened : [this.#key];
    return key === this.#key ? [key, steps + 1] : undefined;
  }

  get #opened(): Opened | [] {
    return (stateOfPage()[member] as Opened | undefined) ?? [];
  }

  /** The question is meant as it stands: the next keystroke starts a new entry. */
  commit(): void {
    this.#typing = false;
  }

  /** What a link to `place` leads to; undefined where the page's address says nothing of it. */
  link(place: Place): string | undefined {
    return this.#isLeftAlone ? undefined : this.of(place);
  }

  of(place: Place): string {
    return writeAddress(new URL(location.href), this.#key, place).href;
  }

  /** As the owner wants it, or the browser: a page without an address of its own, as of `srcdoc`, can write none. */
  get #isLeftAlone(): boolean {
    return this.#host.noUrl || !/^(http|file)/.test(location.protocol);
  }

  get #key(): string {
    const given = this.#host.urlKey || this.#host.id;
    if (given) return given;
    this.#taken ??= takeKey('search');
    return this.#taken.key;
  }

  #back = (): void => {
    const { mode, renderRoot } = this.#host;
    // What covers the page is closed first, by itself.
    if (this.#isLeftAlone || renderRoot.querySelector('.sheet[open]')) return;
    // On a phone people go back to close what covers the page.
    if (mode === 'dialog') this.isAsked ? this.#host.open() : this.#host.close();
    this.#typing = false;
    this.#follow();
  };

  /** The page itself leads to another question, as by a link that its router takes. */
  #led = ({ navigationType }: NavigationCurrentEntryChangeEvent): void => {
    const { mode } = this.#host;
    const isOurs = this.#isHeld || this.#isLeftAlone || stateOfPage()[covering];
    if (isOurs || navigationType === 'traverse' || (mode === 'dialog' && !this.isAsked)) return;
    if (mode === 'dialog') this.#host.open();
    this.#follow();
  };

  #follow(): void {
    const { session } = this.#host;
    if (!session) return;
    const { question, document } = readAddress(new URL(location.href), this.#key);
    this.#hold(() => {
      if (document !== session.document) session.show(document);
      if (JSON.stringify(question) !== JSON.stringify(session.question)) void session.change(question);
    });
  }

  #online = (): void => {
    if (this.#host.session?.error?.code === 'unreachable') void this.#host.session.retry();
  };
}
