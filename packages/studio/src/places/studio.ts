/** Studio: navigation between places, sign-in, and the router of their addresses. */
import type { ApiError } from '@semantic-search/client';
import { html, render, type TemplateResult } from 'lit';
import { Account } from '../editor/controller/account.ts';
import { signInForm, signInPrompt } from '../editor/panels/account-panel.ts';
import { askBeforeUnload, dialog, mayLeave, openDialogs } from '../editor/panels/dialogs.ts';
import { topBar } from '../editor/panels/top-bar.ts';
import { type PageData, type PlaceName, type PlaceParameters, placeNames, placeUrl } from '../page-data.ts';
import { reasonOf } from '../text/service-message.ts';
import { text } from '../text/text.ts';
import type { Place, PlaceContext } from './place.ts';

/** A visit loads only the code of the places that it shows. */
const loaders: Record<PlaceName, (context: PlaceContext) => Promise<Place>> = {
  searches: async (context) => new (await import('./searches.ts')).SearchesPlace(context),
  content: async (context) => (await import('./content/content.ts')).contentPlace(context),
  curation: async (context) => new (await import('./curation/curation.ts')).CurationPlace(context),
  insight: async (context) => new (await import('./insight/insight.ts')).InsightPlace(context),
  access: async (context) => (await import('./access/access.ts')).accessPlace(context),
};

export class Studio {
  readonly #root: HTMLElement;
  readonly #account: Account;
  readonly #hasManual: boolean;
  /** Name of the place; undefined for an address without one. */
  #name: PlaceName | undefined;
  #place: Place | undefined;
  #failure = '';
  /** Address of the place that is shown. */
  #address = '';
  /** Aborted when another place is opened. */
  #opening = new AbortController();
  #isSigningIn = false;
  #isBusy = false;

  constructor(root: HTMLElement, pageData: PageData) {
    this.#root = root;
    this.#account = new Account(pageData);
    this.#hasManual = pageData.hasManual;
    addEventListener('popstate', () => this.#goBack());
    askBeforeUnload(() => this.#place?.isDirty ?? false);
    root.addEventListener('click', (event) => this.#follow(event));
  }

  async open(): Promise<void> {
    await this.#account.open();
    await this.#show();
  }

  /** Loads the place of the address. */
  async #show(): Promise<void> {
    const [, requested = 'searches'] = /^\/studio\/(.+?)\/?$/.exec(location.pathname) ?? [];
    const name = placeNames.find((candidate) => candidate === requested);
    this.#opening.abort();
    this.#opening = new AbortController();
    const { signal } = this.#opening;
    this.#name = name;
    this.#address = location.href;
    this.#place?.leave?.();
    this.#place = undefined;
    this.#failure = name ? '' : text('problem_not-found');
    document.title = name ? text('studioTitle', { place: text(name) }) : text('studio');
    this.#render();
    // On a phone, the row of places scrolls.
    const current = this.#root.querySelector('.places [aria-current]');
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (!this.#account.session || !name) return;
    const place = await loaders[name]({
      account: this.#account,
      parameters: new URLSearchParams(location.search),
      update: () => this.#render(),
      signIn: () => this.#toggleSignIn({ isOpen: true }),
      open: (address) => this.#open(address),
      keep: (parameters) => signal.aborted || this.#keep(parameters),
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
    // A sign-in link in the address bar of an open studio loads no page.
    if (location.hash.startsWith('#code=')) location.reload();
    else if (mayLeave(this.#place)) void this.#show();
    else history.pushState(null, '', this.#address);
  }

  #keep(parameters: PlaceParameters): void {
    const all = { ...Object.fromEntries(new URLSearchParams(location.search)), ...parameters };
    history.replaceState(history.state, '', placeUrl(this.#name!, all));
    this.#address = location.href;
  }

  /** Follows links between places without loading a page. */
  #follow(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!link || !isPlain || link.target || link.download || !link.pathname.startsWith('/studio/')) return;
    event.preventDefault();
    this.#open(link.href);
  }

  #open(address: string): boolean {
    if (!mayLeave(this.#place)) return false;
    history.pushState(null, '', address);
    const find = (selector: string) => this.#root.querySelector<HTMLElement>(selector);
    void this.#show().then(() => (find('main [autofocus]') ?? find('h1'))?.focus());
    return true;
  }

  #render(): void {
    const { session } = this.#account;
    const close = () => this.#toggleSignIn({ isOpen: false });
    const use = (link?: string) => void this.#signIn(link);
    const content = () => signInForm({ account: this.#account, isBusy: this.#isBusy, use, close });
    render(
      html`${topBar({ account: this.#account, current: this.#name, searchPage: '/', hasManual: this.#hasManual })}
        <main class="place">
          <h1 tabindex="-1">${text(this.#name ?? 'studio')}</h1>
          ${session ? this.#content() : this.#signInPrompt()}
        </main>
        ${dialog({ id: 'dialog-sign-in', title: text('signIn'), isOpen: this.#isSigningIn, close, content })}`,
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
