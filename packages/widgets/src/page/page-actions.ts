/** Actions of the search page: change the query, open documents, preserve the focus. */
import type { ConfigurationSettings, RetrievedDocument } from '@semantic-search/contract';
import type { LitElement } from 'lit';
import { emit, opensElsewhere } from '../events.ts';
import type { Locale } from '../locale/locale.ts';
import { safeLink } from '../markup/safe-url.ts';
import type { ActionsPlace } from '../results/view-model.ts';
import { selectionAfterChoice } from '../store/checkbox-state.ts';
import { noFilters, type QueryState } from '../store/query-state.ts';
import type { SearchStore } from '../store/search-store.ts';
import type { UrlSync } from '../url-state/url-sync.ts';
import type { LazyComponents } from './lazy-components.ts';
import type { PageView } from './page-body.ts';
import type { ResizeController } from './resize-controller.ts';

interface Page extends LitElement {
  readonly store: SearchStore | undefined;
  readonly locale: Locale;
  readonly headingLevel: number;
  readonly noActions: boolean;
}

interface Helpers {
  urlSync: UrlSync;
  parts: LazyComponents;
  width: ResizeController;
}

export class PageActions {
  /** Example query; undefined until a response has concepts. */
  example: string | undefined;
  readonly #page: Page;
  readonly #helpers: Helpers;
  #similarOpen: ReadonlySet<string> = new Set();
  #actionsOpen: ActionsPlace | undefined;
  /** Focus target after the next response: the heading, or the title of the first new result. */
  #focusNext: 'heading' | number | undefined;
  /** The visitor opened the detail view; one opened from the URL does not take the focus. */
  #openedHere = false;
  /** ID of the document whose detail view was open, to restore the focus to its title. */
  #closed: string | undefined;

  constructor(page: Page, helpers: Helpers) {
    this.#page = page;
    this.#helpers = helpers;
  }

  view(store: SearchStore, settings: ConfigurationSettings, filtersElsewhere: boolean): PageView {
    const page = this.#page;
    const { parts, width, urlSync } = this.#helpers;
    if (store.document) this.#closed = store.document;
    return {
      store,
      settings,
      parts,
      filtersElsewhere,
      locale: page.locale,
      titleLevel: page.headingLevel,
      headingLevel: page.headingLevel + 1,
      width,
      takesFocus: this.#openedHere,
      similarOpen: this.#similarOpen,
      templated: page.querySelector(':scope > [slot="result-0"]') !== null,
      actions: page.noActions ? undefined : { open: this.#actionsOpen, toggle: this.#toggleActions },
      change: this.#change,
      narrow: (facet) => this.#change({ selectedFacets: selectionAfterChoice(store, facet) }),
      reset: this.#reset,
      goTo: this.#goTo,
      choose: this.choose,
      toggleSimilar: this.#toggleSimilar,
      filterDrawer: () => this.#find('dialog.sheet') as HTMLDialogElement | null,
      detailUrl: (document) => urlSync.linkTo({ query: store.query, document }),
      pageUrl: (start) => urlSync.linkTo({ query: { ...store.query, start }, document: undefined }),
    };
  }

  /** Resets the state for a new store. */
  started(): void {
    this.#openedHere = false;
  }

  documentChanged(isOpen: boolean): void {
    this.#openedHere = true;
    this.#actionsOpen = undefined;
    if (isOpen) void this.#openDetail();
    else void this.#page.updateComplete.then(() => this.focusTitle(this.#closed));
  }

  /** The detail view takes the focus itself; the error message that replaces it does not. */
  async #openDetail(): Promise<void> {
    await this.#helpers.parts.need('detail');
    await this.#page.updateComplete;
    this.#find('section.detail button')?.focus();
  }

  /** Focuses the title of a result if it is rendered, else the heading of the results. */
  focusTitle(id: string | undefined, options?: FocusOptions): void {
    (this.#titles().find(({ dataset }) => dataset.document === id) ?? this.#find('#results'))?.focus(options);
  }

  /** Moves the focus after a response is rendered. */
  focusAfterResponse(): void {
    const next = this.#focusNext;
    this.#focusNext = undefined;
    if (typeof next === 'number') this.#titles()[next]?.focus();
    if (next !== 'heading') return;
    const heading = this.#find('#results');
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: 'start' });
  }

  readonly choose = (event: Event, document: RetrievedDocument, position: number): void => {
    if (event instanceof MouseEvent && opensElsewhere(event)) return;
    const { store } = this.#page;
    const { titleAction } = store!.settings!.result;
    const outside = titleAction === 'link' && event.type === 'click' && safeLink(document.link);
    const go = emit(this.#page, 'semantic-search-select', { document, position });
    if (!go || !outside) event.preventDefault();
    if (go && !outside) store!.showDocument(document.id);
  };

  #find = (selector: string): HTMLElement | null => this.#page.renderRoot.querySelector(selector);

  #titles(): HTMLElement[] {
    const roots = [this.#page.renderRoot, this.#page];
    return roots.flatMap((root) => [...root.querySelectorAll<HTMLElement>('[data-document]')]);
  }

  #change = (part: Partial<QueryState>): void => {
    void this.#page.store?.change(part);
    // A visitor who chooses another text here has left the box.
    if (part.input !== undefined) this.#find('semantic-search-box')?.blur();
  };

  #reset = (): void => {
    this.#change(noFilters);
    this.#find('#results')?.focus({ preventScroll: true });
  };

  #goTo = (start: number): void => {
    this.#focusNext = this.#page.store?.accumulates ? start : 'heading';
    this.#change({ start });
  };

  #toggleActions = (place: ActionsPlace): void => {
    this.#actionsOpen = this.#actionsOpen === place ? undefined : place;
    if (this.#actionsOpen) this.#helpers.parts.need('actions');
    else this.#find(`.of-${place} > button`)?.focus({ preventScroll: true });
    this.#page.requestUpdate();
  };

  #toggleSimilar = (id: string): void => {
    this.#helpers.parts.need('similar');
    const open = new Set(this.#similarOpen);
    if (!open.delete(id)) open.add(id);
    this.#similarOpen = open;
    this.#page.requestUpdate();
  };
}
