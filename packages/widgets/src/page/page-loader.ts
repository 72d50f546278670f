/** Loader of everything after the first paint; replaces server-rendered content. */
import { ApiError } from '@semantic-search/client';
import type { LitElement } from 'lit';
import { emit } from '../events.ts';
import { tryImport } from '../lazy-import.ts';
import { type Locale, loadLocale } from '../locale/locale.ts';
import type { StoreConsumers } from '../store/consumers.ts';
import type { SearchStore } from '../store/search-store.ts';
import type { UrlSync } from '../url-state/url-sync.ts';
import type { Announcer } from './announcer.ts';
import type { ResizeController } from './resize-controller.ts';
import type { SearchDialog } from './search-dialog.ts';
import type { SearchPage } from './search-page.ts';

export interface PageHost extends LitElement {
  readonly noShortcut: boolean;
  readonly ready: Promise<void>;
  open(): void;
  readonly store: SearchStore | undefined;
  locale: Locale;
  readonly headingLevel: number;
  readonly noActions: boolean;
}

export interface PageControllers {
  urlSync: UrlSync;
  announcer: Announcer;
  consumers: StoreConsumers;
  width: ResizeController;
}

export class PageLoader {
  /** Undefined until loaded. */
  page: SearchPage | undefined;
  isBroken = false;
  /** Renders the message of a page without a configuration. */
  unconfigured: typeof import('./unconfigured.ts').unconfigured | undefined;
  /** Set in dialog mode only. */
  dialog: SearchDialog | undefined;
  /** The element shows server-rendered content that it has not replaced yet. */
  isServerRendered: boolean;
  readonly #host: PageHost;
  readonly #controllers: PageControllers;
  #isLocaleLoaded = false;
  #later: Promise<void> | undefined;
  #hydrate: typeof import('./hydration.ts').hydrate | undefined;

  constructor(host: PageHost, controllers: PageControllers) {
    this.#host = host;
    this.#controllers = controllers;
    this.isServerRendered = Boolean(host.shadowRoot?.firstChild);
  }

  async loadLocale(tag: string): Promise<void> {
    const locale = await tryImport(loadLocale(tag));
    this.#isLocaleLoaded = true;
    if (locale) this.#host.locale = locale;
    // Before the locale has loaded: in English.
    else this.#host.requestUpdate();
  }

  /**
   * Loads results, settings and the rest of the page in parallel; resolves when they, or an error, are
   * rendered. Without a store, no request is sent.
   */
  async begin(store: SearchStore | undefined): Promise<void> {
    const loaded = this.#load().catch(this.showFailure);
    if (!store) return this.#reportUnconfigured().catch(this.showFailure);
    this.page?.follow(store);
    await Promise.all([this.#open(store), loaded]);
    await this.#host.updateComplete;
    await this.page?.arrived();
    this.#loadLater();
  }

  #loadLater(): void {
    this.#later ??= tryImport(import('./later.ts')).then((loaded) => loaded?.addLater(this.#host));
  }

  async #load(): Promise<void> {
    if (this.page) return;
    const hydration = this.isServerRendered && import('./hydration.ts');
    const { SearchPage } = await import('./search-page.ts');
    if (hydration) this.#hydrate = (await hydration).hydrate;
    if (this.page) return;
    this.page = new SearchPage(this.#host, this.#controllers);
    if (this.#host.store) this.page.follow(this.#host.store);
    this.#host.requestUpdate();
  }

  async #reportUnconfigured(): Promise<void> {
    const { missingConfigurationMessage, unconfigured } = await import('./unconfigured.ts');
    this.unconfigured = unconfigured;
    this.#host.requestUpdate();
    const detail = missingConfigurationMessage(this.#host);
    console.warn(detail);
    this.#emitError(detail);
  }

  async openDialog(): Promise<void> {
    await this.loadDialog();
    await this.#host.updateComplete;
    this.dialog?.open();
    const box = () => this.#host.renderRoot.querySelector('semantic-search-box');
    // Visitors type before the results are there; a link opens with its results.
    if (!box() || this.#controllers.urlSync.hasUrlState) await this.#host.ready;
    await this.#host.updateComplete;
    await box()?.updateComplete;
    this.dialog?.focus();
  }

  async loadDialog(): Promise<void> {
    if (this.dialog) return;
    this.#loadLater();
    try {
      const { SearchDialog } = await import('./search-dialog.ts');
      this.dialog ??= new SearchDialog(this.#host, this.#controllers.width);
      this.#host.requestUpdate();
    } catch (cause) {
      this.showFailure(cause);
    }
  }

  /** Server-rendered content stays until it can be replaced completely; it works without scripts. */
  get awaitsHydration(): boolean {
    return this.isServerRendered && !(this.#isLocaleLoaded && this.#hydrate && this.page?.isComplete);
  }

  /** Loads settings and results, unless the server-rendered content has its response. */
  async #open(store: SearchStore): Promise<void> {
    const hydration = this.isServerRendered
      ? await import('./hydration.ts').catch(() => undefined)
      : undefined;
    if (!hydration?.adoptRendered(this.#host.shadowRoot!, store)) await store.load();
  }

  /** Replaces the server-rendered content, if there is any and everything has loaded. */
  hydrate(): void {
    if (!this.isServerRendered || this.awaitsHydration) return;
    this.#hydrate!(this.#host, this.#host.renderOptions.renderBefore as ChildNode);
    this.isServerRendered = false;
  }

  /** Shows an error message because loading or rendering failed. */
  showFailure = (cause: unknown): void => {
    console.error('<semantic-search>: failed to load the page', cause);
    this.isBroken = true;
    this.#host.requestUpdate();
    this.#emitError('The search page could not be loaded.', cause);
  };

  #emitError(detail: string, cause?: unknown): void {
    const error = new ApiError({ status: 0, code: 'unreadable', detail, cause });
    emit(this.#host, 'semantic-search-error', { error });
  }
}
