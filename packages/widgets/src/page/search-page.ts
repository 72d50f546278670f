/** Search page after the first paint: body and actions (lazy). */
import type { RetrievedDocument } from '@semantic-search/contract';
import type { TemplateResult } from 'lit';
import { html } from 'lit';
import { slow } from '../markup/error-messages.ts';
import { resultsStyles } from '../results/results-styles.ts';
import { failed } from '../results/status.ts';
import { stateStyles } from '../results/status-styles.ts';
import type { SearchStore } from '../store/search-store.ts';
import { buttonStyles } from '../theme/button-styles.ts';
import { fieldStyles } from '../theme/field-styles.ts';
import { takeScrollPosition } from '../url-state/scroll-restoration.ts';
import { bodyStyles } from './body-styles.ts';
import { SessionTeller } from './event-dispatcher.ts';
import { FocusKeeper } from './focus-controller.ts';
import { LazyParts } from './lazy-components.ts';
import { PageActions } from './page-actions.ts';
import { firstParts, pageBody } from './page-body.ts';
import type { PageHost, PageKeepers } from './page-loader.ts';
import { PagePainter } from './theme-controller.ts';
import { toolbarStyles } from './toolbar-styles.ts';

/** Of the body and all in it. */
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
  readonly #parts: LazyParts;
  readonly #actions: PageActions;
  readonly #teller: SessionTeller;
  readonly #painter = new PagePainter();

  constructor(host: PageHost, keepers: PageKeepers) {
    this.#host = host;
    this.#parts = new LazyParts(host);
    this.#actions = new PageActions(host, { ...keepers, parts: this.#parts });
    this.#teller = new SessionTeller(host, { ...keepers, parts: this.#parts, actions: this.#actions });
    new FocusKeeper(host);
    const root = host.renderRoot as ShadowRoot;
    root.adoptedStyleSheets.push(...bodyAndPartsStyles.flatMap(({ styleSheet }) => styleSheet ?? []));
  }

  /** Begins with a session, and tells what has happened in it so far. */
  follow(session: SearchStore): void {
    this.#actions.started();
    if (session.document) this.#parts.need('detail');
    this.#teller.follow(session);
  }

  /** Of a session that has its settings, or failed to get them. */
  body(session: SearchStore, filtersElsewhere: boolean): TemplateResult {
    const { settings } = session;
    if (settings) return pageBody(this.#actions.view(session, settings, filtersElsewhere));
    const failure = failed(session, this.#host.locale);
    return html`<div class="body"><section class="main alone">${failure}</section></div>`;
  }

  /** Above what is still to come for the first time. */
  notice(session: SearchStore): TemplateResult | undefined {
    return session.isSlow ? slow(this.#host.locale, () => void session.retry()) : undefined;
  }

  /** Whether everything of the first answer can be shown; what is missing is asked for. */
  get isComplete(): boolean {
    const { settings, answer, error } = this.#host.session ?? {};
    if (!settings || !answer) return error !== undefined;
    return firstParts(settings).every((name) => {
      this.#parts.need(name);
      return this.#parts.isSettled(name);
    });
  }

  get example(): string {
    return this.#actions.example;
  }

  choose(event: CustomEvent<RetrievedDocument>): void {
    this.#actions.choose(event, event.detail, 0);
  }

  rendered(): void {
    const { settings, pending } = this.#host.session ?? {};
    if (settings) this.#painter.paint(this.#host, this.#host.renderRoot, settings.layout);
    if (this.#host.session && !pending) this.#actions.answered();
  }

  /** The first answer is on screen; a visitor who comes back gets the place in it that was left. */
  arrived(): void {
    const place = takeScrollPosition();
    if (!place || this.#host.session?.document) return;
    if (place.document) this.#actions.focusTitle(place.document, { preventScroll: true });
    scrollTo({ top: place.top, behavior: 'instant' });
  }
}

export { partLoaders } from './lazy-components.ts';
