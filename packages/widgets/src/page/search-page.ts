/** Search page after the first paint: body and actions (lazy). */
import type { RetrievedDocument } from '@semantic-search/contract';
import type { TemplateResult } from 'lit';
import { html } from 'lit';
import { slowNotice } from '../markup/error-messages.ts';
import { isReady } from '../results/results-list.ts';
import { resultsStyles } from '../results/results-styles.ts';
import { errorState } from '../results/status.ts';
import { stateStyles } from '../results/status-styles.ts';
import type { SearchStore } from '../store/search-store.ts';
import { buttonStyles } from '../theme/button-styles.ts';
import { fieldStyles } from '../theme/field-styles.ts';
import { takeScrollPosition } from '../url-state/scroll-position.ts';
import { EventDispatcher } from './event-dispatcher.ts';
import { FocusController } from './focus-controller.ts';
import { LazyComponents } from './lazy-components.ts';
import { PageActions } from './page-actions.ts';
import { initialComponents, pageBody } from './page-body.ts';
import type { PageControllers, PageHost } from './page-loader.ts';
import { bodyStyles } from './styles/body-styles.ts';
import { toolbarStyles } from './styles/toolbar-styles.ts';
import { paintSurfaces } from './surfaces.ts';

/** Styles of the body and its parts. */
export const bodyAndPartsStyles = [
  buttonStyles,
  fieldStyles,
  toolbarStyles,
  resultsStyles,
  stateStyles,
  bodyStyles,
];

export class SearchPage {
  readonly #host: PageHost;
  readonly #parts: LazyComponents;
  readonly #actions: PageActions;
  readonly #dispatcher: EventDispatcher;

  constructor(host: PageHost, controllers: PageControllers) {
    this.#host = host;
    this.#parts = new LazyComponents(host);
    this.#actions = new PageActions(host, { ...controllers, parts: this.#parts });
    this.#dispatcher = new EventDispatcher(host, {
      ...controllers,
      parts: this.#parts,
      actions: this.#actions,
    });
    new FocusController(host);
    const root = host.renderRoot as ShadowRoot;
    root.adoptedStyleSheets.push(...bodyAndPartsStyles.flatMap(({ styleSheet }) => styleSheet ?? []));
  }

  /** Subscribes to a store and reports its earlier changes. */
  follow(store: SearchStore): void {
    this.#actions.started();
    if (store.document) this.#parts.need('detail');
    this.#dispatcher.follow(store);
  }

  /** View of a store whose settings have loaded or failed to load. */
  body(store: SearchStore, filtersElsewhere: boolean): TemplateResult {
    const { settings } = store;
    if (settings) return pageBody(this.#actions.view(store, settings, filtersElsewhere));
    const failure = errorState(store, this.#host.locale);
    return html`<div class="body"><section class="main alone">${failure}</section></div>`;
  }

  /** The notice above the initial skeleton. */
  notice(store: SearchStore): TemplateResult | undefined {
    return store.isSlow ? slowNotice(this.#host.locale, () => void store.retry()) : undefined;
  }

  /** Whether all parts of the first response have loaded; loads missing ones. */
  get isComplete(): boolean {
    const { store } = this.#host;
    const { settings, response, error } = store ?? {};
    if (!settings || !response) return error !== undefined;
    const filters = initialComponents(settings).filter((name) => {
      this.#parts.need(name);
      return !this.#parts.isSettled(name);
    });
    return isReady({ settings, parts: this.#parts, store: store! }) && !filters.length;
  }

  get example(): string | undefined {
    return this.#actions.example;
  }

  choose(event: CustomEvent<RetrievedDocument>): void {
    this.#actions.choose(event, event.detail, 0);
  }

  rendered(): void {
    const { settings, pending } = this.#host.store ?? {};
    if (settings) paintSurfaces(this.#host, this.#host.renderRoot, settings.layout);
    if (this.#host.store && !pending) this.#actions.focusAfterResponse();
  }

  /** Restores scroll position and focus after the first response is rendered. */
  async arrived(): Promise<void> {
    const place = takeScrollPosition();
    if (!place || this.#host.store?.document) return;
    await this.#parts.need('furtherResults');
    if (place.document) this.#actions.focusTitle(place.document, { preventScroll: true });
    scrollTo({ top: place.top, behavior: 'instant' });
  }
}

export { componentLoaders } from './lazy-components.ts';
