/** Studio: navigation between places, sign-in, and the router of their addresses. */
import type { ApiError } from '@semantic-search/client';
import { html, render, type TemplateResult } from 'lit';
import { Account } from '../editor/controller/account.ts';
import { signInForm, signInPrompt } from '../editor/panels/account-panel.ts';
import { dialog, openDialogs } from '../editor/panels/dialogs.ts';
import { topBar } from '../editor/panels/top-bar.ts';
import { addressOf, type PageData, type Parameters, type PlaceName, placeNames } from '../page-data.ts';
import { text } from '../text/text.ts';
import { type Place, type PlaceContext, reasonOf } from './place.ts';

type MakePlace = (context: PlaceContext) => Place;

const loaders: Record<PlaceName, () => Promise<MakePlace>> = {
  searches: async () => (await import('./searches.ts')).searchesPlace,
  content: async () => (await import('./content/content.ts')).contentPlace,
  curation: async () => (await import('./curation/curation.ts')).curationPlace,
  insight: async () => (await import('./insight/insight.ts')).insightPlace,
  access: async () => (await import('./access/access.ts')).accessPlace,
};

export class Studio {
  readonly #root: HTMLElement;
  readonly #account: Account;
  readonly #hasManual: boolean;
  #name: PlaceName = 'searches';
  #place: Place | undefined;
  #failure = '';
  /** Address of the place that is shown. */
  #address = '';
  /** Aborted when another place is opened. */
  #opening = new AbortController();
  #isSigningIn = false;
  #isBusy = false;

  constructor(root: HTMLElement, start: PageData) {
    this.#root = root;
    this.#account = new Account(start);
    this.#hasManual = start.hasManual;
    addEventListener('popstate', () => this.#goBack());
    addEventListener('beforeunload', (event) => this.#place?.isDirty && event.preventDefault());
    root.addEventListener('click', (event) => this.#follow(event));
  }

  async open(): Promise<void> {
    await this.#account.open();
    await this.#show();
  }

  /** Loads the place of the address. */
  async #show(): Promise<void> {
    const [, requested = 'searches'] = /^\/studio\/(.+?)\/?$/.exec(location.pathname) ?? [];
    const known = placeNames.find((candidate) => candidate === requested);
    const name = known ?? 'searches';
    this.#opening.abort();
    this.#opening = new AbortController();
    const { signal } = this.#opening;
    this.#name = name;
    this.#address = location.href;
    this.#place?.leave?.();
    this.#place = undefined;
    this.#failure = known ? '' : text('problem_not-found');
    document.title = text('studioTitle', { place: text(name) });
    this.#render();
    // On a phone, the row of places scrolls.
    const current = this.#root.querySelector('.places [aria-current]');
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (!this.#account.session || !known) return;
    const place = (await loaders[name]())({
      account: this.#account,
      parameters: new URLSearchParams(location.search),
      update: () => this.#render(),
      signIn: () => this.#toggleSignIn({ isOpen: true }),
      keep: (parameters) => this.#keep(parameters),
    });
    const error = await place.load().then(
      () => undefined,
      (thrown: ApiError) => thrown,
    );
    if (signal.aborted) return place.leave?.();
    this.#failure = error ? reasonOf(error) : '';
    if (error?.code === 'unauthorized') this.#account.end(this.#failure);
    this.#place = place;
    this.#render();
  }

  /** Shows the place of the address, to which the person went back or forward. */
  #goBack(): void {
    if (this.#mayLeave) void this.#show();
    else history.pushState(null, '', this.#address);
  }

  get #mayLeave(): boolean {
    return !this.#place?.isDirty || confirm(text('leaveWithoutSaving'));
  }

  #keep(parameters: Parameters): void {
    const all = { ...Object.fromEntries(new URLSearchParams(location.search)), ...parameters };
    history.replaceState(history.state, '', addressOf(this.#name, all));
    this.#address = location.href;
  }

  /** Follows links between places without loading a page. */
  #follow(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!link || !isPlain || link.target || link.download || !link.pathname.startsWith('/studio/')) return;
    event.preventDefault();
    if (!this.#mayLeave) return;
    history.pushState(null, '', link.href);
    const find = (selector: string) => this.#root.querySelector<HTMLElement>(selector);
    void this.#show().then(() => (find('main [autofocus]') ?? find('h1'))?.focus());
  }

  #render(): void {
    const { session } = this.#account;
    const close = () => this.#toggleSignIn({ isOpen: false });
    const use = (link?: string) => void this.#signIn(link);
    const content = () => signInForm({ account: this.#account, isBusy: this.#isBusy, use, close });
    const title = text('signIn');
    render(
      html`${topBar({ account: this.#account, current: this.#name, searchPage: '/', hasManual: this.#hasManual })}
        <main class="place">
          <h1 tabindex="-1">${text(this.#name)}</h1>
          ${session ? this.#content() : this.#signInPrompt()}
        </main>
        ${dialog({ id: 'dialog-sign-in', title, isOpen: this.#isSigningIn, close, content })}`,
      this.#root,
    );
    openDialogs(this.#root);
  }

  #content(): TemplateResult {
    if (this.#failure) return html`<p class="problem" role="alert">${this.#failure}</p>`;
    return this.#place?.render() ?? html`<p class="notice" role="status">${text('loading')}</p>`;
  }

  #signInPrompt(): TemplateResult {
    const open = () => this.#toggleSignIn({ isOpen: true });
    const use = () => void this.#signIn();
    return signInPrompt({ account: this.#account, purpose: 'signInToSee', use, open });
  }

  #toggleSignIn({ isOpen }: { isOpen: boolean }): void {
    if (this.#isSigningIn === isOpen) return;
    this.#isSigningIn = isOpen;
    this.#account.rejection = '';
    this.#render();
  }

  async #signIn(link?: string): Promise<void> {
    this.#isBusy = true;
    const isAccepted = await this.#account.signIn(link);
    this.#isBusy = false;
    if (isAccepted) this.#isSigningIn = false;
    // After a session has ended, the place still has unsaved work.
    if (isAccepted && !this.#place?.isDirty) await this.#show();
    else this.#render();
  }
}
